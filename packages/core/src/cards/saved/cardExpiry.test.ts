import { describe, expect, it } from "vitest"
import { nextMidnight } from "../../kernel/primitives/nextMidnight.ts"
import { monthsEndingSoon } from "./cardExpiry.ts"

describe("the months that end soon", () => {
  it.each([
    // 30 days before the end of June is June 1st. 30 days before the end of July is July 2nd.
    ["2026-05-31T23:59:59.999Z", ["2026-05"]],
    ["2026-06-01T00:00:00.000Z", ["2026-06"]],
    ["2026-06-30T23:59:59.999Z", ["2026-06"]],
    ["2026-07-01T00:00:00.000Z", []],
    ["2026-07-01T23:59:59.999Z", []],
    ["2026-07-02T00:00:00.000Z", ["2026-07"]],
    // February has 28 or 29 days.
    ["2027-01-29T23:59:59.999Z", ["2027-01"]],
    ["2027-01-30T00:00:00.000Z", ["2027-01", "2027-02"]],
    ["2028-01-30T23:59:59.999Z", ["2028-01"]],
    ["2028-01-31T00:00:00.000Z", ["2028-01", "2028-02"]],
    // The turn of the year.
    ["2026-12-02T00:00:00.000Z", ["2026-12"]],
    ["2027-01-01T00:00:00.000Z", []]
  ])("are, at %s, %j", (now, months) => {
    expect(monthsEndingSoon(Date.parse(now))).toEqual(months)
  })
})

describe("the next midnight", () => {
  it.each([
    ["2026-11-15T12:00:00.000Z", "2026-11-16T00:00:00.000Z"],
    ["2026-11-15T23:59:59.999Z", "2026-11-16T00:00:00.000Z"],
    ["2026-12-31T00:00:00.000Z", "2027-01-01T00:00:00.000Z"]
  ])("after %s is %s, in UTC", (now, midnight) => {
    expect(new Date(nextMidnight(Date.parse(now))).toISOString()).toBe(midnight)
  })
})
