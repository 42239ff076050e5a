import { activeCurrencies } from "@payloom/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { amountIn, amountText } from "./amounts.ts"

const point = { form: "major", decimalMark: "." } as const

describe("an amount as text", () => {
  it("has all decimals of its currency, and none where there are none", () => {
    expect(amountText(5n, "EUR", "major")).toBe("0.05")
    expect(amountText(-1250n, "EUR", "major")).toBe("-12.50")
    expect(amountText(1250n, "JPY", "major")).toBe("1250")
    expect(amountText(-1n, "KWD", "major")).toBe("-0.001")
    expect(amountText(-1n, "KWD", "minor")).toBe("-1")
  })

  it("is read as what was written, in every currency", () => {
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

  it.each(["", "-", "1.", ".5", "1,5", "1e3", "0x1", "1 000", "1_000", "1.2.3", "١", "12.345"])(
    "is none where it says %s",
    (text) => {
      expect(amountIn(text, "EUR", point)).toBeNull()
    }
  )

  it("may have fewer decimals than its currency, or more that are zeros", () => {
    expect(amountIn("12", "EUR", point)).toBe(1200n)
    expect(amountIn("+12.5000", "EUR", point)).toBe(1250n)
    expect(amountIn("12.00", "JPY", point)).toBe(12n)
    expect(amountIn("12.00", "EUR", { form: "minor", decimalMark: "." })).toBe(12n)
    expect(amountIn("1".repeat(1000), "EUR", point)).toBeNull()
  })
})
