import type { KnownCharge } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { hmac } from "../../signatures.ts"
import { readCheckoutNotification } from "./checkoutNotifications.ts"

const ids = "01J0000000000000000000000A"
const account = {
  publicKey: "pk",
  secretKey: "sk",
  processingChannelId: "pc_1",
  signatureKey: "key"
}

const known = (changes: Partial<KnownCharge> = {}): KnownCharge => ({
  mid: { id: "mid_1", credentials: "main" },
  reference: `attempt_${ids}`,
  providerReference: null,
  created: 0,
  amount: 1250n,
  currency: "EUR",
  type: "one_off",
  capture: true,
  isInFlight: true,
  ...changes
})

const read = (type: string, data: object = {}, charge: KnownCharge | null = known()) => {
  const body = JSON.stringify({
    id: "evt_1",
    type,
    created_on: "2026-01-01T00:00:00Z",
    data: {
      id: "pay_1",
      action_id: "act_1",
      reference: `attempt_${ids}`,
      amount: 1250,
      currency: "EUR",
      ...data
    }
  })
  const headers = { "cko-signature": hmac(account.signatureKey, body) }
  return readCheckoutNotification(account, { headers, body }, async () => charge)
}

describe("a webhook of Checkout.com", () => {
  it("reports a refund that was made in the Dashboard under the payment's reference", async () => {
    expect(await read("payment_refunded", { amount: 500 })).toEqual([
      {
        _tag: "Refund",
        id: "evt_1",
        reference: `attempt_${ids}`,
        refund: { providerReference: "act_1", amount: 500n, currency: "EUR", state: "succeeded" }
      }
    ])
  })

  it("reports a capture with the held amount, and the captured amount beside it", async () => {
    const hold = known({ capture: false, isInFlight: false })
    expect(await read("payment_captured", { amount: 500 }, hold)).toMatchObject([
      { _tag: "Charge", charge: { state: "captured", amount: 1250n, amountCaptured: 500n } }
    ])
  })

  it("reports an approval as a hold, and is silent about one that is captured at once", async () => {
    expect(await read("payment_approved", {}, known({ capture: false }))).toMatchObject([
      { _tag: "Charge", charge: { state: "authorized" } }
    ])
    expect(await read("payment_approved")).toEqual([])
  })

  it("reports a failed automatic capture as returned, and a capture of ours as failed", async () => {
    expect(await read("payment_capture_declined", { response_code: "20012" })).toMatchObject([
      { _tag: "Charge", charge: { state: "returned", rawCode: "20012" } }
    ])
    const own = { reference: `capture_${ids}`, response_code: "20012" }
    expect(await read("payment_capture_declined", own)).toMatchObject([
      { _tag: "Modification", modification: { state: "failed", rawCode: "20012" } }
    ])
  })

  it("is ignored if it is about another program's payment, or of an unknown type", async () => {
    expect(await read("payment_captured", { reference: "ORD-1" })).toEqual([])
    expect(await read("payment_something_new")).toEqual([])
  })
})
