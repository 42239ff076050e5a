import { Temporal } from "temporal-polyfill"

/** The course of a subscription, besides the monthly charges. */
type Fate =
  /** Every charge is approved. */
  | "plain"
  /** The card has no money for a while when a cycle is due. A retry is paid. */
  | "recovers"
  /** The card is lost. The due cycle fails after all retries. */
  | "is_lost"
  | "cancels"
  /** Pauses for twenty days. All later cycles move. */
  | "shifts"
  /** Pauses for seventy days. The cycles in the pause are skipped. */
  | "skips"

/** A subscriber of the simulation. */
export interface Life {
  readonly nth: number
  /** The start of the subscription, in milliseconds since the epoch. */
  readonly starts: number
  readonly fate: Fate
  /** The cycle in whose period the course of the subscription changes. The first cycle is 1. */
  readonly inCycle: number
}

/** Something that happens to a subscriber at a time, other than a charge. */
export interface Happening {
  readonly at: number
  readonly life: Life
  readonly what: "subscribes" | "runs_dry" | "has_money" | "loses_card" | "cancels" | "pauses"
}

/** A cycle that the audit expects. */
export interface ExpectedCycle {
  readonly dueAt: number
  readonly status: "paid" | "failed" | "skipped"
}

/** The price of each cycle, in minor units. */
export const price = 900n

export const begins = Temporal.ZonedDateTime.from("2026-01-01T12:00:00[UTC]")

const hour = 3_600_000
const day = 24 * hour

/** The length of the short pause. Later cycles move by this much. */
const shiftedBy = 20 * day
const skippedFor = 70 * day

/** Returns the course of a subscription. Most of a hundred subscribers just pay. */
const fateOf = (nth: number): Fate => {
  const share = nth % 100
  if (share < 6) return "recovers"
  if (share < 8) return "is_lost"
  if (share < 10) return "cancels"
  if (share < 12) return "shifts"
  return share < 14 ? "skips" : "plain"
}

/** The longest time until a change is settled, including retries after a process was killed. */
export const settledWithin = 20 * day

/**
 * Returns this many subscribers. They subscribe on the days of the first four weeks. A subscriber
 * whose change could not settle before the end just pays.
 */
export const livesOf = (count: number, months: number): ReadonlyArray<Life> => {
  const end = begins.add({ months }).epochMilliseconds
  return Array.from({ length: count }, (_, nth): Life => {
    const starts = begins.add({ days: Math.floor((nth * 28) / count) }).epochMilliseconds
    const inCycle = 2 + ((nth * 7) % Math.max(1, months - 6))
    const isOver = monthsAfter(starts, inCycle - 1) + settledWithin <= end
    return { nth, starts, fate: isOver ? fateOf(nth) : "plain", inCycle }
  })
}

const known = new Map<string, number>()

/** Adds calendar months to a time in UTC, with a calendar that isn't the engine's. */
const monthsAfter = (moment: number, months: number): number => {
  // Thousands of subscribers begin on the same day.
  const key = `${moment} ${months}`
  const found = known.get(key)
  if (found !== undefined) return found
  const { epochMilliseconds } = Temporal.Instant.fromEpochMilliseconds(moment)
    .toZonedDateTimeISO("UTC")
    .add({ months })
  known.set(key, epochMilliseconds)
  return epochMilliseconds
}

/** Returns the due time of the cycle in which the course changes. */
const befalls = ({ starts, inCycle }: Life): number => monthsAfter(starts, inCycle - 1)

const pauseBegins = (life: Life): number => befalls(life) + 3 * day

/** Returns the end of a pause. */
export const pauseEnds = (life: Life): number =>
  pauseBegins(life) + (life.fate === "shifts" ? shiftedBy : skippedFor)

/** Returns everything that happens to a subscriber, in the order of time. */
const happeningsOf = (life: Life): ReadonlyArray<Happening> => {
  const { starts, fate } = life
  const due = befalls(life)
  const happening = (what: Happening["what"], at: number): Happening => ({ at, life, what })
  const begun = happening("subscribes", starts)
  switch (fate) {
    case "plain":
      return [begun]
    case "recovers":
      return [begun, happening("runs_dry", due - hour), happening("has_money", due + 5 * day)]
    case "is_lost":
      return [begun, happening("loses_card", due - hour)]
    case "cancels":
      return [begun, happening("cancels", due + 10 * day)]
    default:
      return [begun, happening("pauses", pauseBegins(life))]
  }
}

/** Returns everything that happens to all subscribers until the end, grouped by time. */
export const momentsOf = (
  lives: ReadonlyArray<Life>,
  end: number
): ReadonlyArray<readonly [at: number, happenings: ReadonlyArray<Happening>]> => {
  const happenings = lives.flatMap(happeningsOf).filter(({ at }) => at <= end)
  const moments = Map.groupBy(happenings, ({ at }) => at)
  return [...moments].sort(([left], [right]) => left - right)
}

/** Returns the cycles of a subscriber that are due by a time, as the audit expects them. */
export const expectedOf = (life: Life, by: number): ReadonlyArray<ExpectedCycle> => {
  const cycles: Array<ExpectedCycle> = []
  const { starts, fate, inCycle } = life
  let anchor = starts
  let anchored = 0
  for (let nth = 1; ; nth++) {
    if (fate === "shifts" && nth === inCycle + 1) {
      anchor = monthsAfter(starts, inCycle) + shiftedBy
      anchored = inCycle
    }
    const dueAt = monthsAfter(anchor, nth - 1 - anchored)
    if (dueAt > by || (fate === "cancels" && nth > inCycle)) return cycles
    if (fate === "is_lost" && nth === inCycle) {
      return [...cycles, { dueAt, status: "failed" }]
    }
    const isSkipped = fate === "skips" && dueAt > pauseBegins(life) && dueAt < pauseEnds(life)
    cycles.push({ dueAt, status: isSkipped ? "skipped" : "paid" })
  }
}
