import type { CellState, UnfinishedMove } from "@payloom/core"
import { count } from "../../format/words.ts"

/** The progress of a move, in words. */
export const phaseWords: Readonly<Record<UnfinishedMove["phase"], string>> = {
  copying: "step 1 of 4, its rows are copied",
  following: "step 2 of 4, its latest changes are copied",
  frozen: "step 3 of 4, its payments wait for the hand-over",
  handed: "step 4 of 4, it is in the new cell, and its old rows are removed",
  undoing: "it is undone, and the copied rows are removed"
}

const states: Readonly<Record<CellState["state"], string | null>> = {
  up: null,
  new: null,
  down: "They can't pay. Start its database, and check its address in the setup.",
  refused: "They can't pay. Correct its storage in the setup.",
  missing: "They can't pay. Add the cell to the setup of all processes."
}

/** Returns what to do about a cell. Null if there is nothing to do. */
export const advice = ({ state, tenants }: CellState): string | null =>
  state === "missing" && tenants === 0
    ? "Add it to the setup: consumers and erasures still read what was written there."
    : states[state]

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000]
] as const

/** Returns a span of time in its largest whole unit, in words. */
export const spanWords = (ms: number): string => {
  const [unit, length] = units.find(([, each]) => ms >= each) ?? units[2]
  return count(Math.floor(ms / length), unit)
}
