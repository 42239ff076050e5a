import type { StorageLoss } from "@payloom/core"
import type Database from "better-sqlite3"
import { DatabaseFiles } from "./DatabaseFiles.ts"
import type { WatchedFile } from "./fileStates.ts"

/** The values that are bound to a statement. */
export type Bindings = ReadonlyArray<string | number | bigint | null>

/** A statement whose rows are arrays of their columns, which is the fastest form. */
export type RowStatement<Columns extends ReadonlyArray<unknown>> = Database.Statement<
  [Bindings],
  Columns
>

/** One open database. Each statement is prepared once. */
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

  /** Watches the files of the database from now on. A database in memory has none. */
  watch(files: ReadonlyArray<WatchedFile>): void {
    this.#files = files.length === 0 ? null : new DatabaseFiles(this, files)
  }

  /** Throws if a file of the database is known to be lost. Call it before a write. */
  assertNotLost(): void {
    this.#files?.assertNotLost()
  }

  /**
   * Throws if a file of the database was lost, or if that can't be determined. Call it before a
   * read is used, and before a commit is confirmed.
   */
  assertPresent(): void {
    this.#files?.assertPresent()
  }

  /** Calls the listener once if a file is lost, until the returned function is called. */
  hearLoss(listener: (loss: StorageLoss) => void): () => void {
    return this.#files?.hear(listener) ?? (() => undefined)
  }

  /** Returns a statement that writes, or whose result is not used. */
  write(sql: string): Database.Statement<[Bindings], unknown> {
    return this.#statement(sql, (statement) => statement)
  }

  /** Returns a statement that reads rows, each an array of its columns. */
  read<Columns extends ReadonlyArray<unknown>>(sql: string): RowStatement<Columns> {
    const statement = this.#statement(sql, (prepared) => prepared.raw())
    return statement as RowStatement<Columns>
  }

  /** Returns a statement that reads integers as bigints, because they have 64 bits. */
  readExactly<Columns extends ReadonlyArray<unknown>>(sql: string): RowStatement<Columns> {
    const statement = this.#statement(sql, (prepared) => prepared.raw().safeIntegers())
    return statement as RowStatement<Columns>
  }

  /**
   * Runs the work in a transaction that holds the write lock from the start. Throws without any
   * change while another connection holds the lock, and also if a file of the database was lost.
   */
  transaction<A>(work: () => A): A {
    this.endSnapshot()
    const made = this.db.transaction(work).immediate()
    this.assertPresent()
    return made
  }

  /**
   * Runs long work in such a transaction, step by step, so that other code runs in between. Nothing
   * else may use the connection until it ends. If the generator is left or throws, everything is
   * rolled back. Within another such transaction, the work is a part of that transaction.
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
   * Begins a snapshot that the following reads share, because opening one takes longer than most
   * reads. It ends before other code runs, so it is never older than the call that reads.
   */
  beginSnapshot(): void {
    if (this.#snapshot || this.db.inTransaction) return
    this.#begin.run([])
    this.#snapshot = true
    // First of all, because a snapshot that stays open would return old rows.
    queueMicrotask(() => this.endSnapshot())
    this.#detectChanges()
  }

  /** The number of times that a snapshot found writes of another connection. */
  get changesElsewhere(): number {
    return this.#changesElsewhere
  }

  /** The first read of a snapshot. Its result is valid for the whole snapshot. */
  #detectChanges(): void {
    const [version] = this.#version.get([]) ?? [0]
    if (version !== this.#dataVersion) this.#changesElsewhere += 1
    this.#dataVersion = version
  }

  /**
   * Ends the snapshot, if there is one. A write needs this, because it must see the latest rows.
   */
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
