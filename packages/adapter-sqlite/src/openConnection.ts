import Database from "better-sqlite3"
import { Connection } from "./Connection.ts"
import { migrate } from "./migrations.ts"
import { SqliteRefused } from "./SqliteRefused.ts"

/**
 * Before 3.51.3, a checkpoint that races a writer can lose committed pages of the write-ahead log.
 */
const oldestLibrary = "3.51.3"

/** Pages in the log before it is moved into the database: a tenth of the p99 that 1000 gives. */
const checkpointPages = 4000

/**
 * Opens a database for durable writing and brings its schema up to date. Throws `SqliteRefused`,
 * or what the driver threw.
 */
export const openConnection = (path: string, busyTimeoutMs: number): Connection => {
  const db = new Database(path, { timeout: busyTimeoutMs })
  try {
    assertLibrary(path, String(db.prepare("SELECT sqlite_version()").pluck().get()))
    setPragmas(db, path, busyTimeoutMs)
    const connection = new Connection(db)
    migrate(connection, path)
    return connection
  } catch (cause) {
    db.close()
    throw cause
  }
}

/** Refuses a SQLite library that is older than the oldest one to trust. */
export const assertLibrary = (path: string, version: string): void => {
  if (!isOlder(version, oldestLibrary)) return
  const detail = `SQLite ${version} is older than ${oldestLibrary}`
  throw new SqliteRefused({ reason: "old_sqlite", path, detail })
}

const isOlder = (version: string, than: string): boolean => {
  const parts = version.split(".").map(Number)
  const limits = than.split(".").map(Number)
  const differing = limits.findIndex((limit, at) => limit !== (parts[at] ?? 0))
  return differing >= 0 && (parts[differing] ?? 0) < (limits[differing] ?? 0)
}

const setPragmas = (db: Database.Database, path: string, busyTimeoutMs: number): void => {
  const mode = switchToWal(db, busyTimeoutMs)
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

const retryAfterMs = 5

/** The one statement for which SQLite itself doesn't wait, when others open a new file as well. */
const switchToWal = (db: Database.Database, busyTimeoutMs: number): unknown => {
  for (let waitedMs = 0; ; waitedMs += retryAfterMs) {
    try {
      return db.pragma("journal_mode = WAL", { simple: true })
    } catch (cause) {
      const { code } = cause instanceof Database.SqliteError ? cause : { code: null }
      if (code !== "SQLITE_BUSY" || waitedMs >= busyTimeoutMs) throw cause
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryAfterMs)
    }
  }
}
