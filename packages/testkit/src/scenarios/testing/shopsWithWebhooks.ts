import { auditedShops } from "./auditedShops.ts"
import type { Shop } from "./openShop.ts"
import { webhookSink } from "./webhookSink.ts"

/** The address of the endpoint that most of these tests register. */
export const url = "https://shop.example/hooks"

/** Returns a function that opens a shop whose webhooks arrive in a sink. Tests audit it. */
export const shopsWithWebhooks = () => {
  const audited = auditedShops()
  return async () => {
    const sink = webhookSink()
    const shop = await audited({ webhooks: sink })
    return { shop, sink, received: sink.received, webhooks: shop.shop().webhooks }
  }
}

/** Returns the statuses of all deliveries, newest first. */
export const statuses = async (shop: Shop) =>
  (await shop.shop().webhooks.deliveries({ limit: 100 })).data.map(({ status }) => status)
