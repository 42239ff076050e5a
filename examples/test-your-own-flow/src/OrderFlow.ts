import type { Merchant, Payment } from "@payloom/core"
import { type Line, type Order, type OrderTable, totalOf } from "./OrderTable.ts"

/** The dependencies of the flow. */
export interface ShopFloor {
  readonly payments: Merchant["payments"]
  readonly orders: OrderTable
  /** Orders the collection of an order's parcel. Two calls collect two parcels. */
  readonly collectParcel: (order: string) => void
}

/**
 * The flow of an order: authorized when it is placed, captured when it is shipped, refunded line by
 * line when goods are returned.
 *
 * Each step stores its intention before its request. The idempotency key is made of the order
 * alone. So a crash, a second press of a button and a lost answer have the same remedy: the request
 * is repeated.
 */
export class OrderFlow {
  readonly #payments: ShopFloor["payments"]
  readonly #orders: OrderTable
  readonly #collectParcel: ShopFloor["collectParcel"]

  constructor({ payments, orders, collectParcel }: ShopFloor) {
    this.#payments = payments
    this.#orders = orders
    this.#collectParcel = collectParcel
  }

  /**
   * Places an order and returns it. The status is `paying` while the outcome of the charge is
   * unknown.
   */
  place(id: string, prices: ReadonlyArray<bigint>, card: string): Promise<Order> {
    if (!this.#orders.has(id)) {
      const lines = prices.map((price): Line => ({ price, status: "sold", refund: null }))
      this.#orders.save({ id, card, lines, status: "paying", payment: null })
    }
    return this.follow(id)
  }

  /** Ships an authorized order. Other orders stay unchanged. */
  async ship(id: string): Promise<Order> {
    await this.follow(id)
    const order = this.#orders.get(id)
    if (order.status !== "to_ship") return order
    // There is no await between the check and the change, so a second press finds `shipping`.
    this.#orders.save({ ...order, status: "shipping" })
    return this.follow(id)
  }

  /** Returns one line of a shipped order, once. */
  async takeBack(id: string, position: number): Promise<Order> {
    await this.follow(id)
    const order = this.#orders.get(id)
    if (order.status !== "shipped" || order.lines[position]?.status !== "sold") return order
    this.#orders.saveLine(id, position, { status: "returning" })
    return this.follow(id)
  }

  /**
   * Follows all open orders. A timer and the start of the process call it, because outcomes may be
   * late and answers may be lost.
   */
  async catchUp(): Promise<void> {
    for (const { id, status } of this.#orders.all()) {
      if (status !== "unpaid" && status !== "expired") await this.follow(id)
    }
  }

  /** Looks up an order's payment, and repeats the requests that the order still needs. */
  async follow(id: string): Promise<Order> {
    try {
      await this.#advance(id)
    } catch (error) {
      // `catchUp` repeats the request with the same key after a temporary error.
      if (!passing.has((error as { readonly _tag?: string })._tag)) throw error
    }
    return this.#orders.get(id)
  }

  async #advance(id: string): Promise<void> {
    const { payment } = this.#orders.get(id)
    if (payment === null) return this.#charge(this.#orders.get(id))
    this.#record(id, await this.#payments.retrieve(payment))
    const { status, lines } = this.#orders.get(id)
    if (status === "shipping") {
      // The answer is always `pending`. The payment shows the outcome.
      await this.#payments.capture(payment, {}, { idempotencyKey: `ship-${id}` })
    }
    for (const [position, line] of lines.entries()) {
      if (line.status === "returning" && line.refund === null) await this.#refund(id, position)
    }
    await this.#followRefunds(id)
  }

  async #charge(order: Order): Promise<void> {
    const { id, card } = order
    const payment = await this.#payments.create(
      {
        amount: totalOf(order),
        currency: "EUR",
        type: "one_off",
        captureMethod: "manual",
        paymentInstrument: card,
        metadata: { order: id }
      },
      // A key is valid for a day, so `catchUp` must run more often than that.
      { idempotencyKey: id }
    )
    this.#record(id, payment)
  }

  async #refund(id: string, position: number): Promise<void> {
    const { payment, lines } = this.#orders.get(id)
    const line = lines[position]
    if (payment === null || line === undefined) return
    const refund = await this.#payments.refund(
      payment,
      { amount: line.price, reason: `Line ${position} came back` },
      // With a new key, a retry after a lost answer would be a second refund.
      { idempotencyKey: `return-${id}-${position}` }
    )
    this.#orders.saveLine(id, position, { refund: refund.id })
  }

  /** Records refunds. A refund may fail, and the bank may reverse a succeeded one days later. */
  async #followRefunds(id: string): Promise<void> {
    const { payment, lines } = this.#orders.get(id)
    if (payment === null || lines.every(({ refund }) => refund === null)) return
    for (const refund of (await this.#payments.listRefunds(payment)).data) {
      const position = lines.findIndex((line) => line.refund === refund.id)
      if (refund.status === "pending" || position < 0) continue
      const status = refund.status === "succeeded" ? "refunded" : "owed"
      this.#orders.saveLine(id, position, { status })
    }
  }

  /** Records the payment's status in the order. */
  #record(id: string, payment: Payment): void {
    // Read the order again, because a button may have been pressed while we waited.
    const order = this.#orders.get(id)
    const status = statusAfter(order, payment)
    this.#orders.save({ ...order, payment: payment.id, status })
    // The parcel is collected after the capture, because a capture may fail.
    if (status === "shipped" && order.status !== "shipped") this.#collectParcel(id)
  }
}

/**
 * Returns the order's next status. An order never goes back, because answers may come out of order.
 */
const statusAfter = (order: Order, { status }: Payment): Order["status"] => {
  switch (status) {
    case "authorized":
      return order.status === "paying" ? "to_ship" : order.status
    case "succeeded":
    case "partially_refunded":
    case "refunded":
      return "shipped"
    case "declined":
    case "failed":
      return "unpaid"
    case "expired":
      return "expired"
    default:
      // `processing`, and statuses of later versions of the engine.
      return order.status
  }
}

const passing: ReadonlySet<unknown> = new Set([
  "IdempotencyKeyInFlight",
  "PaymentNotCapturable",
  "StorageContention",
  "StorageUnavailable"
])
