import { type Coverage, newCoverage } from "../coverage/Coverage.ts"
import type { Ground } from "../ground/openGround.ts"
import type { TimelineLine } from "./Run.ts"

/** The records of a run while it continues. */
export interface RunLog {
  readonly coverage: Coverage
  readonly findings: Array<string>
  readonly timeline: Array<TimelineLine>
  calls: number
  /** The number of keys that callers have made. */
  keys: number
  /** True if the run took too long. It ends at its next step. */
  isAbandoned: boolean
}

/** Creates empty records. */
export const newRunLog = (): RunLog => ({
  coverage: newCoverage(),
  findings: [],
  timeline: [],
  calls: 0,
  keys: 0,
  isAbandoned: false
})

/** Adds a line to the timeline. */
export const note = ({ timeline }: RunLog, { clock }: Pick<Ground, "clock">, text: string): void =>
  void timeline.push({ at: clock.now(), text })

const longest = 160
const longestText = 40

/** Writes a value on one line, shortened. */
export const shown = (value: unknown): string => {
  const text = JSON.stringify(value, shownPart) ?? String(value)
  return text.length <= longest ? text : `${text.slice(0, longest)}…`
}

const shownPart = (_: string, part: unknown): unknown => {
  if (typeof part === "bigint") return `${part}n`
  if (typeof part !== "string" || part.length <= longestText) return part
  return `${part.slice(0, longestText)}…`
}
