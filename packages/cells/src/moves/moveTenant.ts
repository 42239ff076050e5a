import type { StorageUnavailable } from "@payloom/core"
import { Effect } from "effect"
import type { CellsRefused } from "../CellsRefused.ts"
import type { CellsOptions } from "../cells.ts"
import type { MoveProgress } from "./MoveContext.ts"
import type { MoveRefused } from "./MoveRefused.ts"
import { openForMoves, type TableModules } from "./openForMoves.ts"
import { type MovedTenant, runMove, runUndo } from "./runMove.ts"

/** A tenant to move, and its new cell. */
export interface TenantMove {
  /** The id of the tenant. */
  readonly tenant: string
  /** The name of the new cell. */
  readonly to: string
  /** The modules of the engines on the cells. Their tables are copied too. */
  readonly modules?: TableModules
  /** Is called after each page of rows. */
  readonly onProgress?: (progress: MoveProgress) => void
}

/** The errors of a move, beside those of the storages. */
export type MoveError = CellsRefused | MoveRefused | StorageUnavailable

/**
 * Moves a tenant to another cell while it pays. Engines on the cells continue. Takes the options of
 * `cells`, with the same storages as the engines.
 *
 * Copies all rows, then the changes since. Then commits of the tenant wait until the rest is copied
 * and the directory names the new cell. This takes less than a second. A commit that waits longer
 * fails with `StorageUnavailable`. Then the rows in the old cell are removed, except those of
 * append-only tables.
 *
 * Call it again if it failed, was interrupted, or its process died: it continues. An interruption
 * never leaves the tenant frozen. If two processes move a tenant to the same cell at once, both
 * succeed, and `by` says which one finished. To another cell, one fails with `MoveRefused`. Fails
 * also with `CellsRefused`, and with the errors of the storages.
 *
 * ```ts
 * const storages = {
 *   directory: sqlite("directory.db"),
 *   cells: { a: sqlite("a.db"), b: sqlite("b.db") }
 * }
 * await Effect.runPromise(moveTenant(storages, { tenant: account.id, to: "b" }))
 * ```
 */
export const moveTenant = <E>(
  storages: CellsOptions<E>,
  { tenant, to, modules = [], onProgress = () => undefined }: TenantMove
): Effect.Effect<MovedTenant, MoveError | E> =>
  Effect.scoped(
    Effect.flatMap(openForMoves(storages, modules), (opened) =>
      runMove(opened, { tenant, to, onProgress })
    )
  )

/**
 * Undoes a move that is not finished: the tenant stays in its cell, and the copied rows are removed
 * from the other one, except those of append-only tables. A process that moves the tenant meanwhile
 * fails with `MoveRefused`. Fails with `MoveRefused` if the tenant does not move, or is in the new
 * cell already.
 */
export const undoMove = <E>(
  storages: CellsOptions<E>,
  { tenant, modules = [], onProgress = () => undefined }: Omit<TenantMove, "to">
): Effect.Effect<MovedTenant, MoveError | E> =>
  Effect.scoped(
    Effect.flatMap(openForMoves(storages, modules), (opened) =>
      runUndo(opened, { tenant, onProgress })
    )
  )
