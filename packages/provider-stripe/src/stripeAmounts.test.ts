import { activeCurrencies } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { amountFromStripe, amountStep, currencies, stripeAmount } from "./stripeAmounts.ts"

describe("amounts at Stripe", () => {
  it("have currencies of ISO 4217, each listed once", () => {
    expect(new Set(currencies).size).toBe(currencies.length)
    expect(currencies.filter((code) => !activeCurrencies.includes(code))).toEqual([])
  })

  it("are the same after a round trip, in every currency and its steps", () => {
    for (const currency of currencies) {
      const step = amountStep[currency] ?? 1n
      for (const steps of [1n, 7n, 1250n, 99_999n]) {
        const amount = steps * step
        const sent = stripeAmount(amount, currency)
        expect(amountFromStripe(sent, currency.toLowerCase()), currency).toBe(amount)
      }
    }
  })

  it.each([
    ["EUR", 1250n, 1250],
    ["JPY", 500n, 500],
    ["KWD", 5120n, 5120],
    ["ISK", 500n, 50_000],
    ["UGX", 500n, 50_000],
    ["MGA", 5000n, 50]
  ])("of %s %s become %s", (currency, amount, counted) => {
    expect(stripeAmount(amount, currency)).toBe(counted)
  })

  it.each([
    ["KWD", 5125n],
    ["MGA", 150n],
    ["EUR", 2n ** 60n]
  ])("that Stripe can't express are refused before anything is sent: %s %s", (currency, amount) => {
    expect(() => stripeAmount(amount, currency)).toThrow(
      expect.objectContaining({ _tag: "AccountUnavailable", rawCode: "amount_invalid" })
    )
  })

  it("finer than a minor unit match no request", () => {
    expect(amountFromStripe(50_001, "isk")).toBe(-1n)
  })
})
