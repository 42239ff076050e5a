import type { Merchant } from "@payloom/core"
import { webhookReceiver } from "@payloom/core/webhooks"
import { Hono } from "hono"
import type { OrderBook } from "./orders.ts"

/** Where the shop is told of its payments. */
export const webhookPath = "/shop/webhooks"

/** What the shop's endpoints are known by among others. */
const description = "The demo shop"

/** How many addresses the shop is told at: each port that it was started on is one. */
const mostAddresses = 5

/**
 * The secret of the shop's endpoint at an address, which is made where there is none. A secret is
 * shown once and the shop keeps none: it has a new one at each start, and whatever was signed with
 * the one before is signed with both.
 */
export const shopSecret = async ({ webhooks }: Merchant, url: string): Promise<string> => {
  const { data } = await webhooks.list()
  const ours = data.filter((endpoint) => endpoint.description === description)
  const known = ours.find((endpoint) => endpoint.url === url)
  if (known === undefined) {
    const forgotten = ours.slice(0, Math.max(0, ours.length - mostAddresses + 1))
    for (const { id } of forgotten) await webhooks.delete(id)
    return (await webhooks.create({ url, description, types: ["payment.succeeded"] })).secret
  }
  // It was nobody's for as long as the shop was away.
  if (known.status === "disabled") await webhooks.update(known.id, { status: "enabled" })
  return (await webhooks.rotateSecret(known.id)).secret
}

/** What webhooks that the shop gets are verified by. */
export interface FulfilmentOptions {
  /** The secret of its endpoint. */
  readonly webhookSecret: string
  /** The engine's time, which the shop moves ahead. */
  readonly clock: { readonly now: () => number }
}

/** Takes what the shop is told: an order is shipped by the event that says it is paid. */
export const fulfilment = (
  { fulfil }: Pick<OrderBook, "fulfil">,
  { webhookSecret: secret, clock: { now } }: FulfilmentOptions
): Hono => {
  const webhooks = webhookReceiver({ secret, now })
  return new Hono().post(webhookPath, ({ req }) => webhooks.respond(req.raw, fulfil))
}
