import {
  type AnyCollection,
  type Change,
  type CommitConflict,
  check,
  type StoragePort,
  type StorageUnavailable,
  type Stored
} from "@payloom/core"
import { Effect } from "effect"
import { type Resident, ResidentCollection } from "../cellRows.ts"
import type { CellMove } from "../directoryRows.ts"

/** The stages of a move, in their order. `undo` is the end of a move that was undone. */
export type MoveStage = "copy" | "follow" | "hand_over" | "clean_up" | "undo"

/** The progress of a move. */
export interface MoveProgress {
  readonly stage: MoveStage
  /** The number of rows that were copied, or removed from the old cell, in this stage. */
  readonly rows: number
}

/** The storages and the collections of a move. */
export interface MoveContext {
  readonly tenant: string
  readonly directory: StoragePort
  readonly from: StoragePort
  readonly to: StoragePort
  /** The number of the tenant's move. The first one is 1. */
  readonly move: number
  /** The collections of tenants' rows by their names. */
  readonly collections: ReadonlyMap<string, AnyCollection>
  readonly report: (progress: MoveProgress) => void
  /** Makes a part of a step interruptible. A freeze is not, so that it always ends. */
  readonly interruptibly: <A, E>(part: Effect.Effect<A, E>) => Effect.Effect<A, E>
  /** The times of this process in the move. */
  readonly times: MoveTimes
}

/** The times of one process in a move. */
export interface MoveTimes {
  /** The time of the freeze on the process's own clock. Null while the tenant is not frozen. */
  frozenAt: number | null
  /** The time from the freeze to the hand-over, in milliseconds. Null before it. */
  frozenMs: number | null
  /** True if this process fenced off the late commits of others before it undid the move. */
  isFenced: boolean
}

/** The end of a step. It conflicts if another process has changed the move or the tenant. */
export type Step<A = void> = Effect.Effect<A, CommitConflict | StorageUnavailable>

/** A move as it was read. */
export type StoredMove = Stored<CellMove>

/** Commits to a cell if the tenant's sign there is unchanged. So no late process writes there. */
export const fenced = (
  storage: StoragePort,
  sign: Stored<Resident>,
  changes: ReadonlyArray<Change>
): Step =>
  changes.length === 0 ? Effect.void : storage.commit([check(ResidentCollection, sign), ...changes])

/** The modes of a tenant's rows. */
export const modes = ["test", "live"] as const
