import { execFile } from "node:child_process"
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { collections } from "@payloom/core"
import Database from "better-sqlite3"
import { Effect } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { schemaVersion } from "./migrations.ts"
import { assertLibrary, assertNode, openConnection } from "./openConnection.ts"
import { SqliteRefused } from "./SqliteRefused.ts"
import type { SqliteOptions } from "./sqlite.ts"
import { openStorage, temporaryDatabase } from "./testing/openTestStorage.ts"

let database: ReturnType<typeof temporaryDatabase>
beforeEach(() => {
  database = temporaryDatabase()
})
afterEach(() => database.remove())

/** Creates a file of another program, such as a browser's history. */
const makeForeign = async (path: string) => {
  new Database(path).exec("CREATE TABLE visits (url)").close()
}

/** Opens a file in a folder for everyone, as a user without privileges. Returns the result. */
const openedByNobody = async (path: string) => {
  chmodSync(dirname(path), 0o777)
  const script = fileURLToPath(new URL("./testing/openUnprivileged.ts", import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--conditions=source",
    script,
    path
  ])
  return JSON.parse(stdout)
}

/** Overwrites the page that lists the tables, and leaves the file's header. */
const damage = async (path: string) => {
  await (await openStorage(path)).close()
  const bytes = readFileSync(path)
  bytes.fill(0xff, 100, 4096)
  writeFileSync(path, bytes)
}

describe("a connection", () => {
  it("syncs every commit to disk: a write-ahead log in synchronous=FULL", () => {
    const { db } = openConnection(database.path, 1_234)
    expect(db.pragma("journal_mode", { simple: true })).toBe("wal")
    expect(db.pragma("synchronous", { simple: true })).toBe(2)
    expect(db.pragma("wal_autocheckpoint", { simple: true })).toBe(4000)
    expect(db.pragma("temp_store", { simple: true })).toBe(2)
    // Waiting is done by timers. SQLite would stop the event loop.
    expect(db.pragma("busy_timeout", { simple: true })).toBe(0)
    db.close()
  })

  it("keeps those settings when the file is opened again, already in WAL mode", () => {
    openConnection(database.path, 0).db.close()
    const { db } = openConnection(database.path, 0)
    expect(db.pragma("journal_mode", { simple: true })).toBe("wal")
    expect(db.pragma("synchronous", { simple: true })).toBe(2)
    db.close()
  })

  it("creates a file that only its owner can read, and so are SQLite's files beside it", () => {
    const { db } = openConnection(database.path, 0)
    db.exec("CREATE TABLE written (text)")
    for (const file of [database.path, `${database.path}-wal`, `${database.path}-shm`]) {
      expect(statSync(file).mode & 0o777).toBe(0o600)
    }
    db.close()
  })

  it("leaves the permissions of an existing file unchanged", () => {
    writeFileSync(database.path, "", { mode: 0o640 })
    openConnection(database.path, 0).db.close()
    expect(statSync(database.path).mode & 0o777).toBe(0o640)
  })

  it("refuses a file that a newer release has written, and leaves it unchanged", async () => {
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

  it("refuses a path without a file, or with a damaged or foreign one, and says why", async () => {
    const refused = (path: string, reason: string, detail: string) =>
      expect(openStorage(path)).rejects.toMatchObject({
        _tag: "SqliteRefused",
        reason,
        path,
        message: expect.stringMatching(detail)
      })
    const { directory, path } = database
    await refused(`${directory}/nowhere/x.db`, "not_accessible", `no folder ${directory}/nowhere`)
    await refused(directory, "not_accessible", "is a folder")
    await refused(`${import.meta.filename}/x.db`, "not_accessible", "is not a folder")
    writeFileSync(path, "These are no tables, but words, and there are enough of them.".repeat(99))
    await refused(path, "not_a_database", "not a SQLite database")
    await makeForeign(`${directory}/other.db`)
    await refused(`${directory}/other.db`, "foreign", "tables of another program \\(visits\\)")
    await damage(`${directory}/damaged.db`)
    await refused(`${directory}/damaged.db`, "not_a_database", "damaged")
  })

  it.each([
    [undefined, {}, "its path must be the name of a file"],
    ["", {}, "its path must be the name of a file"],
    [{ path: "x.db" }, {}, "its path must be the name of a file"],
    ["file:x.db", {}, "not a URL"],
    ["mysql://db/shop", {}, "not a URL"],
    ["postgres://me:password@db/shop", {}, "use postgres of @payloom/adapter-postgres"],
    [":memory:", null, "options must be an object, but is null."],
    [":memory:", { busyTimeout: 1 }, "Did you mean busyTimeoutMs?"],
    [":memory:", { busyTimeoutMs: Number.NaN }, "busyTimeoutMs must be a whole number"],
    [":memory:", { busyTimeoutMs: -1 }, "busyTimeoutMs must be a whole number"]
  ])("is refused for the path %j with the options %j", async (path, options, detail) => {
    const opening = openStorage(path as string, options as SqliteOptions)
    await expect(opening).rejects.toMatchObject({
      _tag: "SqliteRefused",
      reason: "options_invalid",
      detail: expect.stringContaining(detail),
      message: expect.not.stringMatching(/undefined|\[object|password|\?\./)
    })
  })

  it("leaves a refused file unchanged, and nothing beside it", async () => {
    const { directory } = database
    const path = `${directory}/other.db`
    await makeForeign(path)
    const before = readFileSync(path)
    await expect(openStorage(path)).rejects.toMatchObject({ reason: "foreign" })
    await expect(openStorage(`${directory}/nowhere/x.db`)).rejects.toThrow()
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(readdirSync(directory)).toEqual(["other.db"])
  })

  it.each([
    [
      "a table scopes that is its own",
      "CREATE TABLE scopes (id INTEGER PRIMARY KEY, name TEXT)",
      0
    ],
    [
      "the same, and a schema version that is one of ours",
      "CREATE TABLE scopes (id INTEGER PRIMARY KEY, name TEXT); CREATE TABLE events (id, doc)",
      1
    ],
    ["a view alone", "CREATE VIEW numbers AS SELECT 1", 0],
    ["a schema version and no table yet", "", 2]
  ])("refuses another program's file with %s, and leaves it unchanged", async (_, sql, version) => {
    const { path, directory } = database
    const other = new Database(path)
    other.exec(`${sql}; PRAGMA user_version = ${version}`)
    other.close()
    const before = readFileSync(path)
    await expect(openStorage(path)).rejects.toMatchObject({
      _tag: "SqliteRefused",
      reason: "foreign"
    })
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(readdirSync(directory)).toEqual(["payloom.db"])
  })

  it("refuses a read-only file, and leaves nothing beside it", async () => {
    const { path, directory } = database
    await (await openStorage(path)).close()
    chmodSync(path, 0o444)
    expect(await openedByNobody(path)).toEqual({
      reason: "not_accessible",
      detail: "the file is not writable"
    })
    expect(readdirSync(directory)).toEqual(["payloom.db"])
    chmodSync(path, 0o666)
    expect(await openedByNobody(path)).toMatchObject({ reason: "opened" })
  })

  it("refuses a file whose log is read-only, and names the log", async () => {
    const { path } = database
    await (await openStorage(path)).close()
    chmodSync(path, 0o666)
    writeFileSync(`${path}-wal`, "", { mode: 0o444 })
    expect(await openedByNobody(path)).toEqual({
      reason: "not_accessible",
      detail: `the file ${path}-wal, which is part of the database, is not writable`
    })
  })

  it("creates all tables of the engine when it is opened", async () => {
    const { close } = await openStorage(database.path)
    const raw = new Database(database.path)
    const names = raw.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all()
    const own = ["scopes", "collections", "sums", "sum_totals"]
    expect(names.toSorted()).toEqual([...own, ...collections.map(({ name }) => name)].toSorted())
    raw.close()
    await close()
  })

  it("is refused on a Node below 22.18, and opened on every later one", () => {
    for (const version of ["20.20.2", "22.17.1", "18.0.0"]) {
      expect(() => assertNode("x.db", version)).toThrow(/Node 22\.18\.0 or newer is required/)
    }
    for (const version of ["22.18.0", "22.20.1", "24.0.0"]) {
      expect(() => assertNode("x.db", version)).not.toThrow()
    }
  })

  it("is refused on an old Node before the driver's native code is loaded", async () => {
    const script = fileURLToPath(new URL("./testing/openOnOldNode.ts", import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--conditions=source",
      script,
      database.path
    ])
    expect(JSON.parse(stdout)).toEqual({ reason: "old_node", isNativeCodeLoaded: false })
    expect(readdirSync(database.directory)).toEqual([])
  })

  it("runs the commits that wait before it closes", async () => {
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
