import type { Effect } from "effect"
import type { Change } from "./Change.ts"
import type { CommitConflict, StorageUnavailable } from "./Storage.ts"

declare const ofHost: unique symbol

/**
 * A transaction of the database that the engine shares with its host: what is written in it is
 * committed with what the engine writes, or not at all. What to write with, the storage's adapter
 * says; with `@payloom/adapter-postgres` it is `clientOf(transaction)`.
 */
export interface HostTransaction {
  readonly [ofHost]: true
}

/** A transaction that was begun. It is rolled back where it is left without a commit. */
export interface OpenTransaction {
  readonly host: HostTransaction
  /** Why it can't be committed, where the host has left it so; null otherwise. */
  readonly failure: Effect.Effect<string | null, StorageUnavailable>
  /** Commits what the host has written, and these changes with it. */
  readonly commit: (
    changes: ReadonlyArray<Change>
  ) => Effect.Effect<void, CommitConflict | StorageUnavailable>
}
