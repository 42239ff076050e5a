/** A clock that all processes of a trial share: it runs faster than the machine's. */
export interface TrialClock {
  /** The trial's time at `realStart`, in milliseconds since the epoch. */
  readonly start: number
  /** The machine's time at which the clock began. */
  readonly realStart: number
  /** The trial's milliseconds in each of the machine's. */
  readonly rate: number
}

/** Returns the time of a trial, in whole milliseconds. */
export const timeOf = ({ start, realStart, rate }: TrialClock): number =>
  Math.floor(start + (Date.now() - realStart) * rate)
