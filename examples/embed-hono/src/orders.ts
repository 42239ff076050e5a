import { randomUUID } from "node:crypto"
import { DatabaseSync } from "node:sqlite"
import type { Merchant } from "@payloom/core"
import type { Book } from "./books.ts"

/** An order as it was placed, and the session that it is paid in. */
interface Order {
  readonly id: string
  readonly title: string
  readonly amount: bigint
  readonly currency: string
  readonly session: string
  /** For the payer's page only. */
  readonly sessionToken: string
}

/** How an order stands. */
type OrderStatus = "paid" | "unpaid" | "under_way" | "mismatch"

/** An order, and what the engine says of its payment. */
export interface OrderSeen extends Order {
  readonly status: OrderStatus
}

/** The shop's orders. */
export interface OrderBook {
  /** Answers the order's id. */
  readonly place: (book: Book) => Promise<string>
  readonly look: (id: string) => Promise<OrderSeen | null>
  readonly close: () => void
}

/** Keeps orders in a database of the shop's own; whether they are paid, the engine knows. */
export const orderBook = (file: string, checkout: Merchant["checkout"], url: string): OrderBook => {
  const shop = new DatabaseSync(file)
  shop.exec(`CREATE TABLE IF NOT EXISTS orders (
    id TEXT PRIMARY KEY, title TEXT, amount INTEGER, currency TEXT, session TEXT, sessionToken TEXT
  ) STRICT`)
  const insert = shop.prepare("INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?)")
  const select = shop.prepare("SELECT * FROM orders WHERE id = ?")
  select.setReadBigInts(true)
  return {
    place: async ({ title, amount, currency }) => {
      const id = randomUUID()
      // The price is the shop's own: nothing that a browser sent is part of it.
      const session = await checkout.create(
        {
          amount,
          currency,
          description: title,
          successUrl: `${url}/orders/${id}`,
          metadata: { order: id }
        },
        { idempotencyKey: id }
      )
      // Only now: a session that nobody has the token of does no harm, an order without one would.
      insert.run(id, title, amount, currency, session.id, session.sessionToken ?? "")
      return id
    },
    look: async (id) => {
      const order = select.get(id) as Order | undefined
      if (order === undefined) return null
      return { ...order, status: statusOf(order, await checkout.retrieve(order.session)) }
    },
    close: () => shop.close()
  }
}

type Session = Awaited<ReturnType<Merchant["checkout"]["retrieve"]>>

/** Paid is an order whose session succeeded with the amount and the currency of the order. */
const statusOf = (order: Order, { status, amount, currency }: Session): OrderStatus => {
  if (status === "processing") return "under_way"
  if (status !== "succeeded") return "unpaid"
  return amount === order.amount && currency === order.currency ? "paid" : "mismatch"
}
