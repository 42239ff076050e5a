import type { ContextOf } from "../../command/Command.ts"
import type { Output } from "../../output/Output.ts"
import { cellsIn, type SetupCells } from "./cellsIn.ts"
import { type Emit, linesOfWork } from "./workStream.ts"

/** The arguments of a command that does some work on a cell, or undoes it. */
export interface CellWork {
  readonly cell: string
  readonly undo: boolean
  readonly setup: string | undefined
}

type Work = (own: SetupCells, cell: string, emit: Emit, signal: AbortSignal) => Promise<void>

/** Does some work on a cell of a setup. Its lines are printed while it is done. */
export const workOnCell = async (
  { cell, setup }: CellWork,
  { terminal, signal }: ContextOf["nothing"],
  work: Work
): Promise<Output> => {
  const own = await cellsIn(setup, terminal)
  return {
    kind: "stream",
    lines: linesOfWork((emit) => work(own, cell, emit, signal), signal)
  }
}
