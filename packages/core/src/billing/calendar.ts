import type { BillingInterval } from "../kernel/primitives/BillingInterval.ts"
import { dayMs } from "../kernel/primitives/durations.ts"
import { endOfTime, type Millis } from "../kernel/primitives/Timestamp.ts"

/**
 * Returns the time a number of intervals after or before an anchor, at the anchor's time of day in
 * UTC. Months and years keep the anchor's day of the month, or take the last day of a shorter
 * month: January 31 is followed by February 28 and March 31. Every time is counted from the anchor,
 * so days don't drift.
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

/** A time past the last representable one becomes the last one. */
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
