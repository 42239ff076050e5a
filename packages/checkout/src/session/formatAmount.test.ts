import { activeCurrencies, type CurrencyCode, minorUnitDecimals } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { textsIn } from "../texts/testing/textsIn.ts"
import { formatAmount } from "./formatAmount.ts"

describe("an amount", () => {
  it.each([
    ["1250", "EUR", "de", "12,50 €"],
    ["1250", "EUR", "en", "€12.50"],
    ["5", "USD", "en-US", "$0.05"],
    ["5", "USD", "de-a", "0,05 $"],
    ["5", "USD", "xx-a", "$0.05"],
    ["1250", "JPY", "ja", "￥1,250"],
    ["1250", "KWD", "en", "KWD 1.250"],
    ["-5", "EUR", "de", "-0,05 €"],
    ["-1250", "JPY", "en", "-¥1,250"],
    ["1250", "EUR", "pt-BR", "€ 12,50"],
    ["1250", "EUR", "no", "12,50 €"],
    ["1250", "TWD", "zh-TW", "$12.50"],
    ["1250", "EUR", "hu", "€12.50"],
    ["1250", "EUR", "de-AT", "€ 12,50"],
    ["999999999999999", "USD", "en-US", "$9,999,999,999,999.99"]
  ])("of %s %s in %s is %s", (amount, currency, locale, text) => {
    const shown = formatAmount(textsIn(locale), { amount, currency })
    expect(shown.replaceAll(/\s/g, " ")).toBe(text)
  })

  it("has the engine's decimals for every currency", () => {
    for (const currency of activeCurrencies) {
      const shown = formatAmount(textsIn("en"), { amount: "111111", currency })
      const decimals = /\.(\d+)/.exec(shown)?.[1]?.length ?? 0
      expect([currency, decimals]).toEqual([currency, minorUnitDecimals(currency as CurrencyCode)])
    }
  })
})
