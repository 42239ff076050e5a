import { eventCodec } from "@payloom/core"
import type { Read } from "../../Room.ts"
import type { DeliveryView } from "./WebhookViews.ts"

/** A delivery with its body, and the answer to each try. */
export const readDelivery: Read = {
  path: "/webhooks/:id",
  run: async ({ merchant: { webhooks, events }, id }): Promise<DeliveryView> => {
    const delivery = await webhooks.delivery(id)
    const [endpoint, event] = await Promise.all([
      webhooks.retrieve(delivery.endpoint).catch(() => null),
      events.retrieve(delivery.event).catch(() => null)
    ])
    const body = event === null ? null : eventCodec.toBody({ ...event, deliveredAt: null })
    return { delivery, endpoint, body, payment: body === null ? null : paymentIn(body) }
  }
}

/** Returns the payment of an event's resource, in its wire form. */
const paymentIn = (body: string): string | null => {
  const { data } = JSON.parse(body) as {
    readonly data: { readonly object: { readonly id?: unknown; readonly payment?: unknown } }
  }
  const { id, payment } = data.object
  const found = [id, payment].find((text) => `${text}`.startsWith("payment_"))
  return typeof found === "string" ? found : null
}
