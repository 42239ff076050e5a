import { Effect } from "effect"
import { allRowsOf } from "../directoryPages.ts"
import { CellMoveCollection } from "../directoryRows.ts"
import type { OpenedForMoves } from "../moves/openForMoves.ts"
import { runUndo } from "../moves/runMove.ts"

/**
 * Undoes the moves that are not handed over, if the tenant is still in the cell that it leaves. A
 * restored cell lacks copies or entries of the journal. So a move that continued would lose rows.
 * `homes` are the cells of the tenants. Returns the tenants.
 */
export const undoMoves = Effect.fnUntraced(function* (
  opened: OpenedForMoves,
  homes: ReadonlyMap<string, string>
) {
  const undone: Array<string> = []
  for (const { row } of yield* allRowsOf(opened.directory, CellMoveCollection)) {
    const { tenant, from, phase } = row
    if (phase === "handed" || homes.get(tenant) !== from) continue
    // Both cells are open, so the move is not refused.
    yield* Effect.catchTag(
      runUndo(opened, { tenant, onProgress: () => undefined }),
      "MoveRefused",
      Effect.die
    )
    undone.push(tenant)
  }
  return undone
})
