import { activeCurrencies } from "@payloom/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { amountIn, amountText } from "./amounts.ts"

const point = { form: "major", decimalMark: "." } as const

describe("an amount as text", () => {
  it("has all decimals of its currency, or none if the currency has none", () => {
    expect(amountText(5n, "EUR", "major")).toBe("0.05")
    expect(amountText(-1250n, "EUR", "major")).toBe("-12.50")
    expect(amountText(1250n, "JPY", "major")).toBe("1250")
    expect(amountText(-1n, "KWD", "major")).toBe("-0.001")
    expect(amountText(-1n, "KWD", "minor")).toBe("-1")
  })

  it("is read as the amount that was written, in every currency", () => {
    const form = fc.constantFrom("major" as const, "minor" as const)
    const amount = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n })
    const decimalMark = fc.constantFrom("." as const, "," as const)
    const currency = fc.constantFrom(...activeCurrencies)
    fc.assert(
      fc.property(fc.record({ form, amount, decimalMark, currency }), (made) => {
        const text = amountText(made.amount, made.currency, made.form)
        expect(amountIn(text.replace(".", made.decimalMark), made.currency, made)).toBe(made.amount)
      })
    )
  })

  it.each([
    ..."- 1. .5 1,5 1e3 0x1 1_000 1.2.3 \u0661 12.345 --5 (5 5) EUR5".split(" "),
    ..."1,234.50 1.234,50 1'000 \u22125".split(" "),
    "",
    "1 000"
  ])("is refused if it is %j", (text) => {
    expect(amountIn(text, "EUR", { form: "major" })).toHaveProperty("complaint")
    expect(amountIn(text, "EUR", point)).toHaveProperty("complaint")
  })

  it("that can be read in two ways is refused until the mapping decides", () => {
    for (const [text, currency] of [
      ["1.234", "KWD"],
      ["1.000", "EUR"],
      ["12.000", "JPY"],
      ["999.000", "JPY"]
    ] as const) {
      const refused = amountIn(text, currency, { form: "major" })
      expect(refused).toEqual({ complaint: expect.stringContaining("two ways") })
    }
    expect(amountIn("1.234", "KWD", point)).toBe(1234n)
    expect(amountIn("1.000", "EUR", { form: "major", thousandsMark: "." })).toBe(100_000n)
    expect(amountIn("0.250", "KWD", { form: "major" })).toBe(250n)
    expect(amountIn("1234.250", "KWD", { form: "major" })).toBe(1_234_250n)
  })

  it("may have marks between thousands if the mapping names them and all thousands have them", () => {
    const english = { form: "major", thousandsMark: "," } as const
    const german = { form: "major", thousandsMark: ".", decimalMark: "," } as const
    expect(amountIn("1,234,567.89", "EUR", english)).toBe(123_456_789n)
    expect(amountIn("1234567.89", "EUR", english)).toBe(123_456_789n)
    expect(amountIn("-1.234.567,89", "EUR", german)).toBe(-123_456_789n)
    expect(amountIn("1.234", "EUR", german)).toBe(123_400n)
    expect(amountIn("1\u202F234,5", "EUR", { ...german, thousandsMark: " " })).toBe(123_450n)
    expect(amountIn("1\u2019234.50", "CHF", { ...point, thousandsMark: "'" })).toBe(123_450n)
    const same = { form: "major", thousandsMark: ".", decimalMark: "." } as const
    expect(amountIn("1.234", "KWD", same)).toHaveProperty("complaint")
    for (const text of ["1,23", "1,2345.00", "12,34,567.00", ",123", "1,234,56", "1.234,567"]) {
      expect(amountIn(text, "EUR", english)).toHaveProperty("complaint")
    }
  })

  it("has its minus where the mapping says, and is refused if it is elsewhere", () => {
    const trailing = { ...point, negatives: "trailing" } as const
    const accounting = { ...point, negatives: "parentheses" } as const
    expect(amountIn("5.00-", "EUR", trailing)).toBe(-500n)
    expect(amountIn("(5.00)", "EUR", accounting)).toBe(-500n)
    for (const reading of [trailing, accounting, point]) {
      expect(amountIn("5.00", "EUR", reading)).toBe(500n)
    }
    for (const [text, reading] of [
      ["5.00-", point],
      ["(5.00)", point],
      ["-5.00", trailing],
      ["-5.00", accounting],
      ["(5.00)", trailing]
    ] as const) {
      const refused = amountIn(text, "EUR", reading)
      expect(refused).toEqual({ complaint: expect.stringContaining("`negatives`") })
    }
    expect(amountIn("-5.00-", "EUR", point)).toHaveProperty("complaint")
    expect(amountIn("(-5.00)", "EUR", accounting)).toHaveProperty("complaint")
  })

  it("in minor units has no marks, and may have the report's own number of decimals", () => {
    const minor = { form: "minor", decimals: { JPY: 2, HUF: 0, TWD: null } } as const
    expect(amountIn("10000", "USD", minor)).toBe(10_000n)
    expect(amountIn("10000", "JPY", minor)).toBe(100n)
    expect(amountIn("500", "HUF", minor)).toBe(50_000n)
    expect(amountIn("10050", "JPY", minor)).toEqual({ complaint: expect.stringContaining("finer") })
    expect(amountIn("500", "TWD", minor)).toEqual({
      complaint: expect.stringContaining("`decimals`")
    })
    expect(amountIn("12.00", "EUR", minor)).toHaveProperty("complaint")
  })

  it("may have fewer decimals than its currency, or more that are zeros", () => {
    expect(amountIn("12", "EUR", point)).toBe(1200n)
    expect(amountIn("+12.5000", "EUR", point)).toBe(1250n)
    expect(amountIn("12.00", "JPY", point)).toBe(12n)
    expect(amountIn("1".repeat(1000), "EUR", point)).toHaveProperty("complaint")
  })
})
