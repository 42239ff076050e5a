import { addCell } from "@payloom/cells"
import type { Run } from "../../command/Command.ts"
import { wireForm } from "../../output/wireForm.ts"
import { cellsIn, runOnCells } from "./cellsIn.ts"

interface Given {
  readonly cell: string
  readonly setup: string | undefined
}

/** Adds a cell of a setup to its directory. */
export const addOneCell: Run<Given, "nothing"> = async ({ cell, setup }, { terminal }) => {
  const { storages, modules } = await cellsIn(setup, terminal)
  const added = await runOnCells(addCell(storages, { cell, modules }))
  return {
    kind: "value",
    sections: [
      {
        lines: [
          added.isNew
            ? `${cell} is added. Start all processes with it, then place or move tenants there.`
            : `${cell} was added before, and its storage is the right one.`
        ]
      }
    ],
    json: wireForm(added)
  }
}
