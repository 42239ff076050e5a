import Database from "better-sqlite3"
import { migrate } from "./migrations.ts"
import { SqliteRefused } from "./SqliteRefused.ts"

/** Values that are bound to a statement. */
export type Bindings = ReadonlyArray<string | number | null>

/** A statement whose rows come as arrays of their columns, the cheapest form. */
export type RowStatement<Columns extends ReadonlyArray<unknown>> = Database.Statement<
  [Bindings],
  Columns
>

/**
 * Before 3.51.3, a checkpoint that races a writer can lose committed pages of the write-ahead log.
 */
const oldestLibrary = "3.51.3"

/** Pages in the log before it is moved into the database: a tenth of the p99 that 1000 gives. */
const checkpointPages = 4000

/** One open database, with its statements prepared once each. */
export class Connection {
  readonly db: Database.Database
  #snapshot = false
  #dataVersion = 0
  #changesElsewhere = 0
  readonly #statements = new Map<string, Database.Statement<[Bindings], unknown>>()
  readonly #begin: Database.Statement<[Bindings], unknown>
  readonly #commit: Database.Statement<[Bindings], unknown>
  readonly #version: RowStatement<readonly [number]>

  constructor(db: Database.Database) {
    this.db = db
    this.#begin = this.write("BEGIN")
    this.#commit = this.write("COMMIT")
    this.#version = this.read("PRAGMA data_version")
  }

  /** A statement that writes, or whose result doesn't matter. */
  write(sql: string): Database.Statement<[Bindings], unknown> {
    return this.#statement(sql, (statement) => statement)
  }

  /** A statement that answers rows, each an array of its columns. */
  read<Columns extends ReadonlyArray<unknown>>(sql: string): RowStatement<Columns> {
    const statement = this.#statement(sql, (prepared) => prepared.raw())
    return statement as RowStatement<Columns>
  }

  /** Runs the work in a transaction that holds the write lock from the start. */
  transaction<A>(work: () => A): A {
    this.endSnapshot()
    return this.db.transaction(work).immediate()
  }

  /**
   * Lets the reads that follow in this go share one snapshot: opening one takes longer than most
   * reads. It ends before anything else runs, so it is never older than the call that reads.
   */
  beginSnapshot(): void {
    if (this.#snapshot || this.db.inTransaction) return
    this.#begin.run([])
    this.#snapshot = true
    // Before anything can fail: a snapshot left open would answer what is long past.
    queueMicrotask(() => this.endSnapshot())
    this.#noticeChanges()
  }

  /** How often the current snapshot, or one before it, found that another connection wrote. */
  get changesElsewhere(): number {
    return this.#changesElsewhere
  }

  /** The first read of a snapshot: what it answers holds for the rest. */
  #noticeChanges(): void {
    const [version] = this.#version.get([]) ?? [0]
    if (version !== this.#dataVersion) this.#changesElsewhere += 1
    this.#dataVersion = version
  }

  /** Ends the snapshot, if there is one: before a write, which must see the latest. */
  endSnapshot(): void {
    if (!this.#snapshot) return
    this.#snapshot = false
    if (this.db.inTransaction) this.#commit.run([])
  }

  #statement(
    sql: string,
    configure: (
      statement: Database.Statement<[Bindings], unknown>
    ) => Database.Statement<[Bindings], unknown>
  ): Database.Statement<[Bindings], unknown> {
    const cached = this.#statements.get(sql)
    if (cached !== undefined) return cached
    const prepared = configure(this.db.prepare<[Bindings], unknown>(sql))
    this.#statements.set(sql, prepared)
    return prepared
  }
}

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
