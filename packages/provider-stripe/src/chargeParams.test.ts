import type { ChargeRequest } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { checkParams, paymentParams } from "./chargeParams.ts"
import type { PaidBy } from "./stripePaidBy.ts"
import { chargeRequest } from "./testing/chargeRequest.ts"

const card: PaidBy = { type: "card", source: { payment_method: "pm_1", customer: "cus_1" } }

const paramsOf = (changes: Partial<ChargeRequest> = {}, by = card, onPage = false) =>
  paymentParams(chargeRequest(changes), by, onPage)

const cardOptionsOf = (changes: Partial<ChargeRequest>) => {
  const card = paramsOf(changes).payment_method_options?.card
  return card === "" ? undefined : card
}

const rebill = {
  type: "subscription_rebill",
  initiator: "merchant",
  returnUrl: null,
  agreement: { usage: "recurring", position: "subsequent", networkReference: "tx_1" }
} as const satisfies Partial<ChargeRequest>

describe("what Stripe is told of a charge", () => {
  it("is everything, in one call, under our reference", () => {
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

  it("says that money is held where it is not to be captured", () => {
    expect(paramsOf({ capture: false })).toMatchObject({ capture_method: "manual" })
  })

  it("leaves 3-D Secure to Stripe.js where the page does that", () => {
    expect(paramsOf({}, card, true)).toMatchObject({ use_stripe_sdk: true })
    expect(paramsOf({ returnUrl: null }, card, true)).not.toHaveProperty("use_stripe_sdk")
  })

  it("has a charge declined that wants its payer, where none is there", () => {
    const params = paramsOf({ returnUrl: null, type: "moto" })
    expect(params).toMatchObject({
      error_on_requires_action: true,
      payment_method_options: { card: { moto: true } }
    })
    expect(params).not.toHaveProperty("return_url")
  })

  it("begins an agreement with the card saved for later, and says what for", () => {
    const agreement = { usage: "unscheduled", position: "first", networkReference: null } as const
    expect(paramsOf({ agreement })).toMatchObject({
      setup_future_usage: "off_session",
      payment_method_options: { card: { setup_credential_usage: "unscheduled" } }
    })
  })

  it("goes on with an agreement without its payer, and says what for", () => {
    const params = paramsOf(rebill)
    expect(params).toMatchObject({
      off_session: true,
      payment_method_options: { card: { stored_credential_usage: "recurring" } }
    })
    expect(params).not.toHaveProperty("setup_future_usage")
    expect(JSON.stringify(params)).not.toContain("tx_1")
  })

  it("names the agreement's first payment of a card that the merchant's vault keeps", () => {
    const source = { _tag: "Vaulted", vaultReference: "card_1" } as const
    expect(cardOptionsOf({ ...rebill, source })).toEqual({
      stored_credential_usage: "recurring",
      mit_exemption: { network_transaction_id: "tx_1" }
    })
  })

  it("hands on what another 3DS server brought, with its exemption", () => {
    const threeDs = {
      status: "attempted",
      exemption: "transaction_risk_analysis",
      flow: "frictionless",
      version: "2.3.9",
      eci: "06",
      authenticationValue: "AAAB",
      transactionId: "ds_1"
    } as const
    expect(cardOptionsOf({ threeDs })?.three_d_secure).toEqual({
      cryptogram: "AAAB",
      transaction_id: "ds_1",
      version: "2.2.0",
      ares_trans_status: "A",
      electronic_commerce_indicator: "06",
      exemption_indicator: "low_risk"
    })
    const broken = { ...threeDs, authenticationValue: null }
    expect(cardOptionsOf({ threeDs: broken })).toEqual({})
  })

  it("leaves out of a descriptor what Stripe refuses, and one without letters whole", () => {
    const descriptor = '<Books & "Stuff"* of \'26, a very long one>'
    expect(paramsOf({ statementDescriptor: descriptor })).toMatchObject({
      statement_descriptor_suffix: "Books & Stuff of 26, a"
    })
    expect(paramsOf({ statementDescriptor: "123" })).not.toHaveProperty(
      "statement_descriptor_suffix"
    )
    const ideal: PaidBy = { type: "ideal", source: {} }
    expect(paramsOf({ statementDescriptor: "Books" }, ideal)).toMatchObject({
      statement_descriptor: "Books"
    })
  })

  it("keeps within what Stripe takes of metadata, with our reference never cut off", () => {
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

  it("is nothing that is confirmed, where the payer does that on the page", () => {
    const debit: PaidBy = { type: "sepa_debit", source: {}, confirmsOnPage: true }
    const params = paramsOf({}, debit)
    expect(params).toMatchObject({ allowed_payment_method_types: ["sepa_debit"] })
    expect(params).not.toHaveProperty("confirm")
    expect(params).not.toHaveProperty("return_url")
  })
})

describe("what Stripe is told of a check", () => {
  it("is the card, that it is for later, and no amount", () => {
    const params = checkParams(chargeRequest({ type: "verify", amount: 0n }), card, false)
    expect(params).toEqual({
      confirm: true,
      usage: "off_session",
      allowed_payment_method_types: ["card"],
      payment_method: "pm_1",
      customer: "cus_1",
      metadata: { payloom_reference: "attempt_1" },
      return_url: "https://shop.example/back",
      expand: ["latest_attempt"]
    })
  })
})
