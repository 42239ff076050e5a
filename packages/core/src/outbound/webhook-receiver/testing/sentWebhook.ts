import { Webhook } from "standardwebhooks"
import type { ReceivedWebhook } from "../webhookReceiver.ts"

/** The secret of the endpoint. */
export const secret = `whsec_${btoa("a secret of thirty-two bytes, ok")}`
/** The secret of another endpoint. */
export const other = `whsec_${btoa("another secret of 32 bytes, fine")}`

/** Returns an event of a payment, in its wire format. */
export const eventOf = (id: string, version = 1, object = "payment_1") => ({
  object: "event",
  id,
  type: "payment.succeeded",
  api_version: "2026-11-01",
  occurred_at: "2026-11-22T12:00:00.000Z",
  delivered_at: null,
  livemode: false,
  data: { object: { object: "payment", id: object, amount: "1250" }, version }
})

/** Returns the signed webhook of an event. */
export const sent = (
  event: unknown,
  { at = new Date(), by = secret, id = (event as { id?: string })?.id ?? "" } = {}
): ReceivedWebhook => {
  const body = JSON.stringify(event)
  return {
    headers: {
      "Webhook-Id": id,
      "webhook-timestamp": `${Math.floor(at.getTime() / 1000)}`,
      "webhook-signature": new Webhook(by).sign(id, at, body)
    },
    body
  }
}
