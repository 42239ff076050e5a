import type { StoragePort } from "@payloom/core"
import { Effect } from "effect"
import { onlyHere } from "../adopt/adoptedStore.ts"
import { allRowsOf } from "../directoryPages.ts"
import { CellMoveCollection } from "../directoryRows.ts"
import type { OpenedForMoves } from "../moves/openForMoves.ts"
import { runUndo } from "../moves/runMove.ts"
import { setSign, signIn } from "../moves/signs.ts"

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
  for (const [tenant, name] of homes) yield* endJournal(opened.cells.get(name), tenant)
  return undone
})

/** Ends the journal of a tenant whose cell was restored to a time in a move that is over. */
const endJournal = Effect.fnUntraced(function* (cell: StoragePort | undefined, tenant: string) {
  if (cell === undefined) return
  const sign = yield* signIn(cell, tenant)
  if (sign?.row.isCopied !== true) return
  yield* onlyHere(setSign(cell, tenant, { movedTo: null, isCopied: false }))
})
