import { type Collection, collection, insert, type Row } from "@payloom/core"
import { Effect, Option } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { declaredAs, here, Note, Notes, note, noteId, Records, upTo } from "./testing/notes.ts"
import { openStorage, temporaryDatabase } from "./testing/openTestStorage.ts"

let database: ReturnType<typeof temporaryDatabase>
beforeEach(() => {
  database = temporaryDatabase()
})
afterEach(() => database.remove())

type Opened = Awaited<ReturnType<typeof openStorage>>

/** Opens the database as one release, and closes it. */
const asRelease = async (use: (storage: Opened["storage"]) => Promise<void>) => {
  const { storage, close } = await openStorage(database.path)
  try {
    await use(storage)
  } finally {
    await close()
  }
}

const bare = { unique: {}, indexes: {} }
const rows = upTo(1_200).map((n) =>
  note(n, { status: n % 3 === 0 ? "held" : "open", author: n % 2 === 0 ? `author ${n}` : null })
)

for (const [kind, of] of [
  ["a collection", Notes],
  ["an append-only collection", Records]
] as const) {
  describe(`${kind} whose declaration changes`, () => {
    it("finds its old rows by a new index and a new unique key", async () => {
      const before = declaredAs(of, bare)
      await asRelease((storage) =>
        Effect.runPromise(storage.commit(rows.map((row) => insert(here, before, row))))
      )
      await asRelease(async (storage) => {
        const held = storage.page(here, of, {
          where: { status: "held" },
          order: "asc",
          limit: 1_000
        })
        expect((await Effect.runPromise(held)).map(({ row }) => row)).toEqual(
          rows.filter(({ status }) => status === "held")
        )
        const found = await Effect.runPromise(storage.findUnique(here, of, "author", "author 1200"))
        expect(Option.getOrNull(found)?.row.id).toBe(noteId(1_200))
        const taking = storage.commit([insert(here, of, note(5_000, { author: "author 2" }))])
        expect(await Effect.runPromise(Effect.flip(taking))).toMatchObject({
          reason: "key_taken",
          key: "author"
        })
      })
    })

    it("finds rows of a time without the index when it is declared again", async () => {
      const before = declaredAs(of, { indexes: {} })
      await asRelease((storage) =>
        Effect.runPromise(storage.commit([insert(here, of, note(1, { status: "held" }))]))
      )
      await asRelease((storage) =>
        Effect.runPromise(storage.commit([insert(here, before, note(2, { status: "held" }))]))
      )
      await asRelease(async (storage) => {
        const page = storage.page(here, of, { where: { status: "held" }, order: "asc", limit: 9 })
        const ids = (await Effect.runPromise(page)).map(({ row }) => row.id)
        expect(ids).toEqual([1, 2].map(noteId))
      })
    })

    it("is unchanged, to the byte of its schema, if nothing has changed", async () => {
      const schema = () => database.withRaw((raw) => raw.pragma("schema_version", { simple: true }))
      const write = (n: number) =>
        asRelease((storage) => Effect.runPromise(storage.commit([insert(here, of, note(n))])))
      await write(1)
      const before = schema()
      await write(2)
      expect(schema()).toBe(before)
    })
  })
}

describe("a unique key that becomes global", () => {
  it("is unique across scopes from then on", async () => {
    const { author } = Notes.unique
    if (author === undefined) throw new Error("no key")
    const global = declaredAs(Notes, { unique: { author: { of: author.of, global: true } } })
    await asRelease((storage) =>
      Effect.runPromise(storage.commit([insert(here, Notes, note(1, { author: "a" }))]))
    )
    await asRelease(async (storage) => {
      const elsewhere = { tenant: "tenant_there", mode: "live" as const }
      const taking = storage.commit([insert(elsewhere, global, note(2, { author: "a" }))])
      expect(await Effect.runPromise(Effect.flip(taking))).toMatchObject({ reason: "key_taken" })
    })
  })

  it("is refused by name if rows already share a value, and changes nothing", async () => {
    await asRelease((storage) =>
      Effect.runPromise(
        storage.commit(["a", "a"].map((status, at) => insert(here, Notes, note(at, { status }))))
      )
    )
    const clashing = declaredAs(Notes, { unique: { status: { of: (row) => row.status } } })
    await expect(openStorage(database.path, { collections: [clashing] })).rejects.toMatchObject({
      _tag: "SqliteRefused",
      reason: "not_upgradable",
      detail: expect.stringContaining(`${noteId(0)} and ${noteId(1)} of notes share their status`)
    })
    await asRelease(async (storage) => {
      const page = storage.page(here, Notes, { where: { status: "a" }, order: "asc", limit: 9 })
      expect(await Effect.runPromise(page)).toHaveLength(2)
    })
  })
})

describe("an append-only table", () => {
  it("refuses another program's update, delete and replace", async () => {
    await asRelease((storage) =>
      Effect.runPromise(storage.commit([insert(here, Records, note(1, { author: "a" }))]))
    )
    database.withRaw((raw) => {
      // Like other builds of SQLite, in which a replace fires no trigger for the rows that it
      // deletes.
      raw.pragma("recursive_triggers = OFF")
      const original = raw.prepare("SELECT * FROM records").all()
      const columns = "(rowid, scope, id, version, key_author, doc)"
      for (const statement of [
        "UPDATE records SET doc = 'x'",
        "UPDATE OR REPLACE records SET version = 9",
        "DELETE FROM records",
        `REPLACE INTO records ${columns} SELECT 7, scope, id, 9, NULL, 'x' FROM records`,
        `REPLACE INTO records ${columns} SELECT 7, scope, 'y', 9, key_author, 'x' FROM records`,
        `REPLACE INTO records ${columns} SELECT rowid, scope, 'y', 9, NULL, 'x' FROM records`
      ]) {
        expect(() => raw.exec(statement), statement).toThrow("records is append-only")
      }
      expect(raw.prepare("SELECT * FROM records").all()).toEqual(original)
    })
  })
})

describe("a collection whose documents get a newer version", () => {
  const shouted = collection<Note>({
    name: Notes.name,
    unique: Notes.unique,
    indexes: Notes.indexes,
    schema: Note,
    steps: [(older) => ({ ...older, status: String(older.status).toUpperCase() })]
  })
  const kept = collection<Note>({
    name: Records.name,
    unique: Records.unique,
    indexes: Records.indexes,
    schema: Note,
    appendOnly: true,
    steps: [(older) => ({ ...older, status: String(older.status).toUpperCase() })]
  })

  it.each([
    ["a collection", Notes, shouted],
    ["an append-only collection", Records, kept]
  ] as const)("%s finds its old rows by their new content", async (_, before, after) => {
    await asRelease((storage) =>
      Effect.runPromise(storage.commit(rows.map((row) => insert(here, before, row))))
    )
    await asRelease(async (storage) => {
      const found = (status: string) =>
        Effect.runPromise(
          storage.page(here, after, { where: { status }, order: "asc", limit: 2_000 })
        )
      expect(await found("held")).toEqual([])
      expect((await found("HELD")).map(({ row }) => row.id)).toEqual(
        rows.filter(({ status }) => status === "held").map(({ id }) => id)
      )
    })
    database.withRaw((raw) => {
      const change = () => raw.prepare("UPDATE records SET version = 2").run()
      if (before === Records) expect(change).toThrow("append-only")
    })
  })

  it("is refused by name in a file of a newer release, which stays unchanged", async () => {
    const open = (collections: ReadonlyArray<Collection<Row>>) =>
      openStorage(database.path, { collections })
    await (await open([Notes, Records])).close()
    await (await open([shouted, Records])).close()
    const before = database.withRaw((raw) => raw.prepare("SELECT * FROM collections").all())
    await expect(open([Notes, Records])).rejects.toMatchObject({
      _tag: "SqliteRefused",
      reason: "newer_schema",
      detail: "its notes are of version 2, but this release knows 1"
    })
    expect(database.withRaw((raw) => raw.prepare("SELECT * FROM collections").all())).toEqual(
      before
    )
    await (await open([shouted, Records])).close()
  })
})
