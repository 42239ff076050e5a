import { DateTime } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { momentIn } from "./localTimes.ts"

const at = (text: string, zone: string | null = null, dateOrder?: "dmy" | "mdy") =>
  momentIn(text, { zone, dateOrder })
const complaint = (...of: Parameters<typeof at>) => (at(...of) as { complaint: string }).complaint

describe("a time in a report", () => {
  it("is read with its own offset, whatever zone the mapping names", () => {
    const ten = Date.UTC(2026, 10, 22, 10)
    for (const text of [
      "2026-11-22T10:00:00Z",
      "2026-11-22T11:00:00.000+01:00",
      "2026/11/22 02:00:00 -0800",
      "2026-11-22 10:00:00 UTC",
      "2026-11-22 10:00"
    ]) {
      expect(at(text, text.endsWith("00:00") || text.length === 16 ? "UTC" : "Asia/Tokyo")).toBe(
        ten
      )
    }
  })

  it("is read by the zone's clocks, in summer and in winter", () => {
    expect(at("2026-06-03 11:26:49", "Europe/Amsterdam")).toBe(Date.UTC(2026, 5, 3, 9, 26, 49))
    expect(at("2026-12-03 11:26:49", "Europe/Amsterdam")).toBe(Date.UTC(2026, 11, 3, 10, 26, 49))
    expect(at("2026-06-03 11:26:49", "+05:30")).toBe(Date.UTC(2026, 5, 3, 5, 56, 49))
  })

  it("is refused if the clocks of its zone show it twice or never", () => {
    expect(complaint("2026-10-25 02:30:00", "Europe/Berlin")).toContain("show twice")
    expect(complaint("2026-03-29 02:30:00", "Europe/Berlin")).toContain("skip")
    expect(complaint("2026-10-04 02:15:00", "Australia/Lord_Howe")).toContain("skip")
    expect(complaint("2026-04-05 01:45:00", "Australia/Lord_Howe")).toContain("show twice")
    expect(complaint("2011-12-30 10:00:00", "Pacific/Apia")).toContain("skip")
    expect(complaint("2011-12-30", "Pacific/Apia")).toContain("skip")
    expect(at("2026-10-25T02:30:00+01:00", "Europe/Berlin")).toBe(Date.UTC(2026, 9, 25, 1, 30))
  })

  it("without an offset and a zone is refused, except a day, which is its first moment in UTC", () => {
    expect(complaint("2026-11-22 10:00:00")).toContain("timeZone")
    expect(at("2026-11-22")).toBe(Date.UTC(2026, 10, 22))
  })

  it("that is a day is its first moment in its zone, also if clocks skip its midnight", () => {
    expect(at("2026-11-22", "America/New_York")).toBe(Date.UTC(2026, 10, 22, 5))
    expect(at("2026-04-24", "Africa/Cairo")).toBe(Date.UTC(2026, 3, 23, 22))
    expect(at("2026-11-01", "America/Havana")).toBe(Date.UTC(2026, 10, 1, 4))
  })

  it("in an unknown zone is refused", () => {
    for (const zone of ["CEST", "IST", "BST", "EST", "Europe/Nowhere", "+25:00", ""]) {
      expect(complaint("2026-11-22 10:00:00", zone)).toContain("`names`")
    }
  })

  it("that can be read with the day or the month first is refused until the mapping decides", () => {
    expect(complaint("03/04/2026")).toContain("two ways")
    expect(at("03/04/2026", "UTC", "dmy")).toBe(Date.UTC(2026, 3, 3))
    expect(at("03/04/2026 10:00", "UTC", "mdy")).toBe(Date.UTC(2026, 2, 4, 10))
    expect(at("3.4.2026", "UTC", "dmy")).toBe(Date.UTC(2026, 3, 3))
  })

  it.each([
    "2026-02-30",
    "2026-13-01",
    "2026-11-22 24:00:00",
    "2026-11-22 10:60",
    "2026-11/22",
    "22.11.26",
    "20261122",
    "2026-11-22T10:00:00+99:00",
    "yesterday",
    "9".repeat(100),
    ""
  ])("is refused if it is %s", (text) => {
    expect(at(text, "UTC", "dmy")).toHaveProperty("complaint")
  })

  it("in any zone is read as the moment that was written, or refused if it is shown twice", () => {
    const zones = ["Europe/London", "America/St_Johns", "Asia/Kathmandu", "Australia/Lord_Howe"]
    const moment = fc.date({
      min: new Date("2000-01-01T00:00:00Z"),
      max: new Date("2040-01-01T00:00:00Z"),
      noInvalidDate: true
    })
    fc.assert(
      fc.property(fc.constantFrom(...zones), moment, (zone, date) => {
        const whole = Math.floor(date.getTime() / 1000) * 1000
        const zoned = DateTime.makeZonedUnsafe(whole, { timeZone: zone })
        const text = DateTime.formatIsoZoned(zoned).slice(0, 19)
        const read = at(text, zone)
        if (typeof read === "number") expect(read).toBe(whole)
        else expect(read.complaint).toContain("show twice")
      })
    )
  })
})
