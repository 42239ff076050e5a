import { type BillingInterval, intervalsAfter } from "@payloom/core"

/** A span of time: milliseconds, or a count and a unit, as in `36 months`. */
export type Span = number | `${number} ${SpanUnit}` | `${number} ${SpanUnit}s`

type SpanUnit = "second" | "minute" | "hour" | BillingInterval["unit"]

const fixed: Readonly<Record<string, number>> = { second: 1000, minute: 60_000, hour: 3_600_000 }

/**
 * Returns the moment a span after another, in milliseconds. Months and years are calendar months
 * and years in UTC. They keep the day of the month if the month has that day.
 */
export const momentAfter = (from: number, span: Span): number => {
  if (typeof span === "number") return from + span
  const [count, unit] =
    /^(\d+) (second|minute|hour|day|week|month|year)s?$/.exec(span)?.slice(1) ?? []
  if (count === undefined || unit === undefined) {
    throw new TypeError(
      `A span is milliseconds, or such as "3 months": not ${JSON.stringify(span)}.`
    )
  }
  const length = fixed[unit]
  return length === undefined
    ? intervalsAfter(from, { unit: unit as BillingInterval["unit"], count: 1 }, Number(count))
    : from + Number(count) * length
}
