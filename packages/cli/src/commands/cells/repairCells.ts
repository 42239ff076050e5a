import { type RepairedCells, repairCells } from "@payloom/cells"
import type { Run } from "../../command/Command.ts"
import { exitCodes } from "../../command/exitCodes.ts"
import { UsageError } from "../../command/UsageError.ts"
import { counted } from "../../output/format.ts"
import { wireForm } from "../../output/wireForm.ts"
import { cellsIn, runOnCells } from "./cellsIn.ts"

interface Given {
  readonly cell: string | undefined
  readonly restoredTo: number | undefined
  readonly setup: string | undefined
}

/** Makes the directory and the cells agree after a restore. */
export const repairAllCells: Run<Given, "nothing"> = async (
  { cell, restoredTo, setup },
  { terminal }
) => {
  if ((cell === undefined) !== (restoredTo === undefined)) {
    throw new UsageError("--cell and --restored-to belong together: give both, or none of them.")
  }
  const { storages, modules } = await cellsIn(setup, terminal)
  const given =
    cell === undefined || restoredTo === undefined ? {} : { restored: { cell, to: restoredTo } }
  const repaired = await runOnCells(repairCells(storages, { ...given, modules }))
  const isLeft = repaired.lost.length + repaired.ambiguous.length > 0
  return {
    kind: "value",
    sections: [{ lines: linesOf(repaired) }],
    json: wireForm(repaired),
    ...(isLeft ? { exitCode: exitCodes.found } : {})
  }
}

const linesOf = (repaired: RepairedCells): ReadonlyArray<string> => {
  const { tenants, placed, keys, positions, removed, undone, lost, ambiguous, isHeld } = repaired
  return [
    `The cells have ${counted(tenants, "tenant")}.`,
    `Corrected in the directory: ${counted(placed.length, "place")} of tenants, ` +
      `${counted(keys, "unique value")} and ${counted(positions, "position")} of consumers.`,
    ...removed.map((tenant) => `${tenant} had left the restored cell: its rows there are removed.`),
    ...undone.map((tenant) => `${tenant} was moving: it stays in its cell. Move it again later.`),
    ...lost.map((tenant) => `${tenant} has no rows: it came after the backup. Create it again.`),
    ...ambiguous.map((tenant) => `${tenant} is in several cells: restore the directory first.`),
    isHeld
      ? "No engine starts on the cells yet: run payloom reconcile --with-providers --setup FILE."
      : "Engines may start on the cells."
  ]
}
