import Database from "better-sqlite3"
import { Effect } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { schemaVersion } from "./migrations.ts"
import { assertLibrary, openConnection } from "./openConnection.ts"
import { SqliteRefused } from "./SqliteRefused.ts"
import { openStorage, temporaryDatabase } from "./testing/openTestStorage.ts"

let database: ReturnType<typeof temporaryDatabase>
beforeEach(() => {
  database = temporaryDatabase()
})
afterEach(() => database.remove())

describe("a connection", () => {
  it("syncs every commit to disk: a write-ahead log in synchronous=FULL", () => {
    const { db } = openConnection(database.path, 1_234)
    expect(db.pragma("journal_mode", { simple: true })).toBe("wal")
    expect(db.pragma("synchronous", { simple: true })).toBe(2)
    expect(db.pragma("wal_autocheckpoint", { simple: true })).toBe(4000)
    expect(db.pragma("temp_store", { simple: true })).toBe(2)
    expect(db.pragma("busy_timeout", { simple: true })).toBe(1_234)
    db.close()
  })

  it("keeps those settings when the file is opened again, already in WAL mode", () => {
    openConnection(database.path, 0).db.close()
    const { db } = openConnection(database.path, 0)
    expect(db.pragma("journal_mode", { simple: true })).toBe("wal")
    expect(db.pragma("synchronous", { simple: true })).toBe(2)
    db.close()
  })

  it("refuses a file that a newer release has written, and leaves it as it is", async () => {
    await (await openStorage(database.path)).close()
    const raw = new Database(database.path)
    expect(raw.pragma("user_version", { simple: true })).toBe(schemaVersion)
    raw.pragma(`user_version = ${schemaVersion + 1}`)
    raw.close()
    await expect(openStorage(database.path)).rejects.toMatchObject({
      _tag: "SqliteRefused",
      reason: "newer_schema",
      path: database.path
    })
    const after = new Database(database.path)
    expect(after.pragma("user_version", { simple: true })).toBe(schemaVersion + 1)
    after.close()
  })

  it("refuses a SQLite library below 3.51.3, and takes every later one", () => {
    for (const version of ["3.51.2", "3.50.9", "3.9.99", "2.99.9", "3.51"]) {
      expect(() => assertLibrary("x.db", version)).toThrow(SqliteRefused)
    }
    for (const version of ["3.51.3", "3.51.10", "3.52.0", "4.0.0", "3.51.3.1"]) {
      expect(() => assertLibrary("x.db", version)).not.toThrow()
    }
  })

  it("is unavailable where the file can't be opened or is no database", async () => {
    await expect(openStorage(`${database.path}/nowhere/x.db`)).rejects.toMatchObject({
      _tag: "StorageUnavailable"
    })
    await expect(openStorage(import.meta.filename)).rejects.toMatchObject({
      _tag: "StorageUnavailable"
    })
  })

  it("carries out the commits that wait before it closes", async () => {
    const { here, Notes, note, noteId } = await import("./testing/notes.ts")
    const { insert } = await import("@payloom/core")
    const { storage, close } = await openStorage(database.path)
    const committed = Effect.runPromise(storage.commit([insert(here, Notes, note(1))]))
    await Promise.all([close(), committed])
    const again = await openStorage(database.path)
    const [row] = await Effect.runPromise(again.storage.getMany(here, Notes, [noteId(1)]))
    expect(row?.row).toEqual(note(1))
    await again.close()
  })
})
