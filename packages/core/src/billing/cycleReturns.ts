import { Effect } from "effect"
import type { PaymentId } from "../kernel/primitives/PublicId.ts"
import type { Millis } from "../kernel/primitives/Timestamp.ts"
import { isBlameless } from "../payments/charges/blameless.ts"
import type { PaymentMove } from "../payments/charges/Follower.ts"
import { PaymentCollection, type PaymentRecord } from "../payments/charges/Payment.ts"
import type { CommitContext } from "../platform/events/CommitContext.ts"
import { type Change, check } from "../platform/storage/Change.ts"
import type { Stored } from "../platform/storage/Collection.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { type BillingMove, type BillingRows, moved } from "./BillingRows.ts"
import { BillingCycleCollection, type BillingCycleRecord, stateOf } from "./cycles/BillingCycle.ts"
import { isEnded } from "./subscriptions/Subscription.ts"
import { cyclePaid, cycleRestored, cycleReturned } from "./transitions/cycleOutcomes.ts"

/** The rows beside a cycle that decide what a return or a failed charge means for it. */
export interface ReturnRows {
  /** The end of the latest paid cycle before this one. Null if there is none. */
  readonly paidBefore: Millis | null
  /** Another payment of the cycle whose returned money came back. Null if there is none. */
  readonly spare: Stored<PaymentRecord> | null
}

/** Loads the rows beside a cycle for a change of one of its payments. */
export const loadReturnRows = Effect.fnUntraced(function* (
  { scope, row }: Stored<BillingCycleRecord>,
  payment: PaymentId
) {
  const storage = yield* Storage
  const { restored = [], sequence, status, subscription } = row
  const others = restored.filter((id) => id !== payment)
  const payments =
    others.length === 0 ? [] : yield* storage.getMany(scope, PaymentCollection, others)
  const paid =
    status === "paid"
      ? yield* storage.page(scope, BillingCycleCollection, {
          where: { state: stateOf(subscription, "paid") },
          order: "desc",
          limit: 2
        })
      : []
  return {
    paidBefore: paid.find((one) => one.row.sequence < sequence)?.row.periodEnd ?? null,
    spare: payments.find((one) => isKept(one.row)) ?? null
  } satisfies ReturnRows
})

/** True if a part of the captured money was not refunded. */
const isKept = ({ amountCaptured, amountReserved }: PaymentRecord): boolean =>
  amountReserved < amountCaptured

/** Returns true if the bank gave the money of a returned debit back. */
export const isRestored = ({ before, after }: PaymentMove): boolean =>
  before.status === "failed" && after.amountCaptured > 0n

/** The bank returned the money of a cycle's payment. */
export const followReturn = (
  commit: CommitContext,
  rows: BillingRows,
  { paidBefore, spare }: ReturnRows,
  cycle: BillingCycleRecord,
  after: PaymentRecord
): ReadonlyArray<Change> => {
  if (cycle.restored?.includes(after.id)) {
    const unmoved = { subscription: rows.subscription.row }
    return moved(commit, rows, { ...unmoved, cycles: [withoutSpare(cycle, after.id)] }).changes
  }
  if (cycle.status !== "paid" || cycle.payment !== after.id) return []
  if (spare !== null) {
    const paid = { ...withoutSpare(cycle, spare.row.id), payment: spare.row.id }
    const move = { subscription: rows.subscription.row, cycles: [paid] }
    return [check(PaymentCollection, spare), ...moved(commit, rows, move).changes]
  }
  const move = cycleReturned(rows, cycle, { ...after, paidBefore }, commit.now)
  if (move === null) return []
  // A charge of a later cycle that opens now would leave two cycles unpaid at once.
  const later = rows.cycles.filter(({ row }) => row.sequence > cycle.sequence)
  return [
    ...later.map((one) => check(BillingCycleCollection, one)),
    ...moved(commit, rows, move).changes
  ]
}

/**
 * The bank gave the money of a returned debit back. It pays its cycle if the cycle is still unpaid.
 * If the cycle was charged again meanwhile, the payment is kept with the cycle, and an alert is
 * raised once both have paid.
 */
export const followRestored = (
  commit: CommitContext,
  rows: BillingRows,
  cycle: BillingCycleRecord,
  after: PaymentRecord
): ReadonlyArray<Change> => {
  const { subscription } = rows
  const isOwn = cycle.payment === after.id
  if (cycle.status === "retrying" && (isOwn || isKept(after))) {
    return moved(commit, rows, cycleRestored(rows, { ...cycle, payment: after.id })).changes
  }
  const pays = isOwn && cycle.status === "paid"
  if (pays || !isKept(after)) return []
  const restored = { ...cycle, restored: [...(cycle.restored ?? []), after.id] }
  const move = { subscription: subscription.row, cycles: [restored] }
  return moved(commit, rows, cycle.status === "paid" ? paidTwice(move, cycle) : move).changes
}

/** Adds the alert that a cycle has the money of two payments. */
export const paidTwice = (
  move: BillingMove,
  { sequence }: Pick<BillingCycleRecord, "sequence">
): BillingMove => ({
  ...move,
  alerts: [...(move.alerts ?? []), { type: "alert.cycle_paid_twice", sequence }]
})

/**
 * A charge of a cycle failed, after the money of an earlier one came back. The earlier one pays the
 * cycle. Null if there is none, or if the subscription ended.
 */
export const paidBySpare = (
  rows: BillingRows,
  { spare }: ReturnRows,
  cycle: BillingCycleRecord,
  failed: PaymentRecord
): BillingMove | null => {
  if (spare === null || isEnded(rows.subscription.row)) return null
  const isCounted = failed.checkoutSession !== null || !isBlameless(failed)
  const { id } = spare.row
  return cyclePaid(rows, {
    ...withoutSpare(cycle, id),
    payment: id,
    attemptCount: cycle.attemptCount - (isCounted ? 0 : 1)
  })
}

const withoutSpare = (
  { restored = [], ...cycle }: BillingCycleRecord,
  payment: PaymentId
): BillingCycleRecord => {
  const left = restored.filter((id) => id !== payment)
  return left.length === 0 ? cycle : { ...cycle, restored: left }
}
