import type { Coverage } from "../coverage/Coverage.ts"
import type { History } from "../history/History.ts"

/** One line of a timeline. */
export interface TimelineLine {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly text: string
}

/** The result of a history. */
export interface Run {
  readonly history: History
  /** One sentence for each error. An empty list means that no rule was broken. */
  readonly findings: ReadonlyArray<string>
  readonly timeline: ReadonlyArray<TimelineLine>
  readonly coverage: Coverage
  /** The number of calls that were sent. */
  readonly calls: number
  /** The time that passed for the engines, in milliseconds. */
  readonly simulatedMs: number
}
