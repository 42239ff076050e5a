/** One thing that was ordered. Prices are minor units, as everywhere in Payloom. */
export interface Line {
  readonly price: bigint
  /** `owed` is what should have been refunded and wasn't: a person has to see to it. */
  readonly status: "sold" | "returning" | "refunded" | "owed"
  /** Which refund gives it back, once we know. */
  readonly refund: string | null
}

/** An order, as the shop sees it. */
export interface Order {
  readonly id: string
  /** The saved card that pays. */
  readonly card: string
  readonly lines: ReadonlyArray<Line>
  readonly status: "paying" | "to_ship" | "shipping" | "shipped" | "unpaid" | "expired"
  /** Which payment pays it, once we know. */
  readonly payment: string | null
}

/** What an order costs. */
export const totalOf = ({ lines }: Pick<Order, "lines">): bigint =>
  lines.reduce((sum, { price }) => sum + price, 0n)

/** The shop's orders: a map here, in earnest a table of the shop's own database. */
export class OrderTable {
  readonly #rows = new Map<string, Order>()

  all(): ReadonlyArray<Order> {
    return [...this.#rows.values()]
  }

  has(id: string): boolean {
    return this.#rows.has(id)
  }

  get(id: string): Order {
    const order = this.#rows.get(id)
    if (order === undefined) throw new Error(`There is no order ${id}.`)
    return order
  }

  save(order: Order): void {
    this.#rows.set(order.id, order)
  }

  saveLine(id: string, position: number, change: Partial<Line>): void {
    const order = this.get(id)
    const lines = order.lines.map((line, at) => (at === position ? { ...line, ...change } : line))
    this.save({ ...order, lines })
  }
}
