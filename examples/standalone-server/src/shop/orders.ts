import { randomUUID } from "node:crypto"
import type { WebhookEvent } from "@payloom/core/webhooks"

/** The shop's one product. Its price is in minor units. */
export const product = { name: "A kilo of coffee", amount: "1250", currency: "EUR" } as const

/** An order and the session that pays it. */
export interface Order {
  readonly id: string
  readonly amount: string
  readonly currency: string
  readonly session: string
  /** The event that shipped the order. Null before. */
  readonly shippedBy: string | null
}

/** The status of an order. */
export type OrderStatus = "paid" | "not_paid" | "under_way" | "mismatch"

/** An order for its page. */
export interface SeenOrder {
  readonly order: Order
  readonly status: OrderStatus
  /** True if the order is paid, but its webhook has not arrived. */
  readonly isExpected: boolean
  /** The id of the payment. Null before the payer has chosen how to pay. */
  readonly payment: string | null
}

/** The options of the shop's server for its calls. */
export interface MerchantOptions {
  /** The base URL of Payloom's API and of this shop. */
  readonly url: string
  readonly secretKey: string
  readonly publishableKey: string
}

/** Keeps orders in the shop's server. It calls Payloom over HTTP, like the server of a merchant. */
export const orderBook = ({ url, secretKey, publishableKey }: MerchantOptions) => {
  const orders = new Map<string, Order>()
  const ofSession = new Map<string, string>()
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set("Authorization", `Bearer ${secretKey}`)
    const response = await fetch(`${url}${path}`, { ...init, headers })
    if (!response.ok) throw new Error(`Payloom answered ${path} with ${response.status}.`)
    return (await response.json()) as Readonly<Record<string, unknown>>
  }
  return {
    /** Opens a session for the product, and returns the address for the payer. */
    place: async (locale: string): Promise<string> => {
      const { name, amount, currency } = product
      const id = randomUUID()
      const session = await call("/v1/checkout_sessions", {
        method: "POST",
        // Each order has one session. A retry of this call opens no second one.
        headers: { "Idempotency-Key": id },
        body: JSON.stringify({
          amount,
          currency,
          locale,
          // The payer sees these lines beside the amount.
          line_items: [{ name, quantity: 1, amount }],
          publishable_key: publishableKey,
          success_url: `${url}/shop/orders/${id}`,
          cancel_url: `${url}/`
        })
      })
      orders.set(id, { id, amount, currency, session: String(session.id), shippedBy: null })
      ofSession.set(String(session.id), id)
      return String(session.url)
    },
    /** Looks an order up at Payloom. A visit of the success page proves nothing. */
    look: async (id: string): Promise<SeenOrder | null> => {
      const placed = orders.get(id)
      if (placed === undefined) return null
      const session = await call(`/checkout_sessions/${placed.session}`)
      const status = orderStatus(placed, session)
      // The order may have been shipped during the call.
      const order = orders.get(id) ?? placed
      const isExpected = status === "paid" && order.shippedBy === null
      return { order, status, isExpected, payment: textOrNull(session.payment) }
    },
    /** Ships the order of an event once, even if the event comes several times. */
    fulfil: (event: WebhookEvent): void => {
      if (event.type !== "payment.succeeded") return
      const { checkout_session: session, amount, currency } = event.data.object
      const order = orders.get(ofSession.get(session ?? "") ?? "")
      if (order === undefined || order.shippedBy !== null) return
      if (amount !== order.amount || currency !== order.currency) return
      orders.set(order.id, { ...order, shippedBy: event.id })
    }
  }
}

const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null)

/** The shop's orders. */
export type OrderBook = ReturnType<typeof orderBook>

const orderStatus = (order: Order, session: Readonly<Record<string, unknown>>): OrderStatus => {
  if (session.status === "processing") return "under_way"
  if (session.status !== "succeeded") return "not_paid"
  const isAsOrdered = session.amount === order.amount && session.currency === order.currency
  return isAsOrdered ? "paid" : "mismatch"
}
