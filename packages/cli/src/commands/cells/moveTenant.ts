import { moveTenant, undoMove } from "@payloom/cells"
import type { Run } from "../../command/Command.ts"
import { UsageError } from "../../command/UsageError.ts"
import { cellsIn, runOnCells, tenantIn } from "./cellsIn.ts"
import { movedLine, progressLine } from "./moveLines.ts"
import { linesOfWork, oncePerSecond } from "./workStream.ts"

interface Given {
  readonly tenant: string
  readonly to: string | undefined
  readonly undo: boolean
  readonly setup: string | undefined
}

/** Moves a tenant to another cell, or undoes its move. */
export const moveOneTenant: Run<Given, "nothing"> = async (
  { tenant: named, to, undo, setup },
  { terminal, signal }
) => {
  if (undo && to !== undefined) {
    throw new UsageError("--to and --undo can't be combined: an undone move goes nowhere.")
  }
  if (!undo && to === undefined) {
    throw new UsageError("--to is missing: give the name of the new cell, or --undo.")
  }
  const own = await cellsIn(setup, terminal)
  const tenant = await tenantIn(own, named)
  const { storages, modules } = own
  return {
    kind: "stream",
    lines: linesOfWork(async (emit) => {
      const isDue = oncePerSecond()
      const move = {
        tenant,
        modules,
        onProgress: (progress: Parameters<typeof progressLine>[1]) => {
          if (isDue(progress.stage)) emit(progressLine(tenant, progress))
        }
      }
      const moving =
        to === undefined ? undoMove(storages, move) : moveTenant(storages, { ...move, to })
      emit(movedLine(await runOnCells(moving, signal)))
    }, signal)
  }
}
