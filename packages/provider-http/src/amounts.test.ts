import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readAmount, writtenAmount } from "./amounts.ts"

const forms = fc.constantFrom(
  "integer" as const,
  "integer_text" as const,
  "decimal" as const,
  "decimal_text" as const
)

describe("an amount in a provider's form", () => {
  it("is read back unchanged in every form", () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 15n - 1n })
    const currency = fc.constantFrom("EUR", "JPY", "KWD")
    fc.assert(
      fc.property(forms, amount, currency, (form, given, code) => {
        expect(readAmount(writtenAmount(given, code, { form }), code, { form })).toBe(given)
      })
    )
  })

  it.each([
    ["integer", 1250],
    ["integer_text", "1250"],
    ["decimal", 12.5],
    ["decimal_text", "12.50"]
  ] as const)("of 12.50 EUR is as %s %o", (form, written) => {
    expect(writtenAmount(1250n, "EUR", { form })).toBe(written)
  })

  it("is refused if it can't be expressed", () => {
    const refused = expect.objectContaining({ _tag: "AccountUnavailable", rawCode: "amount" })
    const written = (...[amount, currency, units]: Parameters<typeof writtenAmount>) => {
      try {
        return writtenAmount(amount, currency, units)
      } catch (failure) {
        return failure
      }
    }
    expect(written(1255n, "KWD", { decimals: { KWD: 2 } })).toEqual(refused)
    expect(written(10n ** 16n, "EUR")).toEqual(refused)
    expect(written(10n ** 16n, "EUR", { form: "integer_text" })).toBe("10000000000000000")
  })

  it("of the provider's is none if it can't be read, and -1 if it is too fine", () => {
    for (const value of [null, "", "12,50", "1e3", "-5", {}, true, 12.5, Number.NaN, -1]) {
      expect(readAmount(value, "EUR")).toBeNull()
    }
    expect(readAmount("12.505", "EUR", { form: "decimal_text" })).toBe(-1n)
    expect(readAmount("125050", "ISK", { decimals: { ISK: 2 } })).toBe(-1n)
  })
})
