import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { activeCurrencies, minorUnitDecimals } from "../kernel/primitives/CurrencyCode.ts"
import {
  amountFromDecimal,
  amountFromProvider,
  decimalAmount,
  providerAmount
} from "./providerAmount.ts"

const currency = fc.constantFrom(...activeCurrencies)
const amount = fc.bigInt({ min: 0n, max: 10n ** 15n - 1n })

describe("an amount at a provider", () => {
  it("is unchanged if the provider's units are those of ISO 4217", () => {
    fc.assert(
      fc.property(amount, currency, (given, code) => {
        expect(providerAmount(given, code)).toBe(given)
        expect(amountFromProvider(given, code)).toBe(given)
      })
    )
  })

  it("converts to any number of decimals and back without loss, or not at all", () => {
    fc.assert(
      fc.property(amount, currency, fc.integer({ min: 0, max: 6 }), (given, code, decimals) => {
        const units = { decimals: { [code]: decimals } }
        const theirs = providerAmount(given, code, units)
        const tooFine = 10n ** BigInt(Math.max(minorUnitDecimals(code) - decimals, 0))
        if (given % tooFine !== 0n) expect(theirs).toBeNull()
        else expect(amountFromProvider(theirs ?? -1n, code, units)).toBe(given)
      })
    )
  })

  it.each([
    [1250n, "ISK", { decimals: { ISK: 2 } }, 125_000n],
    [1250n, "KWD", { decimals: { KWD: 2 } }, 125n],
    [1255n, "KWD", { decimals: { KWD: 2 } }, null],
    [1250n, "EUR", { decimals: { ISK: 2 } }, 1250n],
    [1250n, "TWD", { step: { TWD: 100n } }, null],
    [1200n, "TWD", { step: { TWD: 100n } }, 1200n],
    [12n, "UGX", { decimals: { UGX: 2 }, step: { UGX: 100n } }, 1200n]
  ] as const)("%i %s with %o is %s", (given, code, units, theirs) => {
    expect(providerAmount(given, code, units)).toBe(theirs)
  })

  it("is null if it is finer than a minor unit", () => {
    expect(amountFromProvider(125_050n, "ISK", { decimals: { ISK: 2 } })).toBeNull()
    expect(amountFromProvider(125_000n, "ISK", { decimals: { ISK: 2 } })).toBe(1250n)
  })
})

describe("a decimal amount", () => {
  it("is read back unchanged in every currency", () => {
    fc.assert(
      fc.property(amount, currency, (given, code) => {
        expect(amountFromDecimal(decimalAmount(given, code) ?? "", code)).toBe(given)
      })
    )
  })

  it.each([
    [1250n, "EUR", {}, "12.50"],
    [5n, "EUR", {}, "0.05"],
    [0n, "KWD", {}, "0.000"],
    [1250n, "JPY", {}, "1250"],
    [1250n, "ISK", { decimals: { ISK: 2 } }, "1250.00"],
    [1250n, "KWD", { decimals: { KWD: 2 } }, "1.25"],
    [1255n, "KWD", { decimals: { KWD: 2 } }, null],
    [1250n, "EUR", { step: { EUR: 100n } }, null]
  ] as const)("of %i %s with %o is %s", (given, code, units, text) => {
    expect(decimalAmount(given, code, units)).toBe(text)
  })

  it.each([
    ["12.5", "EUR", 1250n],
    ["12", "EUR", 1200n],
    ["12.500", "EUR", 1250n],
    ["12.505", "EUR", null],
    ["12.0", "JPY", 12n],
    ["12.1", "JPY", null],
    ["", "EUR", null],
    ["-1", "EUR", null],
    ["1e3", "EUR", null],
    [".5", "EUR", null],
    ["1,250.00", "EUR", null],
    ["9".repeat(31), "EUR", null]
  ] as const)("%s in %s is %s minor units", (text, code, minor) => {
    expect(amountFromDecimal(text, code)).toBe(minor)
  })
})
