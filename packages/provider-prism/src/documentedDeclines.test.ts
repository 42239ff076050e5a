import { type DeclineMeaning, type DeclineTable, readDecline } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { airwallexDeclines } from "./processors/airwallex/airwallexDeclines.ts"
import { authorizedotnetDeclines } from "./processors/authorizedotnet/authorizedotnetDeclines.ts"
import { braintreeDeclines } from "./processors/braintree/braintreeDeclines.ts"
import { checkoutDeclines } from "./processors/checkout/checkoutDeclines.ts"
import { cybersourceDeclines } from "./processors/cybersource/cybersourceDeclines.ts"
import { mollieDeclines } from "./processors/mollie/mollieDeclines.ts"
import { nuveiDeclines } from "./processors/nuvei/nuveiDeclines.ts"
import { paypalDeclines } from "./processors/paypal/paypalDeclines.ts"
import { rapydDeclines } from "./processors/rapyd/rapydDeclines.ts"
import { worldpayDeclines } from "./processors/worldpay/worldpayDeclines.ts"
import { schemeCode } from "./processors/worldpay/worldpayPayments.ts"
import {
  airwallexCodes,
  authorizedotnetCodes,
  braintreeCodes,
  braintreeReasons,
  checkoutCodes,
  cybersourceCodes,
  cybersourceReasons,
  mollieReasons,
  nuveiCodes,
  paypalCodes,
  rapydCodes,
  worldpayCodes
} from "./testing/documentedDeclines.ts"

const tables: ReadonlyArray<readonly [string, DeclineTable, ReadonlyArray<string>]> = [
  ["Checkout.com", checkoutDeclines, checkoutCodes],
  ["Braintree", braintreeDeclines, [...braintreeCodes, ...braintreeReasons]],
  ["PayPal", paypalDeclines, paypalCodes],
  ["Nuvei", nuveiDeclines, nuveiCodes],
  ["Rapyd", rapydDeclines, rapydCodes],
  ["Worldpay", worldpayDeclines, worldpayCodes],
  ["Airwallex", airwallexDeclines, airwallexCodes],
  ["Cybersource", cybersourceDeclines, [...cybersourceReasons, ...cybersourceCodes]],
  ["Authorize.net", authorizedotnetDeclines, authorizedotnetCodes],
  ["Mollie", mollieDeclines, mollieReasons]
]

/** Codes of repeats, of time-outs, and of charges that were approved and then rejected. */
const uncertain: ReadonlyArray<readonly [string, DeclineTable, string]> = [
  ["Checkout.com", checkoutDeclines, "20009 20094 20110 20118"],
  ["Braintree", braintreeDeclines, "2016 DUPLICATE FAILED 2035"],
  ["PayPal", paypalDeclines, "5200 0800 1000 PPIF"],
  ["Nuvei", nuveiDeclines, "-1203 1116 1118 1119 1120 1129 1134"],
  ["Rapyd", rapydDeclines, "ERROR_TRANSACTION_FAILED ERROR_CREATE_PAYMENT_SOURCE_UNAVAILABLE"],
  ["Worldpay", worldpayDeclines, "8 10 19 68 80 94 internalErrorOccurred"],
  ["Airwallex", airwallexDeclines, "08 10 11 risk_declined no_3ds_liability_shift"],
  [
    "Cybersource",
    cybersourceDeclines,
    "AVS_FAILED CV_FAILED DECISION_PROFILE_REJECT SCORE_EXCEEDS_THRESHOLD " +
      "AUTHORIZED_RISK_DECLINED 104 110 150 151 152 200 230 250 400 481 520"
  ],
  [
    "Authorize.net",
    authorizedotnetDeclines,
    "11 222 318 19 20 27 36 44 45 52 65 120 121 122 127 141 145 152 165 181 251 254"
  ],
  ["Mollie", mollieDeclines, "possible_fraud failed unknown_reason"]
]

/** Codes of lost, stolen and blocked cards, of wrong numbers and of suspected fraud. */
const hard: ReadonlyArray<readonly [string, DeclineTable, string]> = [
  ["Nuvei", nuveiDeclines, "1002 1103 1114 1116"],
  ["Rapyd", rapydDeclines, "ERROR_CARD_EXPIRED ERROR_CARD_NOT_SUPPORTED_FOR_ECOMMERCE"],
  ["Worldpay", worldpayDeclines, "4 7 14 33 34 41 43 54 62 63 97 fraudHighRisk"],
  ["Airwallex", airwallexDeclines, "04 07 14 41 43 46 54 57 59 62 63 risk_declined"],
  ["Cybersource", cybersourceDeclines, "STOLEN_LOST_CARD EXPIRED_CARD INVALID_ACCOUNT 205 222 481"],
  ["Authorize.net", authorizedotnetDeclines, "4 6 8 37 128 211 250 254 317"],
  ["Mollie", mollieDeclines, "inactive_card possible_fraud card_expired invalid_card_number"]
]

/** Codes after which the same card may pass later. */
const soft: ReadonlyArray<readonly [string, DeclineTable, string]> = [
  ["Nuvei", nuveiDeclines, "1127 1132"],
  ["Rapyd", rapydDeclines, "ERROR_CREATE_PAYMENT_INSUFFICIENT_FUNDS ERROR_TRANSACTION_FAILED"],
  ["Worldpay", worldpayDeclines, "2 5 51 61 75"],
  ["Airwallex", airwallexDeclines, "05 51 61 75 79 82 issuer_declined"],
  ["Cybersource", cybersourceDeclines, "PROCESSOR_DECLINED INSUFFICIENT_FUND 203 204 210 233"],
  ["Authorize.net", authorizedotnetDeclines, "2 3 49 223"],
  ["Mollie", mollieDeclines, "refused_by_issuer insufficient_funds card_declined"]
]

const meaningsOf = ({ meanings }: DeclineTable, list: string) =>
  list.split(" ").map((code) => [code, meanings[code]] as const)

const partOf = (table: DeclineTable, list: string, part: keyof DeclineMeaning) =>
  meaningsOf(table, list).map(([code, meaning]) => [code, meaning?.[part]])

const each = (list: string, value: string) => list.split(" ").map((code) => [code, value])

describe("the decline table of a processor", () => {
  it.each(tables)(
    "has a meaning for every documented code of %s",
    (_, { meanings }, documented) => {
      expect(new Set(documented).size).toBe(documented.length)
      expect(documented.filter((code) => !Object.hasOwn(meanings, code))).toEqual([])
    }
  )

  it.each(uncertain)("charges no other account if the money may be held: %s", (_, table, list) => {
    expect(partOf(table, list, "decision")).toEqual(each(list, "stop"))
  })

  it.each(hard)(
    "is hard for lost, blocked and wrong cards, and for fraud: %s",
    (_, table, list) => {
      expect(partOf(table, list, "category")).toEqual(each(list, "hard"))
      expect(partOf(table, list, "decision")).toEqual(each(list, "stop"))
    }
  )

  it.each(soft)("is soft if the card may pass later: %s", (_, table, list) => {
    expect(partOf(table, list, "category")).toEqual(each(list, "soft"))
  })

  it.each([
    ["Checkout.com", checkoutDeclines, { "20106": "currency_not_supported", "43401": "step_up" }],
    ["Braintree", braintreeDeclines, { "2064": "currency_not_supported", "2099": "step_up" }],
    ["PayPal", paypalDeclines, { "1320": "currency_not_supported", "5650": "step_up" }],
    ["Nuvei", nuveiDeclines, { "1202": "currency_not_supported", REDIRECT: "step_up" }],
    ["Airwallex", airwallexDeclines, { currency_not_supported: "cascade", "65": "step_up" }],
    ["Authorize.net", authorizedotnetDeclines, { "39": "currency_not_supported" }],
    ["Rapyd", rapydDeclines, { ERROR_SCA_EXEMPTION_DECLINED: "step_up" }],
    ["Worldpay", worldpayDeclines, { currencyIsNotSupported: "cascade", "65": "step_up" }],
    ["Cybersource", cybersourceDeclines, { "478": "step_up" }],
    ["Mollie", mollieDeclines, { authentication_required: "step_up" }]
  ] as const)(
    "says so if an account lacks the currency, or the issuer wants 3-D Secure: %s",
    (_, { meanings }: DeclineTable, expected: Readonly<Record<string, string>>) => {
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

  it("leaves codes of the schemes that Worldpay doesn't list to the schemes", () => {
    expect(readDecline(worldpayDeclines, "R1", schemeCode("R1"))).toMatchObject({
      category: "hard"
    })
    expect(readDecline(worldpayDeclines, "05", schemeCode("5"))).toMatchObject({
      code: "do_not_honor"
    })
    expect(schemeCode("entityIsNotConfigured")).toBeNull()
  })
})
