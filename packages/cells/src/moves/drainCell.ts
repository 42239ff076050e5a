import {
  deploymentScope,
  type StoragePort,
  type StorageUnavailable,
  type Stored,
  update
} from "@payloom/core"
import { Effect, Option } from "effect"
import type { CellsOptions } from "../cells.ts"
import { allRowsOf, countTenants, eachPageOf } from "../directoryPages.ts"
import {
  CellMoveCollection,
  KnownCellCollection,
  type TenantPlace,
  TenantPlaceCollection,
  tenantOfPlace
} from "../directoryRows.ts"
import type { MoveProgress } from "./MoveContext.ts"
import { MoveRefused } from "./MoveRefused.ts"
import { moveOf } from "./moveSteps.ts"
import type { MoveError } from "./moveTenant.ts"
import {
  cellOf,
  type OpenedForMoves,
  openForMoves,
  refused,
  type TableModules
} from "./openForMoves.ts"
import { type MovedTenant, runMove, runUndo } from "./runMove.ts"

/** The progress of one tenant of a cell that is drained. */
export interface DrainProgress extends MoveProgress {
  readonly tenant: string
  /** The number of tenants that were moved so far. */
  readonly moved: number
  /** The number of tenants in the cell when the drain began. */
  readonly all: number
}

/** A cell to drain. */
export interface CellDrain {
  /** The name of the cell. */
  readonly cell: string
  /** The modules of the engines on the cells. Their tables are copied too. */
  readonly modules?: TableModules
  /** Is called after each page of rows. */
  readonly onProgress?: (progress: DrainProgress) => void
  /** Is called after each tenant. */
  readonly onMoved?: (moved: MovedTenant) => void
}

/** A tenant that could not be moved. */
export interface FailedMove {
  readonly tenant: string
  readonly error: MoveRefused | StorageUnavailable
}

/** The result of a drain. */
export interface DrainedCell {
  readonly cell: string
  /** The number of tenants that left the cell. */
  readonly moved: number
  /** The tenants that are still in the cell. Empty if the cell is drained. */
  readonly failed: ReadonlyArray<FailedMove>
}

/**
 * Moves all tenants of a cell to the other cells, one after another, each while it pays. A tenant
 * goes to the cell that has the fewest. The cell gets no new tenants any more, unless `placeTenant`
 * places them there. A tenant that can't be moved does not stop the others, and is tried again.
 *
 * Call it again if it failed, was interrupted, or its process died: it continues. The cell stays in
 * the options of all processes, because it keeps the append-only rows. Fails with `MoveRefused`,
 * with `CellsRefused`, and with the errors of the storages.
 */
export const drainCell = <E>(
  storages: CellsOptions<E>,
  { cell, modules = [], onProgress = () => undefined, onMoved = () => undefined }: CellDrain
): Effect.Effect<DrainedCell, MoveError | E> =>
  Effect.scoped(
    Effect.gen(function* () {
      const opened = yield* openForMoves(storages, modules)
      yield* cellOf(opened.cells, cell)
      yield* setDrained(opened.directory, cell, true)
      const all = yield* countTenants(opened.directory, cell)
      const others = yield* othersOf(opened, cell)
      let moved = 0
      const moveOff = (tenant: string, to: string) =>
        runMove(opened, {
          tenant,
          to,
          onProgress: (progress) => onProgress({ ...progress, tenant, moved, all })
        }).pipe(
          Effect.map((one) => {
            if (one.by !== "nobody") moved += 1
            onMoved(one)
            return null
          }),
          Effect.catch((error) => Effect.succeed<FailedMove>({ tenant, error }))
        )
      for (;;) {
        const before = moved
        const failed = yield* drainOnce(opened, cell, others, moveOff)
        // New tenants may have come meanwhile, so it ends when there is nothing more to move.
        if (moved === before) return { cell, moved, failed }
      }
    })
  )

/**
 * Ends a drain. The cell gets new tenants again, and moves of its tenants that are not handed over
 * are undone. Tenants that have left stay in their new cells. Returns the number of moves that were
 * undone.
 */
export const undoDrain = <E>(
  storages: CellsOptions<E>,
  { cell, modules = [] }: Pick<CellDrain, "cell" | "modules">
): Effect.Effect<{ readonly cell: string; readonly undone: number }, MoveError | E> =>
  Effect.scoped(
    Effect.gen(function* () {
      const opened = yield* openForMoves(storages, modules)
      yield* cellOf(opened.cells, cell)
      yield* setDrained(opened.directory, cell, false)
      let undone = 0
      for (const { row } of yield* allRowsOf(opened.directory, CellMoveCollection)) {
        if (row.from !== cell || row.phase === "handed") continue
        const { by } = yield* runUndo(opened, { tenant: row.tenant, onProgress: () => undefined })
        if (by === "this") undone += 1
      }
      return { cell, undone }
    })
  )

/** Notes in the directory that a cell gets no new tenants, or that it does again. */
const setDrained = Effect.fnUntraced(function* (
  directory: StoragePort,
  cell: string,
  isDrained: boolean
) {
  for (;;) {
    const found = yield* directory.get(deploymentScope, KnownCellCollection, cell)
    if (Option.isNone(found)) return
    const { isDrained: before = false, ...row } = found.value.row
    if (before === isDrained) return
    const next = isDrained ? { ...row, isDrained } : row
    yield* Effect.catchTag(
      directory.commit([update(KnownCellCollection, found.value, next)]),
      "CommitConflict",
      () => Effect.void
    )
  }
})

/** The numbers of tenants of the cells that take those of a drained one, by name. */
type Others = Map<string, number>

const othersOf = Effect.fnUntraced(function* (
  { directory, cells }: OpenedForMoves,
  drained: string
) {
  const known = yield* allRowsOf(directory, KnownCellCollection)
  const others: Others = new Map()
  for (const { row } of known) {
    if (row.id === drained || row.isDrained === true || !cells.has(row.id)) continue
    others.set(row.id, yield* countTenants(directory, row.id))
  }
  if (others.size > 0) return others
  return yield* refused(
    "no_other_cell",
    "there is no other cell that is up and not drained: add one, or end the drain of another one"
  )
})

/** Returns the name of the cell with the fewest tenants. */
const emptiest = (others: Others): string => {
  const [[name, least] = ["", 0], ...rest] = others
  return rest.reduce((best, one) => (one[1] < best[1] ? one : best), [name, least] as const)[0]
}

type MoveOff = (tenant: string, to: string) => Effect.Effect<FailedMove | null, StorageUnavailable>

/** Tries to move each tenant of a cell once. Returns those that are still there. */
const drainOnce = Effect.fnUntraced(function* (
  { directory }: OpenedForMoves,
  cell: string,
  others: Others,
  moveOff: MoveOff
) {
  const failed = new Map<string, FailedMove>()
  const attempt = Effect.fnUntraced(function* (tenant: string, to: string) {
    const failure = yield* moveOff(tenant, to)
    if (failure !== null) failed.set(tenant, failure)
    else others.set(to, (others.get(to) ?? 0) + 1)
  })
  for (const { row } of yield* allRowsOf(directory, CellMoveCollection)) {
    const { tenant, from, to } = row
    if (from === cell) yield* attempt(tenant, to)
    if (to !== cell) continue
    const detail = `it moves from ${from} to ${cell}: finish or undo this move first`
    failed.set(tenant, { tenant, error: new MoveRefused({ reason: "other_move", detail }) })
  }
  const attemptPlaced = Effect.fnUntraced(function* ({ row: { id } }: Stored<TenantPlace>) {
    const tenant = tenantOfPlace(id)
    const place = yield* directory.get(deploymentScope, TenantPlaceCollection, id)
    const isHere = Option.isSome(place) && place.value.row.cell === cell
    if (!isHere || failed.has(tenant)) return
    const move = yield* moveOf(directory, id)
    yield* attempt(tenant, move?.row.to ?? emptiest(others))
  })
  yield* eachPageOf(
    directory,
    TenantPlaceCollection,
    (page) => Effect.forEach(page, attemptPlaced, { discard: true }),
    { cell }
  )
  return [...failed.values()]
})
