import { Context, type Effect, type Scope as EffectScope, type Option } from "effect"
import { withoutSecrets } from "../../kernel/logging/causeText.ts"
import { TaggedError } from "../../kernel/primitives/TaggedError.ts"
import type { Change } from "./Change.ts"
import type { ChangeNotifications } from "./ChangeNotifications.ts"
import type { Collection, Row, Stored } from "./Collection.ts"
import type { FeedPage, FeedQuery } from "./feed.ts"
import type { OpenTransaction } from "./HostTransaction.ts"
import type { Job } from "./Job.ts"
import type { Scope } from "./Scope.ts"

/** The world moved between reading and writing: read again and decide again. */
export class CommitConflict extends TaggedError("CommitConflict")<{
  /** What another commit had done before. */
  readonly reason: "id_taken" | "key_taken" | "stale" | "missing"
  /** The name of the collection that the row is of. */
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
 * The store did not answer. A commit may or may not have happened: re-read by an own id, never
 * assume.
 */
export class StorageUnavailable extends TaggedError("StorageUnavailable")<{
  /** Why: what the database failed with. */
  readonly cause: unknown
}> {
  override get message(): string {
    const { cause } = this
    const reason = withoutSecrets(cause instanceof Error ? cause.message : String(cause))
    return (
      `The storage did not answer (${reason}): check that it runs and can be reached, ` +
      "and try again, a mutation with the same idempotency key."
    )
  }
}

/** A keyset page: rows in the order of their ids, between bounds, filtered on indexes. */
export interface PageQuery {
  /** Index name to a value, or to values any of which will do. All of them must hold. */
  readonly where?: Readonly<Record<string, string | ReadonlyArray<string>>>
  /** Only rows behind this id in the page's own order, itself excluded. */
  readonly after?: string
  /** Inclusive bounds on the id, whatever the order. */
  readonly idFrom?: string
  /** The upper of the two. */
  readonly idTo?: string
  /** Of the rows' ids. */
  readonly order: "asc" | "desc"
  /** How many rows at most. */
  readonly limit: number
}

/** Which jobs to claim, and for how long. */
export interface ClaimQuery {
  /** Milliseconds since the epoch: jobs due by then, whose lease is over by then. */
  readonly now: number
  /** Until when they are leased, in milliseconds since the epoch. */
  readonly leaseUntil: number
  /** How many jobs at most. */
  readonly limit: number
  /**
   * At most so many jobs of one tenant, so that none starves the others. What they have behind one
   * tenant's thousands may be left to a later claim.
   */
  readonly perTenant: number
  /** Of these kinds alone; of every kind without it. What others wait for costs nothing then. */
  readonly kinds?: ReadonlyArray<string>
  /**
   * At most so many jobs of a kind, by its name, so that several queues are claimed from together.
   * A kind without a number has `limit`. With it, jobs of tenants behind another's share are left
   * to a later claim.
   */
  readonly perKind?: Readonly<Record<string, number>>
}

/** Which sums are asked for, and over which places. */
export interface SumQuery {
  /** The first key. */
  readonly keyFrom: string
  /** The last one, itself included. */
  readonly keyTo: string
  /** Only what was added at this place or a later one. */
  readonly placeFrom?: string
  /** Only what was added at an earlier place. */
  readonly placeBefore?: string
}

/** What the rows have added to a key. */
export interface Sum {
  readonly key: string
  readonly amount: bigint
}

/** A page of scopes, in the order of tenant and mode. */
export interface ScopeQuery {
  /** Only scopes behind this one, itself excluded. */
  readonly after?: Scope
  /** How many scopes at most. */
  readonly limit: number
}

/** What can be read of a storage. */
export interface StorageReads {
  /** The row with this id, if there is one. */
  readonly get: <R extends Row>(
    scope: Scope,
    of: Collection<R>,
    id: string
  ) => Effect.Effect<Option.Option<Stored<R>>, StorageUnavailable>
  /** Those of the rows that exist, in the order of the ids asked for. */
  readonly getMany: <R extends Row>(
    scope: Scope,
    of: Collection<R>,
    ids: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<Stored<R>>, StorageUnavailable>
  /** The row with this value of a unique key; in scope `any` the key must be a global one. */
  readonly findUnique: <R extends Row>(
    scope: Scope | "any",
    of: Collection<R>,
    key: string,
    value: string
  ) => Effect.Effect<Option.Option<Stored<R>>, StorageUnavailable>
  /** The rows that a query finds, in its order. */
  readonly page: <R extends Row>(
    scope: Scope,
    of: Collection<R>,
    query: PageQuery
  ) => Effect.Effect<ReadonlyArray<Stored<R>>, StorageUnavailable>
  /**
   * Rows of all scopes, of a collection that has a feed, in the order in which their commits became
   * visible: none ever appears before a position that a reader was given.
   */
  readonly feed: <R extends Row>(
    of: Collection<R>,
    query: FeedQuery
  ) => Effect.Effect<FeedPage<R>, StorageUnavailable>
  /** The position behind all rows of a part that there are; none where there are none at all. */
  readonly feedEnd: <R extends Row>(
    of: Collection<R>,
    part: number
  ) => Effect.Effect<Option.Option<string>, StorageUnavailable>
  /**
   * Sums of a collection by their name, in the order of their keys: of each key that any row has
   * added to at the places asked for, also where it all comes to 0. In one answer, each commit is
   * there as a whole or not at all.
   */
  readonly sums: <R extends Row>(
    scope: Scope,
    of: Collection<R>,
    name: string,
    query: SumQuery
  ) => Effect.Effect<ReadonlyArray<Sum>, StorageUnavailable>
  /** When the next job of these kinds can be claimed: its due time, or the end of its lease. */
  readonly nextDue: (
    kinds?: ReadonlyArray<string>
  ) => Effect.Effect<Option.Option<number>, StorageUnavailable>
  /** The kinds that there are jobs of, and that begin with a text, in their order. */
  readonly jobKinds: (prefix: string) => Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
  /** The scopes in which rows were ever written, for work that is done for all accounts. */
  readonly scopes: (query: ScopeQuery) => Effect.Effect<ReadonlyArray<Scope>, StorageUnavailable>
}

/** The database under a running engine is gone: what it had may be lost. */
export interface StorageLoss {
  /** The file that is not the one that was opened any more. */
  readonly file: string
  /** What happened to the file. */
  readonly reason: "deleted" | "replaced" | "truncated"
}

/**
 * The port to the database: reads, and one `commit`. A transaction is data, not a callback, so it
 * can be grouped with others, sent in one round trip, and crashed before, inside and after by a
 * simulator. The storage contract suite of `@payloom/testkit` is its full definition.
 */
export interface StoragePort extends StorageReads {
  /**
   * All or nothing, durable when it succeeds, serializable with every other commit. Changes
   * apply in order and unique keys are checked change by change: a delete frees its key for the
   * insert behind it. A conflict is answered only once what it was judged against is durable.
   */
  readonly commit: (
    changes: ReadonlyArray<Change>
  ) => Effect.Effect<void, CommitConflict | StorageUnavailable>
  /**
   * Jobs of any scope in the order of (dueAt, id), leased until `leaseUntil`, their
   * versions raised. A worker deletes or moves its job in the commit of the job's effect, naming
   * that version: one that lost its lease changes nothing.
   */
  readonly claimDue: (
    query: ClaimQuery
  ) => Effect.Effect<ReadonlyArray<Stored<Job>>, StorageUnavailable>
  /**
   * Deletes up to `limit` rows of every scope whose id is below `idBefore`, oldest first, of a
   * collection that is sweepable. Answers how many.
   */
  readonly sweep: <R extends Row>(
    of: Collection<R>,
    idBefore: string,
    limit: number
  ) => Effect.Effect<number, StorageUnavailable>
  /**
   * Begins a transaction that the host writes in; it is rolled back with the scope where it was
   * not committed. Only where the database is the host's too.
   */
  readonly begin?: Effect.Effect<OpenTransaction, StorageUnavailable, EffectScope.Scope>
  /** How processes on one database wake each other; without it they look for work now and then. */
  readonly wakeUps?: ChangeNotifications
  /**
   * Calls the listener once if the database under the storage is lost, until the returned function
   * is called. From then on every call fails with `StorageUnavailable`, until the process restarts.
   */
  readonly hearLoss?: (listener: (loss: StorageLoss) => void) => () => void
}

/** The storage that an engine works on. */
export class Storage extends Context.Service<Storage, StoragePort>()(
  "@payloom/core/platform/storage/Storage"
) {}
