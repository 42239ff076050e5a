import { randomUUID } from "node:crypto"
import { DatabaseSync } from "node:sqlite"
import type { Merchant } from "@payloom/core"
import type { Book } from "./books.ts"

/** An order and the session that pays it. */
interface Order {
  readonly id: string
  readonly title: string
  readonly amount: bigint
  readonly currency: string
  readonly session: string
  /** The token for the payer's page only. */
  readonly sessionToken: string
}

/** The status of an order. */
type OrderStatus = "paid" | "unpaid" | "under_way" | "mismatch"

/** An order with the engine's status of its payment. */
export interface OrderSeen extends Order {
  readonly status: OrderStatus
}

/** The shop's orders. */
export interface OrderBook {
  /** Places an order and returns its id. */
  readonly place: (book: Book) => Promise<string>
  readonly look: (id: string) => Promise<OrderSeen | null>
  readonly close: () => void
}

/** Keeps orders in the shop's own database. The engine knows if they are paid. */
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
      // The shop sets the price. Nothing from a browser is part of it.
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
      // The order is written after its session. A session without an order does no harm.
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

/** Returns `paid` if the session succeeded with the amount and the currency of the order. */
const statusOf = (order: Order, { status, amount, currency }: Session): OrderStatus => {
  if (status === "processing") return "under_way"
  if (status !== "succeeded") return "unpaid"
  return amount === order.amount && currency === order.currency ? "paid" : "mismatch"
}
