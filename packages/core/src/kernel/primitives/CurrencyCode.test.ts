import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { inputDecoder } from "../input/decodeInput.ts"
import { activeCurrencies, CurrencyCode, minorUnitDecimals } from "./CurrencyCode.ts"

const decode = inputDecoder(CurrencyCode)

const codeOf = (value: unknown) => {
  const result = decode(value)
  return Result.isFailure(result) ? result.failure.code : result.success
}

const decimalsOf = (code: string) => {
  const decoded = decode(code)
  return Result.isSuccess(decoded) ? minorUnitDecimals(decoded.success) : null
}

describe("a currency code", () => {
  it("is three upper-case letters, otherwise refused as parameter_invalid", () => {
    for (const value of ["eur", "Eur", "EU", "EURO", "", "E R", "\u20ac", "EUR ", 978, null]) {
      expect([value, codeOf(value)]).toEqual([value, "parameter_invalid"])
    }
  })

  it("is an active ISO 4217 code, otherwise refused as currency_unsupported", () => {
    for (const code of activeCurrencies) expect(codeOf(code)).toBe(code)
    // No currency, a test code, metals, funds codes, and codes that are no longer in use.
    for (const code of ["XXX", "XTS", "XAU", "XDR", "CHE", "DEM", "HRK", "ANG", "ZWL", "ZZZ"]) {
      expect([code, codeOf(code)]).toEqual([code, "currency_unsupported"])
    }
  })

  it("has each active code once", () => {
    expect(new Set(activeCurrencies).size).toBe(activeCurrencies.length)
    expect(activeCurrencies.length).toBeGreaterThan(150)
  })

  it("has the decimals of its minor unit", () => {
    for (const code of ["EUR", "USD", "GBP", "CHF"]) expect(decimalsOf(code)).toBe(2)
    for (const code of ["JPY", "KRW", "CLP", "ISK"]) expect(decimalsOf(code)).toBe(0)
    for (const code of ["KWD", "BHD", "TND"]) expect(decimalsOf(code)).toBe(3)
  })
})
