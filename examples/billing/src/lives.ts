import { Temporal } from "temporal-polyfill"

/** What becomes of a subscriber, beside being billed every month. */
type Fate =
  /** Pays every month. */
  | "plain"
  /** Their card has no money for a while when a cycle is due: a later try is paid. */
  | "recovers"
  /** Their card is lost: what is due is given up in the end. */
  | "is_lost"
  | "cancels"
  /** Pauses for twenty days, by which all that follows moves. */
  | "shifts"
  /** Pauses for seventy days, and the cycles in them are left out. */
  | "skips"

/** A subscriber as they are to live through the simulation. */
export interface Life {
  readonly nth: number
  /** When they subscribe, in milliseconds since the epoch. */
  readonly starts: number
  readonly fate: Fate
  /** The cycle in whose period it befalls them; 1 is the first. */
  readonly inCycle: number
}

/** What happens to a subscriber at a moment, but for what bills them. */
export interface Happening {
  readonly at: number
  readonly life: Life
  readonly what: "subscribes" | "runs_dry" | "has_money" | "loses_card" | "cancels" | "pauses"
}

/** A cycle as it is to be found in the books. */
export interface ExpectedCycle {
  readonly dueAt: number
  readonly status: "paid" | "failed" | "skipped"
}

/** What each cycle costs, in minor units. */
export const price = 900n

export const begins = Temporal.ZonedDateTime.from("2026-01-01T12:00:00[UTC]")

const hour = 3_600_000
const day = 24 * hour

/** Twenty days of pause move what follows by so much. */
const shiftedBy = 20 * day
const skippedFor = 70 * day

/** Of a hundred subscribers most just pay. */
const fateOf = (nth: number): Fate => {
  const share = nth % 100
  if (share < 6) return "recovers"
  if (share < 8) return "is_lost"
  if (share < 10) return "cancels"
  if (share < 12) return "shifts"
  return share < 14 ? "skips" : "plain"
}

/** What has befallen somebody is over by then, retries that a killed process left behind too. */
export const settledWithin = 20 * day

/**
 * So many subscribers, who begin on the days of the first four weeks. Nothing befalls those whom it
 * would befall so late that it isn't over in the end.
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

/** The moment so many calendar months after another, in UTC: by a calendar of its own. */
const monthsAfter = (moment: number, months: number): number => {
  // Thousands begin on the same day.
  const key = `${moment} ${months}`
  const found = known.get(key)
  if (found !== undefined) return found
  const { epochMilliseconds } = Temporal.Instant.fromEpochMilliseconds(moment)
    .toZonedDateTimeISO("UTC")
    .add({ months })
  known.set(key, epochMilliseconds)
  return epochMilliseconds
}

/** When the cycle in which it befalls them is due. */
const befalls = ({ starts, inCycle }: Life): number => monthsAfter(starts, inCycle - 1)

const pauseBegins = (life: Life): number => befalls(life) + 3 * day

/** When a pause that begins so ends by itself. */
export const pauseEnds = (life: Life): number =>
  pauseBegins(life) + (life.fate === "shifts" ? shiftedBy : skippedFor)

/** All that happens to a subscriber, in the order of time. */
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

/** What happens to all of them until the end, moment by moment. */
export const momentsOf = (
  lives: ReadonlyArray<Life>,
  end: number
): ReadonlyArray<readonly [at: number, happenings: ReadonlyArray<Happening>]> => {
  const happenings = lives.flatMap(happeningsOf).filter(({ at }) => at <= end)
  const moments = Map.groupBy(happenings, ({ at }) => at)
  return [...moments].sort(([left], [right]) => left - right)
}

/** The cycles of a subscriber that are due by then, as the books are to have them. */
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
