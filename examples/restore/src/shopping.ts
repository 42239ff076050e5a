import type { Merchant } from "@payloom/core"
import type { Books } from "./banks.ts"

/** The customers of a shop, who pay until they are stopped. */
export interface Shopping {
  /** The number of answered payments, captures and refunds so far. */
  readonly done: () => number
  /** Stops, and waits for the requests in flight. */
  readonly stop: () => Promise<void>
}

let orders = 0

const newKey = () => ({ idempotencyKey: `order ${orders++}` })

/** Pays, captures and refunds with saved cards, several at a time. */
export const goShopping = (
  { payments }: Merchant,
  cards: ReadonlyArray<string>,
  atOnce = 4
): Shopping => {
  let isOver = false
  let done = 0
  const shopper = async (nth: number): Promise<void> => {
    for (let turn = nth; !isOver; turn += atOnce) {
      const paymentInstrument = cards[turn % cards.length] ?? ""
      const amount = 500n + BigInt(turn % 977)
      const order = { amount, currency: "EUR", type: "one_off", paymentInstrument } as const
      const isHold = turn % 3 === 0
      const { id } = await payments.create(
        isHold ? { ...order, captureMethod: "manual" } : order,
        newKey()
      )
      if (isHold && turn % 2 === 0) await payments.capture(id, { amount: amount / 2n }, newKey())
      if (!isHold && turn % 4 === 1) await payments.refund(id, { amount: amount / 3n }, newKey())
      done += 1
    }
  }
  const running = Promise.all(Array.from({ length: atOnce }, (_, nth) => shopper(nth)))
  return {
    done: () => done,
    stop: async () => {
      isOver = true
      await running
    }
  }
}

/** Subscribes a customer for each card, weekly. */
export const subscribe = async (shop: Merchant, cards: ReadonlyArray<string>): Promise<void> => {
  for (const paymentInstrument of cards) {
    const { customer } = await shop.paymentInstruments.retrieve(paymentInstrument)
    const interval = { unit: "week", count: 1 } as const
    const terms = { amount: 900n, currency: "EUR", interval } as const
    await shop.subscriptions.create({ customer, paymentInstrument, ...terms }, newKey())
  }
}

/** Returns the sums of our own books. */
export const ourBooks = async ({ payments }: Merchant): Promise<Books> => {
  let captured = 0n
  let refunded = 0n
  let charges = 0
  for await (const payment of payments.iterate()) {
    captured += payment.amountCaptured
    refunded += payment.amountRefunded
    if (payment.amountCaptured > 0n || payment.status === "authorized") charges += 1
  }
  return { captured, refunded, charges }
}
