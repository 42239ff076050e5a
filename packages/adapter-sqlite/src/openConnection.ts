import { closeSync, openSync } from "node:fs"
import type Database from "better-sqlite3"
import { Connection } from "./Connection.ts"
import { openSameFile, watchedFiles } from "./fileStates.ts"
import { isLocked } from "./lockWaits.ts"
import { assertOwn } from "./migrations.ts"
import { fileObstacleAt, isNoFile } from "./obstacleAt.ts"
import { SqliteRefused } from "./SqliteRefused.ts"

/**
 * Before 3.51.3, a checkpoint that races a writer can lose committed pages of the write-ahead log.
 */
const oldestLibrary = "3.51.3"

/** Pages in the log before it is moved into the database: a tenth of the p99 that 1000 gives. */
const checkpointPages = 4000

/** The oldest Node that the driver's native code runs on; an older one it crashes. */
const oldestNode = "22.18.0"

/**
 * Opens a database for durable writing; its tables are as they were. Throws `SqliteRefused`, or
 * what the driver threw: that it is locked, for instance, which is never waited for here.
 */
export const openConnection = (path: string, busyTimeoutMs: number): Connection => {
  // Before the driver is asked for anything: that would load its native code.
  assertNode(path, process.versions.node)
  createPrivate(path)
  assertAccessible(path)
  const db = openSameFile(path)
  try {
    assertLibrary(path, String(db.prepare("SELECT sqlite_version()").pluck().get()))
    const connection = new Connection(db, busyTimeoutMs)
    // Before anything is written, so that what isn't ours stays as it is.
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
 * What is stored is personal data: a new file is its owner's alone, and so are the files that
 * SQLite keeps beside it. Where it can't be made, opening it says why.
 */
const createPrivate = (path: string): void => {
  if (isNoFile(path)) return
  try {
    closeSync(openSync(path, "wx", 0o600))
  } catch {
    // It is there already, as it is on every start but the first, or opening it fails too.
  }
}

/**
 * Refuses a file that may not be written. SQLite would open it all the same, to be read, and leave
 * files beside it that are as unwritable: in the way even once the file itself may be written.
 */
const assertAccessible = (path: string): void => {
  const detail = fileObstacleAt(path)
  if (detail !== null) throw new SqliteRefused({ reason: "not_accessible", path, detail })
}

/**
 * Throws what SQLite would answer to every write. Whoever finds the database locked may write it,
 * or would have been told something else.
 */
const assertWritable = (db: Database.Database): void => {
  try {
    db.exec("BEGIN IMMEDIATE")
    db.exec("ROLLBACK")
  } catch (cause) {
    if (!isLocked(cause)) throw cause
  }
}

/** Refuses a Node that is older than the oldest one to run on. */
export const assertNode = (path: string, version: string): void => {
  if (!isOlder(version, oldestNode)) return
  const detail = `it takes Node ${oldestNode} or newer, and this is Node ${version}`
  throw new SqliteRefused({ reason: "old_node", path, detail })
}

/** Refuses a SQLite library that is older than the oldest one to trust. */
export const assertLibrary = (path: string, version: string): void => {
  if (!isOlder(version, oldestLibrary)) return
  const detail = `the driver brings SQLite ${version}, and it takes ${oldestLibrary} or newer`
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
  // The driver's build falls to NORMAL on the switch to WAL, which loses commits on power failure.
  db.pragma("synchronous = FULL")
  db.pragma(`wal_autocheckpoint = ${checkpointPages}`)
  // Savepoints would spill to files otherwise.
  db.pragma("temp_store = MEMORY")
  if (mode !== "wal" && !db.memory) {
    const detail = `the journal mode is ${mode}, not wal`
    throw new SqliteRefused({ reason: "not_durable", path, detail })
  }
  if (db.pragma("synchronous", { simple: true }) !== 2) {
    const detail = "synchronous=FULL did not take"
    throw new SqliteRefused({ reason: "not_durable", path, detail })
  }
}
