import { insert, remove, type Scope, type Storage, type Stored, update } from "@payloom/core"
import Database from "better-sqlite3"
import { Effect, Option } from "effect"
import fc from "fast-check"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { openConnection } from "./openConnection.ts"
import { makeSqliteStorage } from "./sqliteStorage.ts"
import { declaredAs, here, type Note, Notes, note, noteId, upTo } from "./testing/notes.ts"
import { openStorage, temporaryDatabase } from "./testing/openTestStorage.ts"

let database: ReturnType<typeof temporaryDatabase>
let ours: Awaited<ReturnType<typeof openStorage>>
let theirs: Awaited<ReturnType<typeof openStorage>>
beforeEach(async () => {
  database = temporaryDatabase()
  ours = await openStorage(database.path, { collections: [Notes] })
  theirs = await openStorage(database.path, { collections: [Notes] })
})
afterEach(async () => {
  await ours.close()
  await theirs.close()
  database.remove()
})

type Service = Storage["Service"]

const otherMode: Scope = { ...here, mode: "test" }

const Signed = declaredAs(Notes, {
  name: "signed_notes",
  unique: { author: { of: (row) => row.author, global: true } }
})

const readBy = (storage: Service, author: string) =>
  Effect.runPromise(
    Effect.map(storage.findUnique("any", Signed, "author", author), Option.getOrNull)
  )

const read = (storage: Service, n: number, scope = here) =>
  Effect.runPromise(Effect.map(storage.get(scope, Notes, noteId(n)), Option.getOrNull))

const add = (storage: Service, n: number, scope = here) =>
  Effect.runPromise(storage.commit([insert(scope, Notes, note(n))]))

const count = async (storage: Service, n: number, to: number) => {
  const stored = await read(storage, n)
  if (stored === null) return
  const row = note(n, { count: to })
  await Effect.runPromise(storage.commit([update(Notes, stored, row)]))
}

describe("cached rows", () => {
  it("are returned unchanged, and no caller can change them for another", async () => {
    await add(ours.storage, 1)
    const first = await read(ours.storage, 1)
    const second = await read(ours.storage, 1)
    expect(second).not.toBe(first)
    expect(await read(ours.storage, 1)).toBe(second)
    expect(Object.isFrozen(second)).toBe(true)
    expect(Object.isFrozen(second?.row)).toBe(true)
  })

  it("are read again after they were written, here or by another connection", async () => {
    await add(ours.storage, 1)
    expect(await read(ours.storage, 1)).toMatchObject({ version: 1 })
    await count(ours.storage, 1, 7)
    expect(await read(ours.storage, 1)).toMatchObject({ version: 2, row: { count: 7 } })
    await count(theirs.storage, 1, 8)
    expect(await read(ours.storage, 1)).toMatchObject({ version: 3, row: { count: 8 } })
  })

  it("are read again if another connection's write came before one's own commit", async () => {
    await add(ours.storage, 1)
    await read(ours.storage, 1)
    await count(theirs.storage, 1, 8)
    await add(ours.storage, 2)
    expect(await read(ours.storage, 1)).toMatchObject({ version: 2, row: { count: 8 } })
  })

  it("are read again after a read that failed halfway, when another connection wrote them", async () => {
    await add(ours.storage, 1)
    const connection = openConnection(database.path, 0)
    const { storage, close } = makeSqliteStorage(connection, [Notes])
    const broken = vi.spyOn(connection, "read").mockImplementationOnce(() => {
      throw new Database.SqliteError("disk I/O error", "SQLITE_IOERR_READ")
    })
    await expect(read(storage, 1)).rejects.toMatchObject({ _tag: "StorageUnavailable" })
    broken.mockRestore()
    expect(await read(storage, 1)).toMatchObject({ version: 1 })
    await count(theirs.storage, 1, 8)
    expect(await read(storage, 1)).toMatchObject({ version: 2, row: { count: 8 } })
    await Effect.runPromise(close)
  })

  it("are not found after they are deleted, nor in the other mode", async () => {
    await add(ours.storage, 1)
    const stored = await read(ours.storage, 1)
    await add(ours.storage, 2, otherMode)
    expect(await read(ours.storage, 1, otherMode)).toBeNull()
    await Effect.runPromise(theirs.storage.commit([remove(Notes, stored as Stored<Note>)]))
    expect(await read(ours.storage, 1)).toBeNull()
  })

  it("are found by a global key for as long as they have it", async () => {
    await Effect.runPromise(ours.storage.commit([insert(here, Signed, note(1, { author: "ann" }))]))
    await readBy(ours.storage, "ann")
    const first = await readBy(ours.storage, "ann")
    expect(await readBy(ours.storage, "ann")).toBe(first)
    const renamed = update(Signed, first as Stored<Note>, note(1, { author: "bob" }))
    await Effect.runPromise(theirs.storage.commit([renamed]))
    expect(await readBy(ours.storage, "ann")).toBeNull()
    expect(await readBy(ours.storage, "bob")).toMatchObject({ version: 2 })
    const again = update(Signed, (await readBy(ours.storage, "bob")) as Stored<Note>, note(1))
    await Effect.runPromise(ours.storage.commit([again]))
    expect(await readBy(ours.storage, "bob")).toBeNull()
  })

  it("stay correct when there are more of them than the cache holds", async () => {
    const all = upTo(2_500)
    await Effect.runPromise(
      ours.storage.commit(all.map((n) => insert(here, Notes, note(n, { count: n }))))
    )
    for (const n of [...all, ...all.slice(-3)]) {
      expect((await read(ours.storage, n))?.row.count).toBe(n)
    }
  })

  it("are what the file contains, for any order of reads and writes", async () => {
    const step = fc.record({
      by: fc.constantFrom("ours", "theirs"),
      does: fc.constantFrom("read", "write", "delete"),
      row: fc.integer({ min: 1, max: 3 })
    })
    let written = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        for (const { by, does, row } of steps) {
          const { storage } = by === "ours" ? ours : theirs
          const stored = await read(storage, row)
          const [truth] = await Effect.runPromise(
            storage.page(here, Notes, {
              order: "asc",
              limit: 1,
              idFrom: noteId(row),
              idTo: noteId(row)
            })
          )
          expect(stored).toEqual(truth ?? null)
          if (does === "write" && stored === null) await add(storage, row)
          if (does === "write") await count(storage, row, ++written)
          if (does === "delete" && stored !== null) {
            await Effect.runPromise(storage.commit([remove(Notes, stored)]))
          }
        }
      }),
      { numRuns: 30 }
    )
  })
})
