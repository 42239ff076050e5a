import { Context, type Effect, type Scope as EffectScope, type Option } from "effect"
import { withoutSecrets } from "../../kernel/logging/causeText.ts"
import { reasonOf } from "../../kernel/logging/reasonOf.ts"
import { TaggedError } from "../../kernel/primitives/TaggedError.ts"
import type { Change } from "./Change.ts"
import type { ChangeNotifications } from "./ChangeNotifications.ts"
import type { Collection, Row, Stored } from "./Collection.ts"
import type { FeedPage, FeedQuery } from "./feed.ts"
import type { OpenTransaction } from "./HostTransaction.ts"
import type { Job } from "./Job.ts"
import type { Scope } from "./Scope.ts"
import type { StorageCells } from "./StorageCells.ts"

/** A row changed between reading and writing. Read again and decide again. */
export class CommitConflict extends TaggedError("CommitConflict")<{
  /** The reason of the conflict. */
  readonly reason: "id_taken" | "key_taken" | "stale" | "missing"
  /** The name of the row's collection. */
  readonly collection: string
  /** The id of the row, or the name of the unique key that was taken. */
  readonly key: string
}> {
  override get message(): string {
    const what = `${this.reason}: ${this.key} of ${this.collection}`
    return `The commit was refused (${what}): read again and decide again.`
  }
}

/**
 * The store did not answer. The commit may or may not have happened. Read a row of the commit to
 * find out.
 */
export class StorageUnavailable extends TaggedError("StorageUnavailable")<{
  /** Why: what the database failed with. */
  readonly cause: unknown
  /** True if the disk of the database has no space left. Reads may still succeed. */
  readonly isFull?: boolean
}> {
  override get message(): string {
    const { cause, isFull = false } = this
    const reason = withoutSecrets(reasonOf(cause))
    if (isFull) {
      return (
        `The storage has no space left for a write (${reason}): free space on its disk, ` +
        "and try again, a mutation with the same idempotency key."
      )
    }
    return (
      `The storage did not answer (${reason}): check that it runs and can be reached, ` +
      "and try again, a mutation with the same idempotency key."
    )
  }
}

/** A page of rows in the order of their ids, within bounds, filtered by indexes. */
export interface PageQuery {
  /**
   * The filters: the name of an index and one value or several alternatives. All filters must
   * match.
   */
  readonly where?: Readonly<Record<string, string | ReadonlyArray<string>>>
  /** Only rows after this id in the order of the page, exclusive. */
  readonly after?: string
  /** The lower bound of ids, inclusive, in either order. */
  readonly idFrom?: string
  /** The upper bound of ids, inclusive, in either order. */
  readonly idTo?: string
  /** The order of the rows by id. */
  readonly order: "asc" | "desc"
  /** The maximum number of rows of a page. */
  readonly limit: number
}

/** A claim of due jobs. */
export interface ClaimQuery {
  /**
   * Milliseconds since the epoch. Jobs are claimed if they are due and their lease has ended by
   * then.
   */
  readonly now: number
  /** The end of the new leases, in milliseconds since the epoch. */
  readonly leaseUntil: number
  /** The maximum number of jobs. */
  readonly limit: number
  /**
   * The maximum number of jobs of one tenant, so that no tenant starves the others. Jobs that are
   * due after thousands of one tenant's jobs may be left to a later claim.
   */
  readonly perTenant: number
  /** Only jobs of these kinds, or of every kind if absent. Jobs of other kinds add no cost. */
  readonly kinds?: ReadonlyArray<string>
  /**
   * The maximum number of jobs of each kind, by its name, so that several queues are claimed from
   * together. It is `limit` for a kind without a number. Jobs of other tenants behind one tenant's
   * share are left to a later claim.
   */
  readonly perKind?: Readonly<Record<string, number>>
}

/** The keys of the requested sums, and the range of places. */
export interface SumQuery {
  /** The first key. */
  readonly keyFrom: string
  /** The last key, inclusive. */
  readonly keyTo: string
  /** Only amounts at this place or a later one. */
  readonly placeFrom?: string
  /** Only amounts at an earlier place. */
  readonly placeBefore?: string
}

/** The total that rows have added to a key. */
export interface Sum {
  readonly key: string
  readonly amount: bigint
}

/** A page of scopes, in the order of tenant and mode. */
export interface ScopeQuery {
  /** Only scopes after this one, exclusive. */
  readonly after?: Scope
  /** The maximum number of scopes of a page. */
  readonly limit: number
  /**
   * True if the scopes of databases that are down may be left out. Otherwise the read fails if one
   * of several databases is down.
   */
  readonly onlyReachable?: true
}

/** The read operations of a storage. */
export interface StorageReads {
  /** Reads the row with an id, or none. */
  readonly get: <R extends Row>(
    scope: Scope,
    of: Collection<R>,
    id: string
  ) => Effect.Effect<Option.Option<Stored<R>>, StorageUnavailable>
  /** Reads the existing rows among some ids, in the order of the ids. */
  readonly getMany: <R extends Row>(
    scope: Scope,
    of: Collection<R>,
    ids: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<Stored<R>>, StorageUnavailable>
  /** Finds the row with a value of a unique key. In the scope `any` the key must be global. */
  readonly findUnique: <R extends Row>(
    scope: Scope | "any",
    of: Collection<R>,
    key: string,
    value: string
  ) => Effect.Effect<Option.Option<Stored<R>>, StorageUnavailable>
  /** Reads a page of rows. */
  readonly page: <R extends Row>(
    scope: Scope,
    of: Collection<R>,
    query: PageQuery
  ) => Effect.Effect<ReadonlyArray<Stored<R>>, StorageUnavailable>
  /**
   * Reads rows of all scopes from a collection with a feed, in the order in which their commits
   * became visible. No row ever appears before a position that a reader got.
   */
  readonly feed: <R extends Row>(
    of: Collection<R>,
    query: FeedQuery
  ) => Effect.Effect<FeedPage<R>, StorageUnavailable>
  /** Returns the position after all rows of a part, or none if there are no rows at all. */
  readonly feedEnd: <R extends Row>(
    of: Collection<R>,
    part: number
  ) => Effect.Effect<Option.Option<string>, StorageUnavailable>
  /**
   * Reads the sums of a collection by their name, in the order of their keys. A key is present if
   * any row has added to it at the requested places, even if its total is 0. One answer contains
   * each commit entirely or not at all.
   */
  readonly sums: <R extends Row>(
    scope: Scope,
    of: Collection<R>,
    name: string,
    query: SumQuery
  ) => Effect.Effect<ReadonlyArray<Sum>, StorageUnavailable>
  /**
   * Returns the time at which the next job of these kinds can be claimed: its due time or the end
   * of its lease.
   */
  readonly nextDue: (
    kinds?: ReadonlyArray<string>
  ) => Effect.Effect<Option.Option<number>, StorageUnavailable>
  /**
   * Reads the jobs of a scope that are due before a time, leased or not, in the order of (dueAt,
   * id). Jobs of other scopes that are due then are passed by an index.
   */
  readonly dueJobs: (
    scope: Scope,
    dueBefore: number,
    limit: number
  ) => Effect.Effect<ReadonlyArray<Stored<Job>>, StorageUnavailable>
  /** Lists the kinds of existing jobs that begin with a text, in order. */
  readonly jobKinds: (prefix: string) => Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
  /**
   * Lists the scopes in which rows were ever written, for work over all accounts. The deployment's
   * may be one of them.
   */
  readonly scopes: (query: ScopeQuery) => Effect.Effect<ReadonlyArray<Scope>, StorageUnavailable>
}

/** The loss of the database under a running engine. Its data may be lost. */
export interface StorageLoss {
  /** The file that is no longer the opened one. Null if the database is a server. */
  readonly file: string | null
  /** The name of the database, if the storage has several. */
  readonly database?: string
  /**
   * The change of the file. `rewound` is a server that lacks acknowledged commits. `held` is a
   * database that is held until it is reconciled, because it was restored or has been rewound.
   */
  readonly reason: "deleted" | "replaced" | "truncated" | "rewound" | "held"
}

/**
 * The port to the database: reads, and one `commit`. A transaction is data, not a callback. So it
 * can be grouped with others, sent in one round trip, and crashed before, inside and after by a
 * simulator. The storage contract suite of `@payloom/testkit` is its full definition.
 */
export interface StoragePort extends StorageReads {
  /**
   * Commits all changes or none. All changes are of one tenant, in one mode or both, or of the
   * deployment. Other changes are a defect, because tenants may be in different databases. A
   * successful commit is durable and serializable with every other commit of its tenant. Changes
   * apply in order and unique keys are checked change by change, so a delete frees its key for a
   * later insert. A conflict is only answered after the commit that caused it is durable.
   */
  readonly commit: (
    changes: ReadonlyArray<Change>
  ) => Effect.Effect<void, CommitConflict | StorageUnavailable>
  /**
   * Claims due jobs of any scope in the order of (dueAt, id). If tenants are in several databases,
   * each of these gives a share of the limit. The jobs are leased until `leaseUntil` and their
   * versions are raised. A worker deletes or updates its job in the commit of the job's
   * effect, with the claimed version. So a worker that lost its lease changes nothing.
   */
  readonly claimDue: (
    query: ClaimQuery
  ) => Effect.Effect<ReadonlyArray<Stored<Job>>, StorageUnavailable>
  /**
   * Deletes up to `limit` rows of all scopes whose id is below `idBefore`, oldest first, from a
   * sweepable collection. Returns the number of deleted rows.
   */
  readonly sweep: <R extends Row>(
    of: Collection<R>,
    idBefore: string,
    limit: number
  ) => Effect.Effect<number, StorageUnavailable>
  /**
   * Begins a transaction for writes of the host, in the database of the scope's tenant. Its commit
   * takes changes of that tenant alone. It is rolled back at the end of the Effect scope unless it
   * was committed. Only available if the host shares the database.
   */
  readonly begin?: (
    scope: Scope
  ) => Effect.Effect<OpenTransaction, StorageUnavailable, EffectScope.Scope>
  /**
   * The names of the collections that the store has tables of, also of modules that this process
   * does not have. A copy of the store has to know all of them.
   */
  readonly storedCollections?: Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
  /** The notifications between processes on one database. Without them processes poll for work. */
  readonly wakeUps?: ChangeNotifications
  /**
   * Calls the listener once if the database under the storage is lost. From then on every call
   * fails with `StorageUnavailable`, until the process restarts. Returns a function that removes
   * the listener.
   */
  readonly hearLoss?: (listener: (loss: StorageLoss) => void) => () => void
  /**
   * Fails if the last commit failed because of the disk, and a small write still fails. Without
   * such a failure it does nothing. Monitors use it, because reads succeed on a full disk. Returns
   * the names of the databases whose disk is full, if the storage has several and one takes writes.
   */
  readonly checkWrites?: Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
  /** Returns the databases of a storage that has several, by which telemetry tells them apart. */
  readonly databases?: () => ReadonlyArray<StorageDatabase>
  /** Answers questions of operators about the cells, if the storage has some. */
  readonly cells?: StorageCells
  /** The name of the database for telemetry, such as `sqlite` or `postgresql`. */
  readonly system?: string
}

/** One of several databases of a storage. */
export interface StorageDatabase extends Pick<StorageReads, "nextDue"> {
  readonly name: string
  /** False if it did not answer last time. Its tenants can't pay. All others can. */
  readonly isReachable: boolean
}

/** The storage of an engine. */
export class Storage extends Context.Service<Storage, StoragePort>()(
  "@payloom/core/platform/storage/Storage"
) {}
