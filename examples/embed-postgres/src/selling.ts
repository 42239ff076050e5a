import { randomUUID } from "node:crypto"
import type { Merchant, Payloom } from "@payloom/core"
import type { Print, PrintShop } from "./PrintShop.ts"

/** What selling takes. */
export interface Selling {
  readonly payloom: Payloom
  readonly merchant: Merchant
  readonly shop: PrintShop
  /** Where the shop's own pages are. */
  readonly url: string
}

/**
 * Places an order: its row and the session that it is paid in are one commit, so that there is
 * neither an order that nobody can pay nor a session of no order. Answers the order's id.
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
 * Numbers each order that is paid, once: the number and the note that the event was handled are one
 * commit, whenever a process dies.
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
