import type { HostTransaction } from "@payloom/core"

/** A print to sell, each copy with a number of its own. Its price is in minor units. */
export interface Print {
  readonly id: string
  readonly title: string
  readonly amount: bigint
  readonly currency: string
}

/** An order as the shop's own table has it. */
export interface Order {
  readonly id: string
  readonly title: string
  /** Of the copy that it became when it was paid: 1, 2, 3 and so on, none left out. */
  readonly number: number | null
  /** For the payer's page only; null until the session's answer was kept. */
  readonly sessionToken: string | null
}

/**
 * The shop's own tables. What takes a transaction writes in the engine's, and is committed with
 * what the engine writes, or not at all.
 */
export interface PrintShop {
  readonly prints: () => Promise<ReadonlyArray<Print>>
  /** Writes an order. Fails where there is no such print. */
  readonly place: (transaction: HostTransaction, order: NewOrder) => Promise<void>
  /** Keeps what the payer's page takes, which the engine answers after that commit. */
  readonly keepToken: (order: string, sessionToken: string) => Promise<void>
  /** Gives a paid order the next number of its print. It must happen once. */
  readonly number: (transaction: HostTransaction, order: string) => Promise<void>
  readonly look: (order: string) => Promise<Order | null>
}

/** An order that is placed. */
interface NewOrder {
  readonly id: string
  /** The print's id. */
  readonly print: string
}
