import type { HostTransaction } from "@payloom/core"

/** A print. Each sold copy has a number. Its price is in minor units. */
export interface Print {
  readonly id: string
  readonly title: string
  readonly amount: bigint
  readonly currency: string
}

/** An order in the shop's own table. */
export interface Order {
  readonly id: string
  readonly title: string
  /** The number of the paid copy: 1, 2, 3 and so on, without gaps. Null before. */
  readonly number: number | null
  /** The token for the payer's page only. Null until the session's response was stored. */
  readonly sessionToken: string | null
}

/**
 * The shop's own tables. A method with a transaction writes in the engine's transaction. Its
 * changes are committed with the engine's, or not at all.
 */
export interface PrintShop {
  readonly prints: () => Promise<ReadonlyArray<Print>>
  /** Writes an order. Fails if the print doesn't exist. */
  readonly place: (transaction: HostTransaction, order: NewOrder) => Promise<void>
  /** Stores the token for the payer's page. The engine returns the token after the commit. */
  readonly keepToken: (order: string, sessionToken: string) => Promise<void>
  /** Gives a paid order the next number of its print. It must be called once for an order. */
  readonly number: (transaction: HostTransaction, order: string) => Promise<void>
  readonly look: (order: string) => Promise<Order | null>
}

/** A new order. */
interface NewOrder {
  readonly id: string
  /** The id of the print. */
  readonly print: string
}
