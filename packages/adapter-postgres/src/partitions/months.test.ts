import { describe, expect, it } from "vitest"
import { idAt, monthOf, timeAt } from "./months.ts"

describe("the bounds of a month", () => {
  it("are before each id of the month, and after each id of the month before", () => {
    const start = Date.UTC(2026, 0, 1, 12)
    expect(idAt("event", start)).toBe("event_01KDWPVNG0")
    expect(idAt("event", start) < "event_01KDWPVNG00000000000000000").toBe(true)
    expect(idAt("event", start) > idAt("event", start - 1)).toBe(true)
    expect(idAt("event", start) > `${idAt("event", start - 1)}ZZZZZZZZZZZZZZZZ`).toBe(true)
  })

  it("have the time that they were made of", () => {
    for (const ms of [0, 1, 1_767_268_800_000, 2 ** 48 - 1]) {
      expect(timeAt(idAt("delivery", ms))).toBe(ms)
    }
  })

  it("are those of UTC, also over the end of a year", () => {
    const late = Date.UTC(2026, 11, 31, 23, 59, 59, 999)
    expect(monthOf(late)).toBe(Date.UTC(2026, 11, 1))
    expect(monthOf(late, 1)).toBe(Date.UTC(2027, 0, 1))
    expect(monthOf(late, -12)).toBe(Date.UTC(2025, 11, 1))
  })
})
