import { type AdoptProgress, adoptStore, undoAdoption } from "@payloom/cells"
import type { Run } from "../../command/Command.ts"
import { counted } from "../../output/format.ts"
import { cellsIn, runOnCells, type SetupCells } from "./cellsIn.ts"
import { type Emit, linesOfWork, oncePerSecond } from "./workStream.ts"

interface Given {
  readonly cell: string
  readonly undo: boolean
  readonly setup: string | undefined
}

/** Makes the store of an engine a cell, or a cell a store again. */
export const adoptOneStore: Run<Given, "nothing"> = async (
  { cell, undo, setup },
  { terminal, signal }
) => {
  const own = await cellsIn(setup, terminal)
  const work = (emit: Emit) => (undo ? undoing : adopting)(own, cell, emit, signal)
  return { kind: "stream", lines: linesOfWork(work, signal) }
}

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
