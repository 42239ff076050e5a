import type { Collection, Row, Stored } from "../platform/storage/Collection.ts"
import type { PageQuery } from "../platform/storage/Storage.ts"
import type { ModuleEvent } from "./ModuleEvent.ts"
import type { ModuleJob } from "./ModuleJob.ts"

declare const madeByContext: unique symbol

/** A change that a module decides on. Only the context of the decision makes one. */
export interface ModuleChange {
  readonly [madeByContext]: true
}

/** The changes that one function of the context returns, such as `insert` or `post`. */
export type ModuleChanges = ReadonlyArray<ModuleChange>

/** A transfer between two accounts of a module. */
export interface ModulePosting {
  /** The movement, which begins with the module's name and a dot. */
  readonly kind: string
  /** The account that is debited. */
  readonly debit: string
  /** The account that is credited. */
  readonly credit: string
  /** In minor units, more than zero. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: string
  /** The id of the payment that it belongs to, if any. */
  readonly payment?: string
}

/**
 * The reads of a module: the rows of one tenant in one mode, also those of core. A row that was
 * read by its id or by a key must be unchanged when the decision is committed. Otherwise it is read
 * and decided again. A read that fails rejects with `StorageUnavailable`: let it pass.
 */
export interface ModuleReads {
  /** The time of the decision, in milliseconds since the epoch. */
  readonly now: number
  /** Reads the row with an id. Null if there is none. */
  readonly get: <R extends Row>(of: Collection<R>, id: string) => Promise<Stored<R> | null>
  /**
   * Finds the row with a value of a unique key: `key` is its name in `unique` of the collection.
   * Null if there is no such row.
   */
  readonly find: <R extends Row>(
    of: Collection<R>,
    key: string,
    value: string
  ) => Promise<Stored<R> | null>
  /**
   * Reads a page of at most 100 rows in the order of their ids, which is the order of creation for
   * ids of `newId`. `where` filters by `indexes` of the collection. The rows may change before the
   * decision is committed.
   */
  readonly page: <R extends Row>(
    of: Collection<R>,
    query: PageQuery
  ) => Promise<ReadonlyArray<Stored<R>>>
  /** Reads the balance of an account of the ledger: debits less credits, in minor units. */
  readonly balance: (account: string, currency: string) => Promise<bigint>
}

/** The reads of a module, and the functions that make its changes. */
export interface ModuleContext extends ModuleReads {
  /** Returns a new id: the prefix of 1 to 12 lower-case letters, an underscore and a ULID. */
  readonly newId: (prefix: string) => string
  /** Adds a row to a table of the module, and records events about it. */
  readonly insert: <R extends Row>(
    of: Collection<R>,
    row: R,
    ...events: ReadonlyArray<ModuleEvent<R>>
  ) => ModuleChanges
  /** Replaces a row of a table of the module, and records events about it. */
  readonly update: <R extends Row>(
    of: Collection<R>,
    stored: Stored<R>,
    row: R,
    ...events: ReadonlyArray<ModuleEvent<R>>
  ) => ModuleChanges
  /** Removes a row of a table of the module. */
  readonly remove: <R extends Row>(of: Collection<R>, stored: Stored<R>) => ModuleChanges
  /** Requires that a row of a page is unchanged when the decision is committed. */
  readonly check: <R extends Row>(of: Collection<R>, stored: Stored<R>) => ModuleChanges
  /** Books a transfer between two accounts of the module. */
  readonly post: (posting: ModulePosting) => ModuleChanges
  /**
   * Schedules a job of the module about a subject, a text of 1 to 255 characters such as the id of
   * a row. `dueAt` is in milliseconds since the epoch. A time in the past means now. If the subject
   * has such a job already, its time changes.
   */
  readonly schedule: (job: ModuleJob, subject: string, dueAt: number) => Promise<ModuleChanges>
  /** Removes the job about a subject, if there is one. */
  readonly unschedule: (job: ModuleJob, subject: string) => Promise<ModuleChanges>
}
