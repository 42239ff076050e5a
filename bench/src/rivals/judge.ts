import type { Effect } from "./bank/Books.ts"
import { priceOf, refundAmount } from "./shared/bankClient.ts"

/** The faults of a store, by the bank's books and the answers that clients got. */
export interface Verdict {
  /** The orders that were held, captured or refunded more than once. */
  readonly doubled: number
  /** The orders whose clients were answered, and that the store or the bank doesn't have. */
  readonly lost: number
  /** The orders of which the bank has a part, and that never ended. */
  readonly stuck: number
  /** The numbers of superfluous holds, captures and refunds. */
  readonly superfluous: Readonly<Record<Kind, number>>
}

/** An order at the end of a trial. */
export interface OrderAtEnd {
  readonly order: string
  /** True if the client got the answer that all is done. */
  readonly isAcknowledged: boolean
  /** True if the store has the order as refunded. Only acknowledged orders are looked up. */
  readonly isDone: boolean
}

const kinds = ["hold", "capture", "refund"] as const

type Kind = (typeof kinds)[number]

/** The sum of an effect that an order needs, in minor units. */
const due = (kind: Kind, order: string): number =>
  kind === "refund" ? refundAmount : priceOf(order)

/** Returns the effects without those on charges that were voided. */
const withoutVoided = (effects: ReadonlyArray<Effect>): ReadonlyArray<Effect> => {
  const voided = new Set(effects.flatMap(({ kind, charge }) => (kind === "void" ? [charge] : [])))
  return effects.filter(({ charge }) => !voided.has(charge))
}

/** Judges the orders by the effects at the bank. */
export const judge = (
  orders: ReadonlyArray<OrderAtEnd>,
  effects: ReadonlyArray<Effect>
): Verdict => {
  const byOrder = Map.groupBy(withoutVoided(effects), ({ order }) => order)
  const superfluous = { hold: 0, capture: 0, refund: 0 }
  const doubled = new Set<string>()
  for (const [order, all] of byOrder) {
    for (const kind of kinds) {
      const same = all.filter((effect) => effect.kind === kind)
      const sum = same.reduce((total, { amount }) => total + amount, 0)
      if (sum <= due(kind, order)) continue
      doubled.add(order)
      superfluous[kind] += same.length - 1
    }
  }
  const hasAll = (order: string) =>
    kinds.every((kind) => byOrder.get(order)?.some((effect) => effect.kind === kind))
  const isWhole = ({ order, isDone }: OrderAtEnd) => isDone && hasAll(order)
  return {
    doubled: doubled.size,
    lost: orders.filter((one) => one.isAcknowledged && !isWhole(one)).length,
    stuck: orders.filter((one) => !one.isAcknowledged && !isWhole(one) && byOrder.has(one.order))
      .length,
    superfluous
  }
}
