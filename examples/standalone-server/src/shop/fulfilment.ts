import type { Merchant } from "@payloom/core"
import { WebhookInvalid, webhookReceiver } from "@payloom/core/webhooks"
import { Hono } from "hono"
import { log } from "../log.ts"
import type { OrderBook } from "./orders.ts"

/** The path for webhooks to the shop. */
export const webhookPath = "/shop/webhooks"

/** The description of the shop's endpoints. */
const description = "The demo shop"

/** The greatest number of the shop's endpoints. Each port of the shop has an address. */
const mostAddresses = 5

/**
 * Returns the secret of the shop's endpoint at an address, which is created if it doesn't exist. A
 * secret is shown once and the shop doesn't store it. So each start rotates it. Meanwhile webhooks
 * are signed with both secrets.
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
  // The endpoint was disabled while the shop was away.
  if (known.status === "disabled") await webhooks.update(known.id, { status: "enabled" })
  return (await webhooks.rotateSecret(known.id)).secret
}

/** The options for verifying webhooks. */
export interface FulfilmentOptions {
  /** The secret of the shop's endpoint. */
  readonly webhookSecret: string
  /** The engine's clock, which the shop moves ahead. */
  readonly clock: { readonly now: () => number }
}

/** Receives webhooks. The event of a paid order ships it. */
export const fulfilment = (
  { fulfil }: Pick<OrderBook, "fulfil">,
  { webhookSecret: secret, clock: { now } }: FulfilmentOptions
): Hono => {
  const webhooks = webhookReceiver({ secret, now, onError: logRefused })
  return new Hono().post(webhookPath, ({ req }) => webhooks.respond(req.raw, fulfil))
}

/** Standard output has only what scripts read, so the receiver must not log there. */
const logRefused = (error: unknown): void =>
  log[error instanceof WebhookInvalid ? "warn" : "error"](
    { error: String(error) },
    "a webhook was not accepted"
  )
