import type { Merchant, Payment } from "@payloom/core"
import { type Line, type Order, type OrderTable, totalOf } from "./OrderTable.ts"

/** What the flow of orders works with. */
export interface ShopFloor {
  readonly payments: Merchant["payments"]
  readonly orders: OrderTable
  /** Has the parcel of an order collected. Called twice, two are. */
  readonly collectParcel: (order: string) => void
}

/**
 * An order's way from the cart to the money and back: authorised when it is placed, captured when
 * it is to be shipped, refunded line by line when goods come back.
 *
 * Each step writes down what is wanted before it asks for it, under a key that is made of the order
 * and of nothing else. So a process that died, a button that was pressed twice and an answer that
 * was lost all end alike: the same is asked for once more.
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

  /** Answers the order as it stands: `paying` while nobody knows whether the card was charged. */
  place(id: string, prices: ReadonlyArray<bigint>, card: string): Promise<Order> {
    if (!this.#orders.has(id)) {
      const lines = prices.map((price): Line => ({ price, status: "sold", refund: null }))
      this.#orders.save({ id, card, lines, status: "paying", payment: null })
    }
    return this.follow(id)
  }

  /** Ships an order whose money is held; another is left as it is. */
  async ship(id: string): Promise<Order> {
    await this.follow(id)
    const order = this.#orders.get(id)
    if (order.status !== "to_ship") return order
    // Nothing is awaited between look and leap, or two presses would both find it `to_ship`.
    this.#orders.save({ ...order, status: "shipping" })
    return this.follow(id)
  }

  /** Takes back one line of an order that was shipped, once. */
  async takeBack(id: string, position: number): Promise<Order> {
    await this.follow(id)
    const order = this.#orders.get(id)
    if (order.status !== "shipped" || order.lines[position]?.status !== "sold") return order
    this.#orders.saveLine(id, position, { status: "returning" })
    return this.follow(id)
  }

  /** For a timer, and for when the process starts: outcomes come late, and answers get lost. */
  async catchUp(): Promise<void> {
    for (const { id, status } of this.#orders.all()) {
      if (status !== "unpaid" && status !== "expired") await this.follow(id)
    }
  }

  /** Asks how an order stands, and once more for what it still wants. */
  async follow(id: string): Promise<Order> {
    try {
      await this.#advance(id)
    } catch (error) {
      // What passes by itself is for `catchUp`: same request, same key, later.
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
      // The answer is always `pending`. What counts is what becomes of the payment.
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
      // A key is good for a day: `catchUp` has to come round more often than that.
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
      // A new key for a new try would be a new refund, were it only the answer that was lost.
      { idempotencyKey: `return-${id}-${position}` }
    )
    this.#orders.saveLine(id, position, { refund: refund.id })
  }

  /** A refund may fail, and one that succeeded may be sent back by the bank days later. */
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

  /** Takes over what became of a payment. */
  #record(id: string, payment: Payment): void {
    // Read anew: while we waited for an answer, somebody may have pressed a button.
    const order = this.#orders.get(id)
    const status = statusAfter(order, payment)
    this.#orders.save({ ...order, payment: payment.id, status })
    // Not when the capture is asked for: that may fail, and the parcel would be gone.
    if (status === "shipped" && order.status !== "shipped") this.#collectParcel(id)
  }
}

/** An order never goes back: what was asked first may be answered last. */
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
      // `processing`, and statuses that a later version of the engine may bring.
      return order.status
  }
}

const passing: ReadonlySet<unknown> = new Set([
  "IdempotencyKeyInFlight",
  "PaymentNotCapturable",
  "StorageContention",
  "StorageUnavailable"
])
