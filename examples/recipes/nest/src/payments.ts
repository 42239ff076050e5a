import { sqlite } from "@payloom/adapter-sqlite"
import { webhookSender } from "@payloom/adapter-webhooks"
import { Payloom } from "@payloom/core"
import { webhookReceiver } from "@payloom/core/webhooks"
import { sandbox } from "@payloom/testkit"

// The sandbox stands in for providers and a vault. Put your own in its place, and your own secret.
const box = sandbox()
export const payloom = await Payloom.make({
  ...box.setup,
  storage: sqlite("payloom.db"),
  webhooks: webhookSender()
})
const shop = await box.openShop(payloom)

const { CARD: card = "", WEBHOOK_SECRET: secret = "" } = process.env

/** Charges the saved card for an order. The same order is charged once. */
export const pay = (order: string) =>
  shop.payments.create(
    {
      amount: 1250n,
      currency: "EUR",
      type: "one_off",
      paymentInstrument: card,
      metadata: { order }
    },
    { idempotencyKey: `order-${order}` }
  )

const webhooks = webhookReceiver({ secret })
export const paidOrders = new Set<string>()

/** Verifies a webhook, and remembers the order that was paid. */
export const receiveWebhook = (request: Request) =>
  webhooks.respond(request, (event) => {
    if (event.type !== "payment.succeeded") return
    const { order } = event.data.object.metadata
    if (order !== undefined) paidOrders.add(order)
  })
