import type { Effect } from "effect"
import type { Change } from "./Change.ts"
import type { CommitConflict, StorageUnavailable } from "./Storage.ts"

declare const ofHost: unique symbol

/**
 * A transaction of a database that the engine shares with its host. The host's writes and the
 * engine's writes are committed together or not at all. The storage's adapter has the function to
 * write with: with `@payloom/adapter-postgres` it is `clientOf(transaction)`.
 */
export interface HostTransaction {
  readonly [ofHost]: true
}

/** An open transaction. It is rolled back if it is not committed. */
export interface OpenTransaction {
  readonly host: HostTransaction
  /** Returns the reason why the transaction can't be committed after the host's writes, or null. */
  readonly failure: Effect.Effect<string | null, StorageUnavailable>
  /** Commits the host's writes together with these changes. */
  readonly commit: (
    changes: ReadonlyArray<Change>
  ) => Effect.Effect<void, CommitConflict | StorageUnavailable>
}
