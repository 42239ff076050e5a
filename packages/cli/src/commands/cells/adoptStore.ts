import { type AdoptProgress, adoptStore, undoAdoption } from "@payloom/cells"
import type { Run } from "../../command/Command.ts"
import { counted } from "../../output/format.ts"
import { runOnCells, type SetupCells } from "./cellsIn.ts"
import { type CellWork, workOnCell } from "./workOnCell.ts"
import { type Emit, oncePerSecond } from "./workStream.ts"

/** Makes the store of an engine a cell, or a cell a store again. */
export const adoptOneStore: Run<CellWork, "nothing"> = (given, context) =>
  workOnCell(given, context, given.undo ? undoing : adopting)

const undoing = async (
  { storages, modules }: SetupCells,
  cell: string,
  emit: Emit,
  signal: AbortSignal
): Promise<void> => {
  const { tenants, isUndone } = await runOnCells(undoAdoption(storages, { cell, modules }), signal)
  emit({
    cells: [
      isUndone
        ? `${cell} is a store alone again, with ${counted(tenants, "tenant")}.`
        : `${cell} is no cell of this directory: there is nothing to undo.`
    ],
    json: { cell, stage: "undone", tenants, is_undone: isUndone }
  })
}

const adopting = async (
  { storages, modules }: SetupCells,
  cell: string,
  emit: Emit,
  signal: AbortSignal
): Promise<void> => {
  const isDue = oncePerSecond()
  const onProgress = ({ collection, rows }: AdoptProgress) => {
    if (!isDue(collection)) return
    emit({
      cells: [{ text: cell, colour: "grey" }, `${rows} ${collection}`],
      json: { cell, stage: "adopt", collection, rows }
    })
  }
  const adoption = adoptStore(storages, { cell, modules, onProgress })
  const { tenants, isNew } = await runOnCells(adoption, signal)
  emit({
    cells: [
      isNew
        ? `The store is the cell ${cell} now, with ${counted(tenants, "tenant")}.`
        : `${cell} was a cell before, with ${counted(tenants, "tenant")}.`
    ],
    json: { cell, stage: "adopted", tenants, is_new: isNew }
  })
}
