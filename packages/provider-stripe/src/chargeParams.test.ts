import type { ChargeRequest } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { checkParams, paymentParams } from "./chargeParams.ts"
import type { PaidBy } from "./stripePaidBy.ts"
import { chargeRequest } from "./testing/chargeRequest.ts"

const card: PaidBy = { type: "card", source: { payment_method: "pm_1", customer: "cus_1" } }

type Options = Parameters<typeof paymentParams>[2]

const paramsOf = (changes: Partial<ChargeRequest> = {}, by = card, options: Options = {}) =>
  paymentParams(chargeRequest(changes), by, options)

const cardOptionsOf = (changes: Partial<ChargeRequest>, options: Options = {}) => {
  const own = paramsOf(changes, card, options).payment_method_options?.card
  return own === "" ? undefined : own
}

const rebill = {
  type: "subscription_rebill",
  initiator: "merchant",
  returnUrl: null,
  agreement: { usage: "recurring", position: "subsequent", networkReference: "tx_1" }
} as const satisfies Partial<ChargeRequest>

const threeDs = {
  status: "attempted",
  exemption: "transaction_risk_analysis",
  flow: "frictionless",
  version: "2.3.1",
  eci: "06",
  authenticationValue: "AAAB",
  transactionId: "ds_1"
} as const

describe("the request of a charge to Stripe", () => {
  it("has the whole charge in one call, under our reference", () => {
    expect(paramsOf({ description: "Two books", metadata: { order: "7" } })).toEqual({
      amount: 1250,
      currency: "eur",
      confirm: true,
      capture_method: "automatic",
      allowed_payment_method_types: ["card"],
      payment_method: "pm_1",
      customer: "cus_1",
      payment_method_options: { card: {} },
      description: "Two books",
      metadata: { order: "7", payloom_reference: "attempt_1" },
      return_url: "https://shop.example/back",
      expand: ["latest_charge"]
    })
  })

  it("holds the money if it is not captured", () => {
    expect(paramsOf({ capture: false })).toMatchObject({ capture_method: "manual" })
  })

  it("leaves 3-D Secure to Stripe.js if the page runs it, and redirects to banks", () => {
    const onPage = { threeDs: "client_side" } as const
    expect(paramsOf({}, card, onPage)).toMatchObject({ use_stripe_sdk: true })
    expect(paramsOf({ returnUrl: null }, card, onPage)).not.toHaveProperty("use_stripe_sdk")
    for (const type of ["ideal", "bancontact"]) {
      const params = paramsOf({}, { type, source: {} }, onPage)
      expect(params).not.toHaveProperty("use_stripe_sdk")
      expect(params).toMatchObject({ return_url: "https://shop.example/back" })
    }
  })

  it("has a return URL for every payer who may be asked, even if no payer is there", () => {
    const params = paramsOf({ returnUrl: null, type: "moto" })
    expect(params).toMatchObject({
      confirm: true,
      return_url: "https://example.com/",
      payment_method_options: { card: { moto: true } }
    })
    expect(params).not.toHaveProperty("error_on_requires_action")
    expect(paramsOf(rebill)).not.toHaveProperty("return_url")
  })

  it("begins an agreement with the card saved for later, and says for what", () => {
    const agreement = { usage: "unscheduled", position: "first", networkReference: null } as const
    expect(paramsOf({ agreement })).toMatchObject({
      setup_future_usage: "off_session",
      payment_method_options: { card: { setup_credential_usage: "unscheduled" } }
    })
  })

  it("without a payer begins an agreement like a later charge, and saves nothing", () => {
    const first = { usage: "recurring", position: "first", networkReference: null } as const
    const params = paramsOf({ ...rebill, agreement: first })
    expect(params).toMatchObject({
      off_session: true,
      payment_method_options: { card: { stored_credential_usage: "recurring" } }
    })
    expect(params).not.toHaveProperty("setup_future_usage")
    expect(params.payment_method_options?.card).not.toHaveProperty("setup_credential_usage")
  })

  it("continues an agreement without its payer, and says for what", () => {
    const params = paramsOf(rebill)
    expect(params).toMatchObject({
      off_session: true,
      payment_method_options: { card: { stored_credential_usage: "recurring" } }
    })
    expect(params).not.toHaveProperty("setup_future_usage")
    expect(JSON.stringify(params)).not.toContain("tx_1")
  })

  it("names an agreement's first payment for a card of an own vault, if that is on", () => {
    const source = { _tag: "Vaulted", vaultReference: "card_1" } as const
    expect(cardOptionsOf({ ...rebill, source })).toEqual({ stored_credential_usage: "recurring" })
    const on = { mitExemption: true }
    expect(cardOptionsOf({ ...rebill, source }, on)).toEqual({
      stored_credential_usage: "recurring",
      mit_exemption: { network_transaction_id: "tx_1" }
    })
    expect(cardOptionsOf(rebill, on)).not.toHaveProperty("mit_exemption")
  })

  it("has the results of another 3DS server, with its exemption", () => {
    expect(cardOptionsOf({ threeDs })?.three_d_secure).toEqual({
      cryptogram: "AAAB",
      transaction_id: "ds_1",
      version: "2.3.1",
      ares_trans_status: "A",
      electronic_commerce_indicator: "06",
      exemption_indicator: "low_risk"
    })
  })

  it.each([{ authenticationValue: null }, { transactionId: null }, { version: "2.4.0" }])(
    "fails if the results of another 3DS server are unusable at Stripe: %o",
    (broken) => {
      expect(() => paramsOf({ threeDs: { ...threeDs, ...broken } })).toThrow(
        expect.objectContaining({ _tag: "AccountUnavailable", rawCode: "three_ds_incomplete" })
      )
    }
  )

  const suffixOf = (statementDescriptor: string) =>
    paramsOf({ statementDescriptor }).statement_descriptor_suffix

  it("removes characters from a descriptor that Stripe refuses, and one without letters", () => {
    const descriptor = '<Books & "Stuff"* of \'26, a very long one>'
    expect(suffixOf(descriptor)).toBe("Books & Stuff of 26, a")
    expect(suffixOf("Café Ångström")).toBe("Cafe Angstroem")
    expect(suffixOf("Кафе A")).toBe("Kafe A")
    for (const none of ["123", "東京", "", "  "]) expect(suffixOf(none)).toBeUndefined()
  })

  it("has a whole descriptor for other methods than cards, if it is long enough", () => {
    const ideal: PaidBy = { type: "ideal", source: {} }
    const long = paramsOf({ statementDescriptor: "Books" }, ideal)
    expect(long).toMatchObject({ statement_descriptor: "Books" })
    expect(paramsOf({ statementDescriptor: "Shop" }, ideal)).not.toHaveProperty(
      "statement_descriptor"
    )
  })

  it("keeps metadata within Stripe's limits, and our reference whole", () => {
    const metadata = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`${"k".repeat(60)}${index}`, "v".repeat(900)])
    )
    const told = paramsOf({ metadata: { ...metadata, payloom_reference: "another" } }).metadata
    const entries = Object.entries(told ?? {})
    expect(entries.length).toBeLessThanOrEqual(50)
    expect(entries.every(([key, value]) => key.length <= 40 && String(value).length <= 500)).toBe(
      true
    )
    expect(told).toMatchObject({ payloom_reference: "attempt_1" })
  })

  it("has no metadata that Stripe refuses, or that looks like ours", () => {
    const metadata = {
      "order[id]": "7",
      "[]": "x",
      payloom_capture: "capture_1",
      payloom_void: "v"
    }
    expect(paramsOf({ metadata }).metadata).toEqual({
      orderid: "7",
      payloom_reference: "attempt_1"
    })
  })

  it("is unconfirmed if the payer confirms on the page", () => {
    const debit: PaidBy = { type: "sepa_debit", source: {}, confirmsOnPage: true }
    const params = paramsOf({}, debit)
    expect(params).toMatchObject({ allowed_payment_method_types: ["sepa_debit"] })
    expect(params).not.toHaveProperty("confirm")
    expect(params).not.toHaveProperty("return_url")
  })
})

describe("the request of a check to Stripe", () => {
  it("has the card, its later use, and no amount", () => {
    const params = checkParams(chargeRequest({ type: "verify", amount: 0n }), card, {})
    expect(params).toEqual({
      confirm: true,
      usage: "off_session",
      allowed_payment_method_types: ["card"],
      payment_method: "pm_1",
      customer: "cus_1",
      payment_method_options: { card: {} },
      metadata: { payloom_reference: "attempt_1" },
      return_url: "https://shop.example/back",
      expand: ["latest_attempt"]
    })
  })

  const optionsOf = (changes: Partial<ChargeRequest>) =>
    checkParams(chargeRequest({ type: "verify", amount: 0n, ...changes }), card, {})
      .payment_method_options?.card

  it("says what the card is saved for if it begins an agreement", () => {
    const first = { usage: "recurring", position: "first", networkReference: null } as const
    expect(optionsOf({ agreement: first })).toEqual({ setup_credential_usage: "recurring" })
    expect(optionsOf({ agreement: { ...first, position: "subsequent" } })).toEqual({})
  })

  it("has the results of another 3DS server, without an exemption", () => {
    expect(optionsOf({ threeDs })).toEqual({
      three_d_secure: {
        cryptogram: "AAAB",
        transaction_id: "ds_1",
        version: "2.3.1",
        ares_trans_status: "A",
        electronic_commerce_indicator: "06"
      }
    })
  })

  it("fails if the results of another 3DS server are incomplete", () => {
    expect(() => optionsOf({ threeDs: { ...threeDs, transactionId: null } })).toThrow(
      expect.objectContaining({ _tag: "AccountUnavailable", rawCode: "three_ds_incomplete" })
    )
  })
})
