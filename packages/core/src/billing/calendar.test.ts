import fc from "fast-check"
import { Temporal } from "temporal-polyfill"
import { afterEach, describe, expect, it, vi } from "vitest"
import { BillingInterval } from "../kernel/primitives/BillingInterval.ts"
import { dayMs, hourMs } from "../kernel/primitives/durations.ts"
import { intervalsAfter } from "./calendar.ts"

const monthly: BillingInterval = { unit: "month", count: 1 }
const yearly: BillingInterval = { unit: "year", count: 1 }
const endOfTime = Date.parse("9999-12-31T23:59:59.999Z")

const inUtc = (anchor: number): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(anchor).toZonedDateTimeISO("UTC")

/** The same by Temporal, as a second opinion. */
const byTemporal = (
  anchor: number,
  { unit, count }: BillingInterval,
  times: number,
  start = inUtc(anchor)
): number => start.add({ [`${unit}s`]: count * times }, { overflow: "constrain" }).epochMilliseconds

const century = { min: new Date("2000-01-01T00:00Z"), max: new Date("2100-12-31T23:59:59.999Z") }
const anyAnchor = fc.date({ ...century, noInvalidDate: true }).map((date) => date.getTime())
const anyInterval: fc.Arbitrary<BillingInterval> = fc.record({
  unit: fc.constantFrom(...BillingInterval.fields.unit.literals),
  count: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 1000 }))
})
const anyTimes = fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 200 }))

/** Days one after the other, each at another time of day. */
const daysOf = (firstYear: number, lastYear: number): ReadonlyArray<number> => {
  const first = Date.UTC(firstYear, 0)
  const count = (Date.UTC(lastYear + 1, 0) - first) / dayMs
  return Array.from(
    { length: count },
    (_, nth) => first + nth * dayMs + ((nth * 7_654_321) % dayMs)
  )
}

const from = (first: number, last: number): ReadonlyArray<number> =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at)

/** The start days of the intervals of an anchor. All start at noon. */
const days = (
  anchor: string,
  interval: BillingInterval,
  times: ReadonlyArray<number>
): ReadonlyArray<string> =>
  times.map((nth) => {
    const moment = intervalsAfter(Date.parse(`${anchor}T12:00:00Z`), interval, nth)
    return new Date(moment).toISOString().replace("T12:00:00.000Z", "")
  })

describe("intervals after an anchor", () => {
  afterEach(() => vi.unstubAllEnvs())

  it("begin when another calendar says, for any moment of a century, unit and count", () => {
    fc.assert(
      fc.property(anyAnchor, anyInterval, anyTimes, (anchor, interval, times) => {
        const expected = Math.min(byTemporal(anchor, interval, times), endOfTime)
        expect(intervalsAfter(anchor, interval, times)).toBe(expected)
      }),
      { numRuns: 5_000 }
    )
  })

  it.each([
    ["of a century that is a leap year", 2000, 2001],
    ["around a leap year", 2027, 2029],
    ["of a century that is none", 2096, 2100]
  ])("begin when another calendar says, for every day %s", (_, firstYear, lastYear) => {
    const steps = [
      ...from(1, 36).map((times) => [monthly, times] as const),
      ...from(1, 8).map((times) => [yearly, times] as const)
    ]
    const differing = daysOf(firstYear, lastYear).flatMap((anchor) => {
      const start = inUtc(anchor)
      return steps
        .filter(
          ([each, times]) =>
            intervalsAfter(anchor, each, times) !== byTemporal(anchor, each, times, start)
        )
        .map(([{ unit }, times]) => `${times} ${unit}s after ${new Date(anchor).toISOString()}`)
    })
    expect(differing).toEqual([])
  })

  it("keep the anchor's day where the month has it, and end with the month where it hasn't", () => {
    const inLeapYear = ["2028-01-31", "2028-02-29", "2028-03-31", "2028-04-30", "2028-05-31"]
    expect(days("2028-01-31", monthly, from(0, 4))).toEqual(inLeapYear)
    const inOther = ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]
    expect(days("2026-01-31", monthly, from(0, 4))).toEqual(inOther)
    expect(days("2026-01-30", monthly, [1, 2])).toEqual(["2026-02-28", "2026-03-30"])
    expect(days("2026-02-28", monthly, [1, 12])).toEqual(["2026-03-28", "2027-02-28"])
    expect(days("2026-11-30", { unit: "month", count: 3 }, [1, 2])).toEqual([
      "2027-02-28",
      "2027-05-30"
    ])
  })

  it("of a leap day come back to it every fourth year, and are a day earlier in between", () => {
    expect(days("2024-02-29", yearly, from(0, 4))).toEqual([
      ...["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"]
    ])
    expect(days("2096-02-29", { unit: "year", count: 4 }, [1, 2])).toEqual([
      ...["2100-02-28", "2104-02-29"]
    ])
    expect(days("1996-02-29", { unit: "year", count: 4 }, [1])).toEqual(["2000-02-29"])
  })

  it("keep their time of day in UTC, whatever summer time does where the process runs", () => {
    vi.stubEnv("TZ", "America/New_York")
    expect(new Date(Date.UTC(2026, 6)).getTimezoneOffset()).toBe(4 * 60)
    const anchor = Date.parse("2026-01-31T02:30:00.123Z")
    const expected = ["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31", "2026-06-30"]
    expect(
      from(1, 5).map((nth) => new Date(intervalsAfter(anchor, monthly, nth)).toISOString())
    ).toEqual(expected.map((day) => `${day}T02:30:00.123Z`))
    expect(intervalsAfter(anchor, { unit: "day", count: 60 }, 1) - anchor).toBe(60 * 24 * hourMs)
    expect(intervalsAfter(anchor, { unit: "week", count: 9 }, 1) - anchor).toBe(63 * 24 * hourMs)
  })

  it("never drift: so many of one are one of so many, and a year on it is the anchor's day", () => {
    fc.assert(
      fc.property(anyAnchor, anyInterval, anyTimes, (anchor, { unit, count }, times) => {
        const inSteps = intervalsAfter(anchor, { unit, count }, times)
        expect(intervalsAfter(anchor, { unit, count: 1 }, count * times)).toBe(inSteps)
        expect(intervalsAfter(anchor, { unit, count: count * times }, 1)).toBe(inSteps)
        const inAYear = intervalsAfter(anchor, monthly, 12)
        expect(inAYear).toBe(intervalsAfter(anchor, yearly, 1))
      })
    )
    const decades = days("2026-01-31", monthly, from(0, 240))
    expect(decades.filter((day) => day.includes("-01-"))).toEqual(
      from(2026, 2046).map((year) => `${year}-01-31`)
    )
  })

  it("begin one after the other, the anchor being the first", () => {
    fc.assert(
      fc.property(
        anyAnchor,
        anyInterval,
        fc.integer({ min: -40, max: 40 }),
        (anchor, each, nth) => {
          expect(intervalsAfter(anchor, each, 0)).toBe(anchor)
          const [one, next] = [
            intervalsAfter(anchor, each, nth),
            intervalsAfter(anchor, each, nth + 1)
          ]
          expect(one < next || next === endOfTime).toBe(true)
        }
      )
    )
  })

  it("may lie before the anchor, as far back as anybody asks", () => {
    expect(days("2026-03-31", monthly, [-1, -2, -3])).toEqual([
      ...["2026-02-28", "2026-01-31", "2025-12-31"]
    ])
    fc.assert(
      fc.property(anyAnchor, anyInterval, anyTimes, (anchor, interval, times) => {
        expect(intervalsAfter(anchor, interval, -times)).toBe(byTemporal(anchor, interval, -times))
      }),
      { numRuns: 3_000 }
    )
  })

  it("that would begin after the year 9999 begin with its last millisecond", () => {
    const lastDay = Date.parse("9999-12-31T06:07:08.009Z")
    for (const unit of BillingInterval.fields.unit.literals) {
      for (const count of [1, 2, 1000]) {
        const moment = intervalsAfter(lastDay, { unit, count }, 1)
        expect([unit, count, moment]).toEqual([unit, count, endOfTime])
      }
      expect(intervalsAfter(century.min.getTime(), { unit, count: 1000 }, 1e12)).toBe(endOfTime)
    }
    expect(days("9999-10-31", monthly, [1, 2])).toEqual(["9999-11-30", "9999-12-31"])
  })
})
