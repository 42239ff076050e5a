import { describe, expect, it } from "vitest"
import { intervalsAfter } from "../calendar.ts"
import { intervalsBetween } from "./continueSubscription.ts"

const at = (text: string) => Date.parse(`${text}T10:00:00Z`)

describe("the number of intervals from an anchor", () => {
  it.each([
    ["2026-01-31", { unit: "month", count: 1 }, "2026-02-28", 1],
    ["2026-01-31", { unit: "month", count: 1 }, "2026-03-31", 2],
    ["2024-02-29", { unit: "year", count: 1 }, "2027-02-28", 3],
    ["2026-11-15", { unit: "week", count: 2 }, "2026-11-29", 1],
    ["2026-11-15", { unit: "month", count: 3 }, "2026-11-15", 0],
    ["2026-11-15", { unit: "month", count: 1 }, "2026-09-15", -2]
  ] as const)("%s by %j to %s is %d", (anchor, interval, due, count) => {
    expect(intervalsBetween(at(anchor), interval, at(due))).toBe(count)
  })

  it("is null for a time that the calendar doesn't lead to", () => {
    const monthly = { unit: "month", count: 1 } as const
    expect(intervalsBetween(at("2026-01-31"), monthly, at("2026-03-28"))).toBe(null)
    expect(intervalsBetween(at("2026-01-31"), monthly, at("2026-02-28") + 1)).toBe(null)
  })

  it("is found again for each interval over ten years", () => {
    for (const unit of ["day", "week", "month", "year"] as const) {
      for (let times = -120; times <= 120; times++) {
        const interval = { unit, count: 1 }
        const due = intervalsAfter(at("2024-01-31"), interval, times)
        expect(intervalsBetween(at("2024-01-31"), interval, due)).toBe(times)
      }
    }
  })
})
