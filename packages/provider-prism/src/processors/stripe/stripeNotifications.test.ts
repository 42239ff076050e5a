import { describe, expect, it } from "vitest"
import type { Ask } from "../../Processor.ts"
import { hmac } from "../../signatures.ts"
import { readStripeNotification } from "./stripeNotifications.ts"

const account = { secretKey: "sk_test_1", webhookSecrets: ["whsec_1"] }
const ids = "01J0000000000000000000000A"

/** Answers as Stripe does if it has one payment, of the engine's. */
const ask: Ask = async () => {
  const body = JSON.stringify({ id: "pi_1", metadata: { order_id: `attempt_${ids}` } })
  return { status: 200, headers: {}, body }
}

/** Returns the notifications in an event about a refund. */
const readRefund = (changes: object) => {
  const refund = { id: "re_1", amount: 500, currency: "eur", payment_intent: "pi_1", ...changes }
  const time = Math.floor(Date.now() / 1000)
  const event = { id: "evt_1", type: "refund.failed", created: time, data: { object: refund } }
  const body = JSON.stringify(event)
  const signature = `t=${time},v1=${hmac("whsec_1", `${time}.${body}`)}`
  const notification = { headers: { "stripe-signature": signature }, body }
  return readStripeNotification(account, notification, async () => null, { ask })
}

describe("a refund at Stripe that failed", () => {
  const failed = { status: "failed", failure_reason: "lost_or_stolen_card" }
  const returned = { ...failed, failure_balance_transaction: "txn_1" }
  const ours = { metadata: { order_id: `refund_${ids}` } }
  const rawCode = "lost_or_stolen_card"

  it("is reversed if its money came back to the account", async () => {
    expect(await readRefund({ ...returned, ...ours })).toMatchObject([
      { reference: `refund_${ids}`, modification: { state: "reversed", rawCode } }
    ])
    expect(await readRefund(returned)).toMatchObject([
      { reference: `attempt_${ids}`, refund: { state: "reversed", amount: 500n } }
    ])
  })

  it("is failed if its money never left", async () => {
    for (const failure_balance_transaction of [undefined, null]) {
      const refund = { ...failed, ...ours, failure_balance_transaction }
      expect(await readRefund(refund)).toMatchObject([
        { modification: { state: "failed", rawCode } }
      ])
    }
  })
})
