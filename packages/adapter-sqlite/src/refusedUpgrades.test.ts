import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { type Collection, type DocumentStep, insert, type StoredDocument } from "@payloom/core"
import Database from "better-sqlite3"
import { Effect, Option } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import {
  here,
  type Note,
  Notes,
  note,
  noteId,
  Records,
  Sweepables,
  upTo,
  withSteps
} from "./testing/notes.ts"
import { openStorage, temporaryDatabase } from "./testing/openTestStorage.ts"

let database: ReturnType<typeof temporaryDatabase>
beforeEach(() => {
  database = temporaryDatabase()
})
afterEach(() => database.remove())

const rows = upTo(700).map((n) => note(n, { author: `author ${n}` }))
const firstRelease = [Notes, Records, Sweepables]

/** Creates a file as the first release left it. */
const made = async (collections: ReadonlyArray<Collection<Note>> = firstRelease) => {
  const { storage, close } = await openStorage(database.path, { collections })
  for (const of of collections) {
    await Effect.runPromise(storage.commit(rows.map((row) => insert(here, of, row))))
  }
  await close()
}

/** Returns everything in the file: its schema, its versions, and every row. */
const content = () => {
  const raw = new Database(database.path)
  const ask = (sql: string) => raw.prepare(sql).all()
  const schema = ask("SELECT type, name, sql FROM sqlite_master ORDER BY name")
  const tables = ask("SELECT name, wr FROM pragma_table_list WHERE type = 'table'")
  const of = (tables as ReadonlyArray<{ name: string; wr: 0 | 1 }>).map(({ name, wr }) =>
    ask(`SELECT ${wr === 0 ? "rowid, " : ""}* FROM ${name}`)
  )
  const answer = { schema, of, version: ask("PRAGMA user_version") }
  expect(raw.pragma("integrity_check", { simple: true })).toBe("ok")
  raw.close()
  return answer
}

const withRaw = (use: (raw: Database.Database) => void) => {
  const raw = new Database(database.path)
  use(raw)
  raw.close()
}

const expectRefused = async (of: Collection<Note>, detail: string) => {
  const before = content()
  await expect(openStorage(database.path, { collections: [of] })).rejects.toMatchObject({
    _tag: "SqliteRefused",
    reason: "not_upgradable",
    detail
  })
  expect(content()).toEqual(before)
  const { storage, close } = await openStorage(database.path, { collections: firstRelease })
  const [row] = await Effect.runPromise(storage.getMany(here, Notes, [noteId(7)]))
  expect(row?.row).toEqual(rows[6])
  await close()
}

const onlyFor =
  (number: number, step: (older: StoredDocument) => unknown): DocumentStep =>
  (older) =>
    (older.id === noteId(number) ? step(older) : older) as StoredDocument

const fails = (message: string) => () => {
  throw new Error(message)
}

const noDocument = "The step of X from version 1 to 2 makes no document with its id"

describe("an upgrade is refused by the row that prevents it, and the file stays unchanged", () => {
  it.each<[string, (older: StoredDocument) => unknown, string]>([
    ["throws", fails("no price of sk_test_secret"), "no price of [withheld]"],
    ["is asynchronous", async (older) => older, noDocument],
    ["gives the row another id", (older) => ({ ...older, id: noteId(1) }), noDocument],
    ["forgets the id", ({ id: _, ...older }) => older, noDocument],
    ["answers nothing", () => null, noDocument],
    ["answers a list", (older) => [older], noDocument]
  ])("if a step %s", async (_, step, reason) => {
    await made()
    for (const of of firstRelease) {
      const why = reason.replace("of X", `of ${of.name}`)
      const detail = `the row ${noteId(600)} of ${of.name} can't be read: ${why}`
      await expectRefused(withSteps(of, onlyFor(600, step)), detail)
    }
  })

  it("if an index fails on it, with the thrown error as the cause", async () => {
    await made()
    const cause = new TypeError("no status")
    const status = (row: Note) => {
      if (row.id === noteId(600)) throw cause
      return row.status
    }
    const of = { ...Notes, indexes: { ...Notes.indexes, mood: { of: status } } }
    const detail = `the row ${noteId(600)} of notes can't be read: no status`
    await expectRefused(of, detail)
    const opening = openStorage(database.path, { collections: [of] })
    await expect(opening).rejects.toMatchObject({ cause })
  })

  it("if two rows get the same value of a unique key", async () => {
    await made()
    const step = onlyFor(600, (older) => ({ ...older, author: "author 7" }))
    const shared = `the rows ${noteId(7)} and ${noteId(600)} of notes share their author`
    await expectRefused(withSteps(Notes, step), `${shared}, which has to be unique now`)
  })

  it("with the adapter's own tables, which would have changed first", async () => {
    await made()
    withRaw((raw) => raw.exec("DROP TABLE collections; PRAGMA user_version = 1"))
    const step = onlyFor(3, fails("no"))
    await expectRefused(withSteps(Notes, step), `the row ${noteId(3)} of notes can't be read: no`)
  })

  it("if its text is damaged", async () => {
    await made()
    withRaw((raw) =>
      raw.prepare("UPDATE notes SET doc = ? WHERE id = ?").run("[1.5,{}]", noteId(9))
    )
    const of = withSteps(Notes, (older) => older)
    const why = "A stored row of notes has no version"
    await expectRefused(of, `the row ${noteId(9)} of notes can't be read: ${why}`)
  })

  it("or by the table that is missing", async () => {
    await made()
    withRaw((raw) => raw.exec("DROP TABLE collections"))
    const before = content()
    await expect(openStorage(database.path)).rejects.toMatchObject({
      _tag: "SqliteRefused",
      reason: "not_upgradable",
      detail: "its tables differ from those that this adapter made: no such table: collections"
    })
    expect(content()).toEqual(before)
  })
})

describe("an upgrade", () => {
  it("lets rows swap the values of a unique key", async () => {
    await made()
    const swapped = (of: string, from: number, to: number) =>
      of === `author ${from}` ? `author ${to}` : null
    const step: DocumentStep = (older) => {
      const author = String(older.author)
      return { ...older, author: swapped(author, 1, 2) ?? swapped(author, 2, 1) ?? author }
    }
    const of = withSteps(Notes, step)
    const { storage, close } = await openStorage(database.path, { collections: [of] })
    const found = await Effect.runPromise(storage.findUnique(here, of, "author", "author 1"))
    expect(Option.getOrNull(found)?.row.id).toBe(noteId(2))
    await close()
  })

  it("leaves the file unchanged if its process is killed", async () => {
    await made()
    const before = content()
    const script = fileURLToPath(new URL("./testing/upgradeAndHang.ts", import.meta.url))
    const upgrading = spawn(
      process.execPath,
      ["--conditions=source", script, database.path, `${rows.length}`],
      { stdio: ["ignore", "pipe", "inherit"] }
    )
    const ended = once(upgrading, "exit")
    await once(upgrading.stdout, "data")
    upgrading.kill("SIGKILL")
    expect(await ended).toEqual([null, "SIGKILL"])
    expect(content()).toEqual(before)
    await (await openStorage(database.path, { collections: firstRelease })).close()
    expect(content()).toEqual(before)
  })
})

it("a row that can't be read is a defect that names the row", async () => {
  await made()
  withRaw((raw) => {
    raw.prepare("UPDATE notes SET doc = '{' WHERE id = ?").run(noteId(1))
    raw.prepare("UPDATE notes SET doc = replace(doc, id, 'note_x') WHERE id = ?").run(noteId(2))
  })
  const { storage, close } = await openStorage(database.path, { collections: firstRelease })
  const read = (id: string) => Effect.runPromise(storage.get(here, Notes, id))
  await expect(read(noteId(1))).rejects.toThrow(`the row ${noteId(1)} of notes can't be read: Exp`)
  await expect(read(noteId(2))).rejects.toThrow("can't be read: its text belongs to another row")
  await close()
})

describe("a file that is opened without upgrading", () => {
  const opened = (collections: ReadonlyArray<Collection<Note>>) =>
    openStorage(database.path, { collections, upgrade: false })

  it("is used as it is if this release has written it", async () => {
    await made()
    const before = content()
    const { storage, close } = await opened(firstRelease)
    expect(Option.isSome(await Effect.runPromise(storage.get(here, Notes, noteId(1))))).toBe(true)
    await close()
    expect(content()).toEqual(before)
  })

  it("is refused and left unchanged if another release has written it", async () => {
    await made()
    const before = content()
    const newer = withSteps(Notes, (older: StoredDocument) => older)
    for (const collections of [[newer], [{ ...Notes, indexes: {} }]]) {
      await expect(opened(collections)).rejects.toMatchObject({ reason: "other_release" })
    }
    expect(content()).toEqual(before)
  })

  it("is refused if no engine has used it, and is not created", async () => {
    await expect(opened(firstRelease)).rejects.toMatchObject({ reason: "no_store" })
    expect(existsSync(database.path)).toBe(false)
    withRaw((raw) => raw.pragma("user_version"))
    await expect(opened(firstRelease)).rejects.toMatchObject({ reason: "no_store" })
  })
})
