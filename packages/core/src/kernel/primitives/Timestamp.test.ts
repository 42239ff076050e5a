import { Result, Schema } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { inputChecker, inputDecoder } from "../input/decodeInput.ts"
import { Timestamp, TimestampFrom } from "./Timestamp.ts"

const decode = inputDecoder(Timestamp)
const encode = Schema.encodeSync(Timestamp)

const read = (value: unknown) => {
  const result = decode(value)
  return Result.isSuccess(result) ? result.success : result.failure.code
}

describe("a timestamp", () => {
  it("is milliseconds inside and RFC 3339 in UTC on the wire, and converts without loss", () => {
    const years1To9999 = { min: new Date("0001-01-01T00:00:00Z"), max: new Date("9999-12-31") }
    fc.assert(
      fc.property(fc.date({ ...years1To9999, noInvalidDate: true }), (date) => {
        const text = encode(date.getTime())
        expect(text).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
        expect(read(text)).toBe(date.getTime())
      })
    )
  })

  it("is read in any time zone, in either case, with or without fractions", () => {
    const noon = Date.UTC(2026, 10, 15, 12)
    for (const [text, millis] of [
      ["2026-11-15T12:00:00Z", noon],
      ["2026-11-15t12:00:00z", noon],
      ["2026-11-15T12:00:00.5Z", noon + 500],
      ["2026-11-15T12:00:00.123456789Z", noon + 123],
      ["2026-11-15T13:30:00+01:30", noon],
      ["2026-11-15T00:00:00-12:00", noon],
      ["2026-11-15T12:00:00-00:00", noon]
    ] as const) {
      expect([text, read(text)]).toEqual([text, millis])
    }
  })

  it("is rounded up to a millisecond as a lower bound", () => {
    const from = inputDecoder(TimestampFrom)
    const digits = fc.stringMatching(/^\d{1,9}$/)
    const zone = fc.constantFrom("Z", "z", "+01:30", "-12:00")
    const second = fc.integer({ min: -100_000_000, max: 4_000_000_000 })
    fc.assert(
      fc.property(second, digits, zone, (seconds, fraction, offset) => {
        const text = `${new Date(seconds * 1000).toISOString().slice(0, 19)}.${fraction}${offset}`
        const nanos = Number(fraction.padEnd(9, "0"))
        const whole = Date.parse(text.replace(`.${fraction}`, ""))
        expect(read(text)).toBe(whole + Math.floor(nanos / 1e6))
        expect(Result.getOrThrow(from(text))).toBe(whole + Math.ceil(nanos / 1e6))
      })
    )
  })

  it("is refused on days that the calendar does not have", () => {
    const impossible = [
      ...["2026-02-29", "2026-02-30", "2100-02-29", "1900-02-29", "2026-04-31", "2026-06-31"],
      ...["2026-00-10", "2026-13-01", "2026-01-00", "2026-01-32"]
    ]
    for (const day of impossible) {
      expect([day, read(`${day}T00:00:00Z`)]).toEqual([day, "parameter_invalid"])
    }
    for (const day of ["2024-02-29", "2000-02-29", "2026-02-28", "2026-12-31"]) {
      expect([day, read(`${day}T00:00:00Z`)]).toEqual([day, Date.parse(day)])
    }
  })

  it("is accepted exactly for the days of the calendar", () => {
    const parts = fc.tuple(
      fc.integer({ min: 1, max: 9999 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 31 })
    )
    const padded = (value: number, length: number) => value.toString().padStart(length, "0")
    fc.assert(
      fc.property(parts, ([year, month, day]) => {
        const text = `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}T00:00:00Z`
        const date = new Date(0)
        date.setUTCFullYear(year, month - 1, day)
        const exists = date.getUTCDate() === day
        expect([text, read(text)]).toEqual([text, exists ? date.getTime() : "parameter_invalid"])
      })
    )
  })

  it("is refused if its year in UTC is not of four digits, from the wire and from a program", () => {
    const check = inputChecker(Timestamp)
    const [first, last] = ["0000-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"]
    for (const text of [first, last]) {
      expect([text, read(text)]).toEqual([text, Date.parse(text)])
      expect(encode(Date.parse(text))).toBe(text)
    }
    for (const text of ["9999-12-31T23:59:59-00:01", "0000-01-01T00:00:00+00:01"]) {
      expect([text, read(text)]).toEqual([text, "parameter_invalid"])
    }
    for (const millis of [Date.parse(first) - 1, Date.parse(last) + 1, Number.MAX_SAFE_INTEGER]) {
      expect([millis, Result.isFailure(check(millis))]).toEqual([millis, true])
    }
  })

  it("is encoded as itself, also in turn with other times", () => {
    const times = [0, 1, 1_000, 86_400_000]
    for (const at of [0, 1, 0, 2, 1, 0, 3, 3, 0, 2].map((n) => times[n] ?? 0)) {
      expect(encode(at)).toBe(new Date(at).toISOString())
    }
  })

  it("is refused without a time or a zone, and for times that don't exist", () => {
    const refused = [
      ...["", "2026", "2026-11-15", "2026-11-15T12:00Z", "2026-11-15T12:00:00"],
      ...["2026-11-15 12:00:00Z", "2026-11-15T24:00:00Z", "2026-11-15T12:60:00Z"],
      ...["2026-11-15T12:00:00+24:00", "2026-11-15T12:00:00.Z", "+002026-11-15T12:00:00Z"],
      ...["2026-11-15T12:00:00Z ", "Sun, 15 Nov 2026 12:00:00 GMT", "1794657600000"]
    ]
    for (const text of refused) expect([text, read(text)]).toEqual([text, "parameter_invalid"])
    for (const value of [0, null, new Date(0)]) expect(read(value)).toBe("parameter_invalid")
  })
})
