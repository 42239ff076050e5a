import { createHandler } from "@payloom/adapter-http"
import { sqlite } from "@payloom/adapter-sqlite"
import { webhookSender } from "@payloom/adapter-webhooks"
import { Payloom } from "@payloom/core"
import { webhookReceiver } from "@payloom/core/webhooks"
import { sandbox } from "@payloom/testkit"

const open = async () => {
  // The sandbox stands in for providers and a vault. Put your own in its place.
  const box = sandbox()
  const storage = sqlite("payloom.db")
  const payloom = await Payloom.make({ ...box.setup, storage, webhooks: webhookSender() })
  const shop = await box.openShop(payloom)
  return {
    payloom,
    handler: createHandler(payloom, { basePath: "/payloom" }),
    webhooks: webhookReceiver({ secret: process.env.WEBHOOK_SECRET ?? "" }),
    paidOrders: new Set<string>(),
    /** Charges the saved card for an order. The same order is charged once. */
    pay: (order: string) =>
      shop.payments.create(
        {
          amount: 1250n,
          currency: "EUR",
          type: "one_off",
          paymentInstrument: process.env.CARD ?? "",
          metadata: { order }
        },
        { idempotencyKey: `order-${order}` }
      )
  }
}

// Next.js loads a module several times. The engine is one for the process.
const kept = globalThis as { payments?: ReturnType<typeof open> }
export const payments = () => (kept.payments ??= open())
