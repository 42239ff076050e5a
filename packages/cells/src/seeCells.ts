import {
  deploymentScope,
  reasonOf,
  type StorageCells,
  type StoragePort,
  type TenantCell
} from "@payloom/core"
import { Effect, Option, Result } from "effect"
import type { Cell } from "./Cell.ts"
import { CellIdentityCollection } from "./cellRows.ts"
import {
  cellsOverview,
  down,
  reasonIn,
  refused,
  type Standing,
  upWith,
  workIn
} from "./cellsOverview.ts"
import { CellMoveCollection, placeId, TenantPlaceCollection } from "./directoryRows.ts"
import { within } from "./realTime.ts"

/** How long the overview waits for one cell, in milliseconds. */
const patienceMs = 3000

/** Returns the answers of a running engine about its cells. They need no further connections. */
export const seeCells = (directory: StoragePort, cells: ReadonlyArray<Cell>): StorageCells => {
  const byName = new Map(cells.map((cell) => [cell.name, cell]))
  return {
    overview: (now) =>
      cellsOverview({
        directory,
        given: [...byName.keys()],
        standingOf: (name) => standingOf(byName.get(name), now)
      }),
    down: () => cells.flatMap(({ name, isReachable }) => (isReachable ? [] : [name])),
    cellOf: (tenant) => cellOf(directory, byName, tenant)
  }
}

const standingOf = (cell: Cell | undefined, now: number): Effect.Effect<Standing> => {
  if (cell === undefined || !cell.isReachable) return Effect.succeed(notUp(cell?.failure))
  const work = cell.ask((storage) => workIn(storage, now))
  return Effect.match(within(patienceMs, `it was silent for ${patienceMs / 1000} s`, work), {
    onSuccess: upWith,
    onFailure: ({ cause }) => notUp(cause)
  })
}

/** A cell that was refused when it was opened has the reason of its adapter. */
const notUp = (cause: unknown): Standing => {
  const reason = reasonIn(cause)
  return reason === null ? down(reasonOf(cause)) : refused(reasonOf(cause), reason)
}

/** The directory is asked, because a place in memory may be old. */
const cellOf = Effect.fnUntraced(function* (
  directory: StoragePort,
  cells: ReadonlyMap<string, Cell>,
  tenant: string
) {
  const id = placeId(tenant)
  const place = yield* directory.get(deploymentScope, TenantPlaceCollection, id)
  if (Option.isNone(place)) return null
  const move = yield* directory.get(deploymentScope, CellMoveCollection, id)
  const name = place.value.row.cell
  const answered = yield* Effect.result(
    cells
      .get(name)
      ?.askBriefly((storage) => storage.get(deploymentScope, CellIdentityCollection, "cell")) ??
      Effect.fail(null)
  )
  return {
    name,
    isReachable: Result.isSuccess(answered),
    move: Option.match(move, {
      onNone: () => null,
      onSome: ({ row: { from, to, phase } }) => ({ tenant, from, to, phase })
    })
  } satisfies TenantCell
})
