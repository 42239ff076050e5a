import type { Effect } from "effect"
import type { StorageUnavailable } from "./Storage.ts"

/** A cell, one of several databases of a storage, as an operator sees it. */
export interface CellState {
  readonly name: string
  /**
   * - `up`: it answers.
   * - `down`: it does not answer. Its tenants can't pay.
   * - `refused`: its storage is not that of the cell, or its tables are of another release.
   * - `new`: it is in the options, and no engine has used it yet.
   * - `missing`: the directory has it, and the options do not. Its tenants can't pay.
   */
  readonly state: "up" | "down" | "refused" | "new" | "missing"
  /** The number of tenants that are in the cell. */
  readonly tenants: number
  /** True if it was drained, so that it gets no new tenants. */
  readonly isDrained: boolean
  /**
   * The time at which the oldest late job was due, in milliseconds since the epoch. Null if no job
   * is late, or if the cell is not up.
   */
  readonly lateSince: number | null
  /**
   * The number of alerts that nobody has taken: of the first 200 tenants by mode, and at most 100
   * of each. Null if the cell is not up.
   */
  readonly openAlerts: number | null
  /** The reason of the state, in a sentence. Null if the cell is up or new. */
  readonly problem: string | null
  /**
   * The reason for programs, if the storage refused to open: `other_release` if its tables are
   * those of another release, or another reason of the adapter. Else null.
   */
  readonly reason: string | null
}

/** A move of a tenant that is not finished. */
export interface UnfinishedMove {
  readonly tenant: string
  readonly from: string
  readonly to: string
  /**
   * The rows are copied first (`copying`). Then only changes are copied (`following`). Then no
   * commit of the tenant is possible (`frozen`), until the tenant is in the other cell (`handed`)
   * and its old rows are removed. A move that is undone is `undoing`.
   */
  readonly phase: "copying" | "following" | "frozen" | "handed" | "undoing"
}

/** The cells of a directory, and the moves between them. */
export interface CellsOverview {
  /** The cells, sorted by name. */
  readonly cells: ReadonlyArray<CellState>
  /** The moves that are not finished. Some of them may run now. */
  readonly moves: ReadonlyArray<UnfinishedMove>
}

/** The cell of a tenant. */
export interface TenantCell {
  readonly name: string
  /** False if it does not answer. */
  readonly isReachable: boolean
  /** The move of the tenant. Null if the tenant doesn't move. */
  readonly move: UnfinishedMove | null
}

/** Answers questions of operators about the cells of a storage. */
export interface StorageCells {
  /**
   * Returns the state of all cells. `now` is the engine's time, in milliseconds since the epoch.
   * Takes at most some seconds if a cell is silent.
   */
  readonly overview: (now: number) => Effect.Effect<CellsOverview, StorageUnavailable>
  /** Returns the names of the cells that did not answer last time. */
  readonly down: () => ReadonlyArray<string>
  /** Returns the cell of a tenant. Null if nothing was ever written for the tenant. */
  readonly cellOf: (tenant: string) => Effect.Effect<TenantCell | null, StorageUnavailable>
}
