import { activeCurrencies, minorUnitDecimals } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { adyenDecimals, adyenSteps, fromAdyen, toAdyen } from "./amounts.ts"

const currencies = Object.entries(adyenDecimals)

describe("an amount at Adyen", () => {
  it.each(currencies)(
    "of 12 %s has the %i decimals of Adyen's list, there and back",
    (code, has) => {
      const amount = 12n * 10n ** BigInt(minorUnitDecimals(code))
      const counted = toAdyen(amount, code)
      expect(counted).toEqual({ value: 12 * 10 ** has, currency: code })
      expect(fromAdyen(counted)).toEqual({ amount, currency: code })
    }
  )

  it("is of a currency of ISO 4217, and has other decimals in four currencies", () => {
    const codes = currencies.map(([code]) => code)
    expect(codes.filter((code) => !activeCurrencies.includes(code))).toEqual([])
    expect(new Set(codes).size).toBe(codes.length)
    const others = currencies.filter(([code, has]) => has !== minorUnitDecimals(code))
    expect(others.sort()).toEqual([
      ["CLP", 2],
      ["CVE", 0],
      ["IDR", 0],
      ["ISK", 2]
    ])
  })

  it("is refused if Adyen can't express it, which only the listed steps can cause", () => {
    const tooFine = currencies.filter(([code]) => {
      try {
        toAdyen(1n, code)
        return false
      } catch (failure) {
        expect(failure).toMatchObject({ _tag: "AccountUnavailable", rawCode: "amount" })
        return true
      }
    })
    expect(tooFine.map(([code]) => code).sort()).toEqual(Object.keys(adyenSteps).sort())
  })

  it.each([
    [null],
    [{}],
    [{ value: 12.5, currency: "EUR" }],
    [{ value: 1, currency: "ISK" }],
    [{ value: 1e300, currency: "EUR" }]
  ])("that is invalid becomes an amount that no request has: %o", (told) => {
    expect(fromAdyen(told).amount).toBe(-1n)
  })
})
