import type { StorageLoss } from "@payloom/core"
import type Database from "better-sqlite3"
import { DatabaseFiles } from "./DatabaseFiles.ts"
import type { WatchedFile } from "./fileStates.ts"

/** Values that are bound to a statement. */
export type Bindings = ReadonlyArray<string | number | bigint | null>

/** A statement whose rows come as arrays of their columns, the cheapest form. */
export type RowStatement<Columns extends ReadonlyArray<unknown>> = Database.Statement<
  [Bindings],
  Columns
>

/** One open database, with its statements prepared once each. */
export class Connection {
  readonly db: Database.Database
  /** How long to wait for a lock that another connection holds, in milliseconds. */
  readonly busyTimeoutMs: number
  #snapshot = false
  #dataVersion = 0
  #changesElsewhere = 0
  #files: DatabaseFiles | null = null
  readonly #statements = new Map<string, Database.Statement<[Bindings], unknown>>()
  readonly #begin: Database.Statement<[Bindings], unknown>
  readonly #commit: Database.Statement<[Bindings], unknown>
  readonly #version: RowStatement<readonly [number]>

  constructor(db: Database.Database, busyTimeoutMs: number) {
    this.db = db
    this.busyTimeoutMs = busyTimeoutMs
    this.#begin = this.write("BEGIN")
    this.#commit = this.write("COMMIT")
    this.#version = this.read("PRAGMA data_version")
  }

  /** Watches over the files of the database from now on. In memory there are none. */
  watch(files: ReadonlyArray<WatchedFile>): void {
    this.#files = files.length === 0 ? null : new DatabaseFiles(this, files)
  }

  /** Throws if a file of the database is known to be lost. To be called before a write. */
  assertNotLost(): void {
    this.#files?.assertNotLost()
  }

  /**
   * Throws if a file of the database was lost, or if that can't be told. To be called before what
   * was read is relied on, and before a commit is answered as done.
   */
  assertPresent(): void {
    this.#files?.assertPresent()
  }

  /** Calls the listener once if a file is lost, until the returned function is called. */
  hearLoss(listener: (loss: StorageLoss) => void): () => void {
    return this.#files?.hear(listener) ?? (() => undefined)
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

  /** The same, whose integers are bigints: of 64 bits, they may be more than a number holds. */
  readExactly<Columns extends ReadonlyArray<unknown>>(sql: string): RowStatement<Columns> {
    const statement = this.#statement(sql, (prepared) => prepared.raw().safeIntegers())
    return statement as RowStatement<Columns>
  }

  /**
   * Runs the work in a transaction that holds the write lock from the start. Throws, with nothing
   * done, while another connection holds it. Throws as well if a file of the database was lost.
   */
  transaction<A>(work: () => A): A {
    this.endSnapshot()
    const made = this.db.transaction(work).immediate()
    this.assertPresent()
    return made
  }

  /**
   * The same for work that takes long: it is done step by step, so that others have their turn in
   * between. Nothing else may use the connection until it is over; where it is left, or throws, all
   * is rolled back. Within another such transaction it is a part of that one.
   */
  *transactionInSteps(work: () => Generator<void>): Generator<void> {
    this.endSnapshot()
    if (this.db.inTransaction) return yield* work()
    this.db.exec("BEGIN IMMEDIATE")
    try {
      yield* work()
      this.db.exec("COMMIT")
    } finally {
      if (this.db.inTransaction) this.db.exec("ROLLBACK")
    }
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
    this.#notificationChanges()
  }

  /** How often the current snapshot, or one before it, found that another connection wrote. */
  get changesElsewhere(): number {
    return this.#changesElsewhere
  }

  /** The first read of a snapshot: what it answers holds for the rest. */
  #notificationChanges(): void {
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
