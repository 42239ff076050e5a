import { describe, expect, it } from "vitest"
import { hmac } from "../../signatures.ts"
import { askOf, attempt, chargeReference, failed, intent } from "../../testing/airwallexIntents.ts"
import { readAirwallexNotification } from "./airwallexNotifications.ts"

const account = { clientId: "client", apiKey: "key", webhookSecrets: ["new", "old"] }
const refundReference = "refund_01J0000000000000000000000A"

const read = (
  name: string,
  object: object,
  held: Parameters<typeof askOf>[0] = {},
  sign: (timestamp: string, body: string) => string = (timestamp, body) =>
    hmac("old", timestamp + body)
) => {
  const created_at = "2026-11-26T00:00:00+0000"
  const body = JSON.stringify({ id: "evt_1", name, created_at, data: { object } })
  const headers = { "x-timestamp": "1764115200000", "x-signature": sign("1764115200000", body) }
  const notification = { headers, query: {}, body } as never
  return readAirwallexNotification(account, notification, null, { ask: askOf(held) })
}

describe("a webhook of Airwallex", () => {
  it("reports a charge with the captured amount", async () => {
    expect(await read("payment_intent.succeeded", intent())).toMatchObject([
      {
        _tag: "Charge",
        id: "evt_1",
        reference: chargeReference,
        occurredAt: Date.parse("2026-11-26T00:00:00Z"),
        charge: { state: "captured", amount: 1250n, providerReference: "int_1" }
      }
    ])
  })

  it("reports a decline as Airwallex has it by then", async () => {
    const name = "payment_intent.requires_payment_method"
    const stale = intent(failed("05"))
    expect(await read(name, stale, { intents: [intent(failed("51"))] })).toMatchObject([
      { charge: { state: "declined", rawCode: "51" } }
    ])
    expect(await read(name, stale, { intents: [intent()] })).toMatchObject([
      { charge: { state: "captured" } }
    ])
    const created = intent({ status: "REQUIRES_PAYMENT_METHOD", latest_payment_attempt: null })
    expect(await read(name, created, { intents: [created] })).toEqual([])
    const canceled = intent({ status: "CANCELLED", captured_amount: 0 })
    expect(await read("payment_intent.cancelled", canceled, { intents: [canceled] })).toMatchObject(
      [{ charge: { state: "declined", rawCode: "cancelled" } }]
    )
  })

  it("reports a capture that failed afterwards", async () => {
    const object = attempt({ payment_intent_id: "int_1" })
    expect(await read("payment_attempt.capture_failed", object)).toMatchObject([
      { reference: chargeReference, charge: { state: "returned", rawCode: "capture_failed" } }
    ])
  })

  it("reports our refunds, and those that were made in Airwallex's web app", async () => {
    const refund = { id: "rfd_1", payment_intent_id: "int_1", amount: 5, currency: "EUR" }
    const ours = { ...refund, request_id: refundReference, status: "SETTLED" }
    expect(await read("refund.settled", ours)).toMatchObject([
      {
        _tag: "Modification",
        reference: refundReference,
        modification: { state: "succeeded", providerReference: "rfd_1" }
      }
    ])
    const theirs = { ...refund, request_id: "web", status: "FAILED" }
    expect(await read("refund.failed", theirs)).toMatchObject([
      {
        _tag: "Refund",
        reference: chargeReference,
        refund: { providerReference: "rfd_1", amount: 500n, state: "failed" }
      }
    ])
  })

  it("says nothing about other programs' payments and other events", async () => {
    const other = intent({ merchant_order_id: "ORD-1" })
    expect(await read("payment_intent.succeeded", other)).toEqual([])
    const refund = { id: "rfd_1", payment_intent_id: "int_1", amount: 5, currency: "EUR" }
    const made = { ...refund, request_id: "web", status: "SETTLED" }
    expect(await read("refund.settled", made, { intents: [other] })).toEqual([])
    expect(await read("payment_intent.created", intent())).toEqual([])
    expect(await read("payment_dispute.accepted", {})).toEqual([])
  })

  it("is rejected if none of the secrets signed the time and the body", async () => {
    for (const sign of [
      (timestamp: string, body: string) => hmac("other", timestamp + body),
      (_: string, body: string) => hmac("old", body),
      () => ""
    ]) {
      expect(await read("payment_intent.succeeded", intent(), {}, sign)).toBeNull()
    }
  })
})
