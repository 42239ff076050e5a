import { randomUUID } from "node:crypto"
import type { Merchant, Payloom } from "@payloom/core"
import type { Print, PrintShop } from "./PrintShop.ts"

/** The dependencies of selling. */
export interface Selling {
  readonly payloom: Payloom
  readonly merchant: Merchant
  readonly shop: PrintShop
  /** The address of the shop's own pages. */
  readonly url: string
}

/**
 * Places an order and returns its id. The order's row and its session are one commit, so neither
 * exists without the other.
 */
export const placeOrder = async (
  { merchant, shop, url }: Selling,
  { id: print, title, amount, currency }: Print
): Promise<string> => {
  const id = randomUUID()
  const { sessionToken = "" } = await merchant.checkout.create(
    {
      amount,
      currency,
      description: title,
      successUrl: `${url}/orders/${id}`,
      metadata: { order: id }
    },
    {
      idempotencyKey: id,
      hostWrites: (transaction) => shop.place(transaction, { id, print })
    }
  )
  await shop.keepToken(id, sessionToken)
  return id
}

/**
 * Numbers each paid order once. The number and the consumer's position are one commit, so a crash
 * can't separate them.
 */
export const numberPaidOrders = ({ payloom, merchant, shop }: Selling) =>
  payloom.events.consumeInTransaction(
    "numbers",
    async ({ data }, { transaction }) => {
      const { checkout_session: session } = data.object
      if (session === null) return
      const { metadata } = await merchant.checkout.retrieve(session)
      if (metadata.order !== undefined) await shop.number(transaction, metadata.order)
    },
    { from: "beginning", types: ["payment.succeeded"] }
  )
