import type { BillingInterval } from "../kernel/primitives/BillingInterval.ts"
import { dayMs } from "../kernel/primitives/durations.ts"
import { endOfTime, type Millis } from "../kernel/primitives/Timestamp.ts"

/**
 * The moment so many intervals after an anchor, or before it, at the anchor's time of day in UTC.
 * Months and years keep the anchor's day of the month where there is one, and take the month's last
 * where there is none: the 31st of January is followed by the 28th of February and the 31st of
 * March (spec 2.1). Each is counted from the anchor, so nothing drifts.
 */
export const intervalsAfter = (
  anchor: Millis,
  { unit, count }: BillingInterval,
  times: number
): Millis => {
  const so = count * times
  switch (unit) {
    case "day":
      return inTime(anchor + so * dayMs)
    case "week":
      return inTime(anchor + so * 7 * dayMs)
    case "month":
      return monthsAfter(anchor, so)
    case "year":
      return monthsAfter(anchor, so * 12)
  }
}

/** Whatever would lie behind the end of time is then. */
const inTime = (moment: Millis): Millis => Math.min(moment, endOfTime)

const monthsAfter = (anchor: Millis, months: number): Millis => {
  const from = new Date(anchor)
  const month = from.getUTCFullYear() * 12 + from.getUTCMonth() + months
  if (month >= 10_000 * 12) return endOfTime
  const day = Math.min(from.getUTCDate(), daysInMonth(month))
  return startOfMonth(month) + (day - 1) * dayMs + timeOfDay(anchor)
}

/** Months are counted from the year 0. `Date.UTC` would take the first hundred years for 19xx. */
const startOfMonth = (month: number): Millis => new Date(0).setUTCFullYear(0, month, 1)

const daysInMonth = (month: number): number =>
  Math.round((startOfMonth(month + 1) - startOfMonth(month)) / dayMs)

const timeOfDay = (moment: Millis): number => ((moment % dayMs) + dayMs) % dayMs
