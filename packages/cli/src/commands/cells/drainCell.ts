import { drainCell, type FailedMove, undoDrain } from "@payloom/cells"
import type { Run } from "../../command/Command.ts"
import { CommandFailed } from "../../command/CommandFailed.ts"
import { failureOf } from "../../command/failureOf.ts"
import { counted } from "../../output/format.ts"
import type { StreamLine } from "../../output/Output.ts"
import { runOnCells, type SetupCells } from "./cellsIn.ts"
import { movedLine, progressLine } from "./moveLines.ts"
import { type CellWork, workOnCell } from "./workOnCell.ts"
import { type Emit, oncePerSecond } from "./workStream.ts"

/** Drains a cell, or ends its drain. */
export const drainOneCell: Run<CellWork, "nothing"> = (given, context) =>
  workOnCell(given, context, given.undo ? undoing : draining)

const undoing = async (
  { storages, modules }: SetupCells,
  cell: string,
  emit: Emit,
  signal: AbortSignal
): Promise<void> => {
  const { undone } = await runOnCells(undoDrain(storages, { cell, modules }), signal)
  emit({
    cells: [`${cell} gets new tenants again. ${counted(undone, "move")} undone.`],
    json: { cell, stage: "undone", moves: undone }
  })
}

const draining = async (
  { storages, modules }: SetupCells,
  cell: string,
  emit: Emit,
  signal: AbortSignal
): Promise<void> => {
  const isDue = oncePerSecond()
  const draining = drainCell(storages, {
    cell,
    modules,
    onProgress: ({ tenant, moved, all, ...progress }) => {
      if (!isDue(`${tenant} ${progress.stage}`)) return
      const line = progressLine(tenant, progress)
      const share = { text: `${Math.min(moved + 1, all)} of ${all}`, colour: "grey" } as const
      emit({ cells: [share, ...line.cells], json: { ...Object(line.json), moved, all } })
    },
    onMoved: (moved) => emit(movedLine(moved))
  })
  const { moved, failed } = await runOnCells(draining, signal)
  for (const each of failed) emit(failedLine(each))
  if (failed.length > 0) {
    throw new CommandFailed(
      "not_drained",
      `${counted(failed.length, "tenant")} still in ${cell}, and ${moved} moved: remove the ` +
        "causes, and run the command again."
    )
  }
  emit({
    cells: [`${cell} is drained: ${counted(moved, "tenant")} moved. Keep it in the setup.`],
    json: { cell, stage: "drained", moved }
  })
}

const failedLine = ({ tenant, error }: FailedMove): StreamLine => {
  const { reason, message } = failureOf(error)
  return {
    cells: [{ text: tenant, colour: "red" }, message],
    json: { tenant, stage: "failed", reason, message }
  }
}
