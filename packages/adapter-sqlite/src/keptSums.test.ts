import { type Collection, collection, insert, type Row, type StoragePort } from "@payloom/core"
import Database from "better-sqlite3"
import { Cause, Effect, Exit } from "effect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { openConnection } from "./openConnection.ts"
import { makeSqliteStorage, sqliteStorageInSteps } from "./sqliteStorage.ts"
import { Table } from "./Table.ts"
import { declaredAs, here, Note, Notes, note, noteId, Records, upTo } from "./testing/notes.ts"
import { openStorage, temporaryDatabase } from "./testing/openTestStorage.ts"

let database: ReturnType<typeof temporaryDatabase>
beforeEach(() => {
  database = temporaryDatabase()
})
afterEach(() => database.remove())

const counted: Collection<Note> = collection<Note>({
  name: Records.name,
  schema: Note,
  unique: Records.unique,
  indexes: Records.indexes,
  appendOnly: true,
  sums: {
    counts: { of: ({ id, status, count }) => [{ key: status, place: id, amount: BigInt(count) }] }
  }
})

const all = { keyFrom: "", keyTo: "~" }

const sumOf = async (storage: StoragePort, of = counted): Promise<bigint | undefined> =>
  (await Effect.runPromise(storage.sums(here, of, "counts", all)))[0]?.amount

const open = (of: ReadonlyArray<Collection<Row>>) =>
  openStorage(database.path, { collections: of, busyTimeoutMs: 200 })

const countTo = (last: number) => (BigInt(last) * BigInt(last + 1)) / 2n

/** Creates a file as the previous release left it, without sums. */
const leftUnsummed = async (rows: number) => {
  const { storage, close } = await open([Records])
  const changes = upTo(rows).map((n) => insert(here, Records, note(n, { count: n })))
  await Effect.runPromise(storage.commit(changes))
  await close()
}

const marks = () => database.withRaw((raw) => raw.prepare("SELECT summed FROM sums").pluck().all())

/** Counts the turns of the event loop while something runs. */
const turnsDuring = async (run: Promise<unknown>): Promise<number> => {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await run
  isOver = true
  return turns
}

describe("a file without sums of its rows", () => {
  it("gets its sums when it is opened, and other code runs in between", async () => {
    await leftUnsummed(3_000)
    const opening = open([counted])
    expect(await turnsDuring(opening)).toBeGreaterThan(5)
    expect(marks()).toEqual([3_000])
    const { storage, close } = await opening
    expect(await sumOf(storage)).toBe(countTo(3_000))
    await close()
  })

  it("gets its new indexes step by step", async () => {
    await leftUnsummed(4_000)
    const indexed = declaredAs(counted, {
      indexes: { ...counted.indexes, count: { of: ({ count }) => `${count}` } }
    })
    const connection = openConnection(database.path, 0)
    const steps = [...sqliteStorageInSteps(connection, [indexed])]
    expect(steps.length).toBeGreaterThan(8)
    connection.db.close()
    const { storage, close } = await open([indexed])
    expect(await sumOf(storage, indexed)).toBe(countTo(4_000))
    await close()
  })

  it("continues after a process died while adding, and each row counts once", async () => {
    await leftUnsummed(900)
    const connection = openConnection(database.path, 0)
    const { storage, close } = makeSqliteStorage(connection, [counted])
    const { sums } = new Table(connection, counted)
    for (const left of [900, 500, 100]) {
      expect(sums?.rest()).toBe(left)
      sums?.add(400)
    }
    expect(await sumOf(storage)).toBe(countTo(900))
    await Effect.runPromise(close)
  })

  it("gets its sums once if several processes open it at the same moment", async () => {
    await leftUnsummed(2_000)
    const opened = await Promise.all(upTo(4).map(() => open([counted])))
    for (const { storage, close } of opened) {
      expect(await sumOf(storage)).toBe(countTo(2_000))
      await close()
    }
  })
})

describe("sums", () => {
  it("are written for many rows at a time, while commits continue", async () => {
    const { storage, close } = await open([counted])
    for (const n of upTo(600)) {
      await Effect.runPromise(storage.commit([insert(here, counted, note(n, { count: n }))]))
    }
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    expect(Number(marks()[0])).toBeGreaterThanOrEqual(500)
    await close()
  })

  it("are read while another process has the lock, with the earlier commits", async () => {
    const { storage, close } = await open([counted])
    const changes = upTo(200).map((n) => insert(here, counted, note(n, { count: n })))
    await Effect.runPromise(storage.commit(changes))
    const other = new Database(database.path)
    other.exec("BEGIN IMMEDIATE")
    expect(await sumOf(storage)).toBe(countTo(200))
    other.close()
    await close()
  })

  it("are built anew if another program has reordered the rows", async () => {
    await leftUnsummed(600)
    await (await open([counted])).close()
    database.withRaw((raw) => {
      raw.exec(`DROP TRIGGER payloom_records_no_update;
        UPDATE records SET rowid = rowid + 10000;
        UPDATE records SET rowid = 10601 - rowid`)
    })
    const { storage, close } = await open([counted])
    await Effect.runPromise(storage.commit([insert(here, counted, note(601, { count: 601 }))]))
    expect(await sumOf(storage)).toBe(countTo(601))
    await close()
  })

  it("survive a copy by VACUUM INTO", async () => {
    await leftUnsummed(600)
    await (await open([counted])).close()
    database.withRaw((raw) => raw.exec(`VACUUM INTO '${database.path}.copy'`))
    const { storage, close } = await openStorage(`${database.path}.copy`, {
      collections: [counted]
    })
    expect(await sumOf(storage)).toBe(countTo(600))
    await close()
  })

  it("name the row that can't be read, and payments continue all the same", async () => {
    await leftUnsummed(600)
    database.withRaw((raw) => {
      raw.exec("DROP TRIGGER payloom_records_no_update")
      raw.prepare("UPDATE records SET doc = '{' WHERE id = ?").run(noteId(300))
    })
    const { storage, close } = await open([counted])
    await Effect.runPromise(storage.commit([insert(here, counted, note(601))]))
    const exit = await Effect.runPromiseExit(storage.sums(here, counted, "counts", all))
    expect(Exit.isFailure(exit) && Cause.pretty(exit.cause)).toContain(noteId(300))
    await close()
  })

  it("are found by index searches on their key, for every query", async () => {
    const connection = openConnection(database.path, 0)
    const { storage, close } = makeSqliteStorage(connection, [counted])
    const statements: Array<string> = []
    const { prepare } = connection.db
    vi.spyOn(connection.db, "prepare").mockImplementation((sql) => {
      statements.push(sql)
      return prepare.call(connection.db, sql)
    })
    const changes = upTo(300).map((n) => insert(here, counted, note(n, { count: n })))
    await Effect.runPromise(storage.commit(changes))
    for (const query of [all, { ...all, placeBefore: "z" }, { ...all, placeFrom: "a" }]) {
      await Effect.runPromise(storage.sums(here, counted, "counts", query))
    }
    const asked = statements.filter((sql) => /^SELECT .* FROM sum_totals/s.test(sql))
    expect(asked.length).toBeGreaterThan(3)
    for (const sql of asked) {
      const plan = connection.db
        .prepare<[], { readonly detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll("?", "1")}`)
        .all()
        .map(({ detail }) => detail)
        .join("\n")
      expect(plan).toMatch(/^SEARCH sum_totals USING PRIMARY KEY \(sum=\? AND scope=\? AND key/)
      expect(plan).not.toMatch(/TEMP B-TREE|SCAN/)
    }
    await Effect.runPromise(close)
  })

  it("are only declared of append-only rows", async () => {
    const changing = { ...Notes, sums: counted.sums }
    await expect(open([changing])).rejects.toThrow("notes has sums and is not append-only")
  })
})
