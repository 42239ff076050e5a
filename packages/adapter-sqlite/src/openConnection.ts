import { closeSync, openSync } from "node:fs"
import type Database from "better-sqlite3"
import { Connection } from "./Connection.ts"
import { openSameFile, watchedFiles } from "./fileStates.ts"
import { isLocked } from "./lockWaits.ts"
import { assertOwn } from "./migrations.ts"
import { fileObstacleAt, isNoFile } from "./obstacleAt.ts"
import { SqliteRefused } from "./SqliteRefused.ts"

/** Before 3.51.3, a checkpoint during a write can lose committed pages of the write-ahead log. */
const oldestLibrary = "3.51.3"

/**
 * The number of pages in the log before it is moved into the database. With 1000, the p99 is ten
 * times as long.
 */
const checkpointPages = 4000

/** The oldest Node that the driver's native code runs on. It crashes an older one. */
const oldestNode = "22.18.0"

/**
 * Opens a database for durable writing. Its tables are unchanged. Throws `SqliteRefused` or the
 * driver's error. It never waits for a lock.
 */
export const openConnection = (path: string, busyTimeoutMs: number): Connection => {
  // Before the driver's first use, which loads its native code.
  assertNode(path, process.versions.node)
  createPrivate(path)
  assertAccessible(path)
  const db = openSameFile(path)
  try {
    assertLibrary(path, String(db.prepare("SELECT sqlite_version()").pluck().get()))
    const connection = new Connection(db, busyTimeoutMs)
    // Before the first write, so that another program's file stays unchanged.
    assertOwn(connection, path)
    assertWritable(db)
    setPragmas(db, path)
    // Makes SQLite open the log and its index.
    db.pragma("schema_version")
    connection.watch(watchedFiles(db, path))
    return connection
  } catch (cause) {
    db.close()
    throw cause
  }
}

/**
 * Creates a new file that only its owner can read, because it contains personal data. The files
 * that SQLite creates beside it get the same permissions. If this fails, opening the file reports
 * why.
 */
const createPrivate = (path: string): void => {
  if (isNoFile(path)) return
  try {
    closeSync(openSync(path, "wx", 0o600))
  } catch {
    // The file exists, as on every start but the first, or opening it fails too.
  }
}

/**
 * Refuses a file that isn't writable. SQLite would open it for reading, and create files beside it
 * that aren't writable either. They would remain a problem when the file itself becomes writable.
 */
const assertAccessible = (path: string): void => {
  const detail = fileObstacleAt(path)
  if (detail !== null) throw new SqliteRefused({ reason: "not_accessible", path, detail })
}

/** Throws the error that SQLite has for every write. A locked database is writable. */
const assertWritable = (db: Database.Database): void => {
  try {
    db.exec("BEGIN IMMEDIATE")
    db.exec("ROLLBACK")
  } catch (cause) {
    if (!isLocked(cause)) throw cause
  }
}

/** Refuses a Node that is older than the oldest supported one. */
export const assertNode = (path: string, version: string): void => {
  if (!isOlder(version, oldestNode)) return
  const detail = `Node ${oldestNode} or newer is required, but this is Node ${version}`
  throw new SqliteRefused({ reason: "old_node", path, detail })
}

/** Refuses a SQLite library that is older than the oldest safe one. */
export const assertLibrary = (path: string, version: string): void => {
  if (!isOlder(version, oldestLibrary)) return
  const detail = `the driver contains SQLite ${version}, but ${oldestLibrary} or newer is required`
  throw new SqliteRefused({ reason: "old_sqlite", path, detail })
}

const isOlder = (version: string, than: string): boolean => {
  const parts = version.split(".").map(Number)
  const limits = than.split(".").map(Number)
  const differing = limits.findIndex((limit, at) => limit !== (parts[at] ?? 0))
  return differing >= 0 && (parts[differing] ?? 0) < (limits[differing] ?? 0)
}

const setPragmas = (db: Database.Database, path: string): void => {
  const mode = db.pragma("journal_mode = WAL", { simple: true })
  // The driver's build changes to NORMAL with WAL, which loses commits on a power failure.
  db.pragma("synchronous = FULL")
  db.pragma(`wal_autocheckpoint = ${checkpointPages}`)
  // Otherwise savepoints would write temporary files.
  db.pragma("temp_store = MEMORY")
  if (mode !== "wal" && !db.memory) {
    const detail = `the journal mode is ${mode}, not wal`
    throw new SqliteRefused({ reason: "not_durable", path, detail })
  }
  if (db.pragma("synchronous", { simple: true }) !== 2) {
    const detail = "synchronous=FULL has no effect"
    throw new SqliteRefused({ reason: "not_durable", path, detail })
  }
}
