/** An ordered line. Prices are in minor units. */
export interface Line {
  readonly price: bigint
  /** `owed` means that the refund failed and a person must pay the money back. */
  readonly status: "sold" | "returning" | "refunded" | "owed"
  /** The id of the refund. Null until it is known. */
  readonly refund: string | null
}

/** An order of the shop. */
export interface Order {
  readonly id: string
  /** The id of the saved card. */
  readonly card: string
  readonly lines: ReadonlyArray<Line>
  readonly status: "paying" | "to_ship" | "shipping" | "shipped" | "unpaid" | "expired"
  /** The id of the payment. Null until it is known. */
  readonly payment: string | null
}

/** Returns the sum of an order. */
export const totalOf = ({ lines }: Pick<Order, "lines">): bigint =>
  lines.reduce((sum, { price }) => sum + price, 0n)

/** The shop's orders. A real shop uses a table of its own database instead of a map. */
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
