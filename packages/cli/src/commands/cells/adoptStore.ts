import { type AdoptProgress, adoptStore } from "@payloom/cells"
import type { Run } from "../../command/Command.ts"
import { counted } from "../../output/format.ts"
import { cellsIn, runOnCells } from "./cellsIn.ts"
import { linesOfWork, oncePerSecond } from "./workStream.ts"

interface Given {
  readonly cell: string
  readonly setup: string | undefined
}

/** Makes the store of an engine a cell. */
export const adoptOneStore: Run<Given, "nothing"> = async (
  { cell, setup },
  { terminal, signal }
) => {
  const { storages, modules } = await cellsIn(setup, terminal)
  return {
    kind: "stream",
    lines: linesOfWork(async (emit) => {
      const isDue = oncePerSecond()
      const onProgress = ({ collection, rows }: AdoptProgress) => {
        if (!isDue(collection)) return
        emit({
          cells: [{ text: cell, colour: "grey" }, `${rows} ${collection}`],
          json: { cell, stage: "adopt", collection, rows }
        })
      }
      const adopting = adoptStore(storages, { cell, modules, onProgress })
      const { tenants, isNew } = await runOnCells(adopting, signal)
      emit({
        cells: [
          isNew
            ? `The store is the cell ${cell} now, with ${counted(tenants, "tenant")}.`
            : `${cell} was a cell before, with ${counted(tenants, "tenant")}.`
        ],
        json: { cell, stage: "adopted", tenants, is_new: isNew }
      })
    }, signal)
  }
}
