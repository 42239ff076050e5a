import type { TestCardName } from "@payloom/testkit"
import { seededRandom } from "@payloom/testkit/fake-provider"

/** The test cards of orders. A card that is listed more often is used more often. */
const cards = [
  "approved",
  "approved",
  "approved",
  "approved_mastercard",
  "insufficient_funds",
  // Declined by some processors only, with a code that cascades to the next account.
  "processing_error",
  "processing_error",
  "issuer_unavailable"
] as const satisfies ReadonlyArray<TestCardName>

/** The name of a test card that orders use. */
export type CardName = (typeof cards)[number]

/** The test cards that orders use. */
export const cardNames: ReadonlyArray<CardName> = [...new Set(cards)]

/** An order. Its amount in minor units is no other order's. */
export interface Order {
  readonly name: string
  readonly amount: bigint
  readonly currency: string
  readonly card: CardName
}

/** The amount of the first order. */
export const lowestAmount = 1001n

/** Returns this many orders in these currencies. The same arguments give the same orders. */
export const ordersIn = (
  currencies: ReadonlyArray<string>,
  count: number
): ReadonlyArray<Order> => {
  const random = seededRandom("orders")
  const oneOf = <A>(all: ReadonlyArray<A>): A => all[Math.floor(random() * all.length)] as A
  return Array.from({ length: count }, (_, nth) => ({
    name: `order ${nth + 1}`,
    amount: lowestAmount + BigInt(nth),
    currency: oneOf(currencies),
    card: oneOf(cards)
  }))
}
