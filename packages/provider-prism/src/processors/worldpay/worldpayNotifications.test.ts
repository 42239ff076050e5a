import { describe, expect, it } from "vitest"
import { hmac } from "../../signatures.ts"
import { askOf, event, ids, payment } from "../../testing/worldpayPayments.ts"
import { readWorldpayNotification } from "./worldpayNotifications.ts"

const account = {
  username: "u",
  password: "p",
  entity: "default",
  narrative: "Shop",
  webhookSecrets: ["present", "next"]
}
const settled = payment([
  event("authorizationSucceeded", "a"),
  event("settlementRequestSubmitted", "s")
])

const read = (
  type: string,
  details: object = {},
  payments: ReadonlyArray<object> = [settled],
  sign = (body: string) => `1/SHA256/${hmac("present", body)}`
) => {
  const body = JSON.stringify({
    eventId: "event-1",
    eventTimestamp: "2026-01-01T00:00:00.000",
    eventDetails: {
      classification: "payment",
      transactionReference: `attempt_${ids}`,
      type,
      amount: { value: 1250, currencyCode: "EUR" },
      ...details
    }
  })
  const headers = { "event-signature": sign(body) }
  return readWorldpayNotification(account, { headers, body }, null, { ask: askOf(payments) })
}

describe("a webhook of Worldpay", () => {
  it("reports a charge as Worldpay has it", async () => {
    expect(await read("sentForSettlement")).toMatchObject([
      {
        _tag: "Charge",
        id: "event-1",
        reference: `attempt_${ids}`,
        occurredAt: Date.UTC(2026, 0, 1),
        charge: { state: "captured", amount: 1250n, providerReference: "pay1" }
      }
    ])
  })

  it("throws if Worldpay doesn't have the payment yet, so that it repeats the webhook", async () => {
    await expect(read("sentForSettlement", {}, [])).rejects.toThrow("doesn't have it yet")
  })

  it("reports a failed settlement as returned", async () => {
    expect(await read("settlementFailed")).toMatchObject([
      { _tag: "Charge", charge: { state: "returned", rawCode: "settlementFailed" } }
    ])
  })

  it("reports a refund of ours, and one that failed after it was sent", async () => {
    const reference = `refund-${ids}`
    expect(await read("sentForRefund", { reference })).toMatchObject([
      { _tag: "Modification", reference: `refund_${ids}`, modification: { state: "succeeded" } }
    ])
    const refund = { refusal: { code: "5", description: "Do not honor" } }
    expect(await read("refundFailed", { reference, refund })).toMatchObject([
      { reference: `refund_${ids}`, modification: { state: "failed", rawCode: "5" } }
    ])
  })

  it("reports a refund that was made in the dashboard under the charge's reference", async () => {
    const amount = { value: 500, currencyCode: "EUR" }
    expect(await read("sentForRefund", { reference: "dash-1", amount })).toEqual([
      {
        _tag: "Refund",
        id: "event-1",
        reference: `attempt_${ids}`,
        refund: {
          providerReference: "dash-1",
          amount: 500n,
          currency: "EUR",
          state: "succeeded"
        }
      }
    ])
  })

  it("is accepted with the next secret, among several signatures in any order", async () => {
    const sign = (body: string) => `1/SHA256/${hmac("old", body)}, 2/SHA256/${hmac("next", body)}`
    expect(await read("sentForSettlement", {}, [settled], sign)).toHaveLength(1)
  })

  it("is rejected with another hash function, without a signature, or by another secret", async () => {
    const signs = [
      () => "",
      (body: string) => `1/MD5/${hmac("present", body)}`,
      (body: string) => hmac("present", body),
      (body: string) => `1/SHA256/${hmac("another", body)}`
    ]
    for (const sign of signs) {
      expect(await read("sentForSettlement", {}, [settled], sign)).toBeNull()
    }
  })

  it("is ignored if it is about another program's payment, a chargeback, or of a new type", async () => {
    expect(await read("sentForSettlement", { transactionReference: "ORD-1" })).toEqual([])
    expect(await read("sentForSettlement", { classification: "chargeback" })).toEqual([])
    expect(await read("authorized")).toEqual([])
    expect(await read("somethingNew")).toEqual([])
  })
})
