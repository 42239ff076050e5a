import type { DeclineTable } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { braintreeDeclines } from "./processors/braintree/braintreeDeclines.ts"
import { checkoutDeclines } from "./processors/checkout/checkoutDeclines.ts"
import { paypalDeclines } from "./processors/paypal/paypalDeclines.ts"
import {
  braintreeCodes,
  braintreeReasons,
  checkoutCodes,
  paypalCodes
} from "./testing/documentedDeclines.ts"

const tables: ReadonlyArray<readonly [string, DeclineTable, ReadonlyArray<string>]> = [
  ["Checkout.com", checkoutDeclines, checkoutCodes],
  ["Braintree", braintreeDeclines, [...braintreeCodes, ...braintreeReasons]],
  ["PayPal", paypalDeclines, paypalCodes]
]

describe("the decline table of a processor", () => {
  it.each(tables)(
    "has a meaning for every documented code of %s",
    (_, { meanings }, documented) => {
      expect(new Set(documented).size).toBe(documented.length)
      expect(documented.filter((code) => !Object.hasOwn(meanings, code))).toEqual([])
    }
  )

  it.each([
    ["Checkout.com", checkoutDeclines, ["20009", "20094", "20110", "20118"]],
    ["Braintree", braintreeDeclines, ["2016", "DUPLICATE", "FAILED", "2035"]],
    ["PayPal", paypalDeclines, ["5200", "0800", "1000", "PPIF"]]
  ] as const)("charges no other account if the money may be held: %s", (_, { meanings }, list) => {
    for (const code of list) expect([code, meanings[code]?.decision]).toEqual([code, "stop"])
  })

  it.each([
    ["Checkout.com", checkoutDeclines, { "20106": "currency_not_supported", "43401": "step_up" }],
    ["Braintree", braintreeDeclines, { "2064": "currency_not_supported", "2099": "step_up" }],
    ["PayPal", paypalDeclines, { "1320": "currency_not_supported", "5650": "step_up" }]
  ] as const)(
    "says so if an account lacks the currency, or the issuer wants 3-D Secure: %s",
    (_, { meanings }, expected) => {
      for (const [code, meaning] of Object.entries(expected)) {
        expect([meanings[code]?.code, meanings[code]?.decision]).toContain(meaning)
      }
    }
  )

  it("stops for good if the cardholder has stopped the billing", () => {
    for (const [table, code] of [
      [checkoutDeclines, "200R1"],
      [checkoutDeclines, "200R3"],
      [braintreeDeclines, "2017"],
      [braintreeDeclines, "2018"]
    ] as const) {
      expect(table.meanings[code]).toMatchObject({ category: "hard", decision: "stop" })
    }
  })
})
