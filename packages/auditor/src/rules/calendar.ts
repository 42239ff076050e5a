import { Temporal } from "temporal-polyfill"

const lastMoment = Date.parse("9999-12-31T23:59:59.999Z")

/**
 * Returns the time some intervals after an anchor, by the calendar of Temporal in UTC. A month
 * without the anchor's day gives its last day.
 */
export const timeAfter = (
  anchor: number,
  { unit, count }: { readonly unit: "day" | "week" | "month" | "year"; readonly count: number },
  times: number
): number => {
  const start = Temporal.Instant.fromEpochMilliseconds(anchor).toZonedDateTimeISO("UTC")
  const end = start.add({ [`${unit}s`]: count * times }, { overflow: "constrain" })
  return Math.min(end.epochMilliseconds, lastMoment)
}
