import { Effect, Option } from "effect"
import type { Followed, Follower, PaymentMove } from "../payments/charges/Follower.ts"
import type { PaymentRecord } from "../payments/charges/Payment.ts"
import type { CommitContext } from "../platform/events/CommitContext.ts"
import { findJob } from "../platform/jobs/scheduleJob.ts"
import type { Change } from "../platform/storage/Change.ts"
import { Storage } from "../platform/storage/Storage.ts"
import {
  type BillingMove,
  type BillingRows,
  isUpToDate,
  loadBilling,
  moved
} from "./BillingRows.ts"
import { BillingCycleCollection, type BillingCycleRecord } from "./cycles/BillingCycle.ts"
import { refundEndedSubscription } from "./refundEndedSubscription.ts"
import { isEnded, SubscriptionCollection } from "./subscriptions/Subscription.ts"
import {
  chargeFailed,
  cyclePaid,
  cycleRestored,
  cycleReturned,
  payerDeclined
} from "./transitions/cycleOutcomes.ts"

/** Moves a billing cycle and its subscription with the payment that pays it. */
export const cycleFollower: Follower = {
  load: Effect.fnUntraced(function* ({ scope, row }) {
    const storage = yield* Storage
    if (row.billingCycle === undefined) return null
    const found = yield* storage.get(scope, BillingCycleCollection, row.billingCycle)
    if (Option.isNone(found)) return null
    const cycle = found.value
    const subscription = yield* storage.get(scope, SubscriptionCollection, cycle.row.subscription)
    if (Option.isNone(subscription)) return null
    const isNext = cycle.row.sequence === subscription.value.row.unpaid
    const rows: BillingRows =
      isNext && isUpToDate(subscription.value.row)
        ? {
            subscription: subscription.value,
            cycles: [cycle],
            job: yield* findJob(scope, "bill_subscription", cycle.row.subscription)
          }
        : withCycle(yield* loadBilling(subscription.value), cycle)
    return {
      isPaidAtOnce: true,
      payerAwaited: () => [],
      follow: (commit, move) =>
        cycle.row.payment === row.id ? follow(commit, rows, cycle.row, move) : { changes: [] }
    }
  })
}

type StoredCycle = BillingRows["cycles"][number]

/** Adds the cycle, because those loaded of an ended subscription may lack it. */
const withCycle = (rows: BillingRows, cycle: StoredCycle): BillingRows =>
  rows.cycles.some(({ row }) => row.id === cycle.row.id)
    ? { ...rows, cycles: rows.cycles.map((one) => (one.row.id === cycle.row.id ? cycle : one)) }
    : { ...rows, cycles: [cycle, ...rows.cycles] }

const follow = (
  commit: CommitContext,
  rows: BillingRows,
  cycle: BillingCycleRecord,
  move: PaymentMove
): Followed => {
  switch (cycle.status) {
    case "charging":
      return followCharge(commit, rows, cycle, move)
    case "paid":
    case "retrying":
      return { changes: followReturn(commit, rows, cycle, move) }
    default:
      return { changes: [] }
  }
}

/** The bank returned the money of a paid cycle, or gave it back before it was charged again. */
const followReturn = (
  commit: CommitContext,
  rows: BillingRows,
  cycle: BillingCycleRecord,
  { before, after }: PaymentMove
): ReadonlyArray<Change> => {
  const isReturned = cycle.status === "paid" && after.status === "failed"
  const isBack =
    cycle.status === "retrying" && before.status === "failed" && after.amountCaptured > 0n
  const move = isReturned
    ? cycleReturned(rows, cycle, after, commit.now)
    : isBack && !isEnded(rows.subscription.row)
      ? cycleRestored(rows, cycle)
      : null
  return move === null ? [] : moved(commit, rows, move).changes
}

const followCharge = (
  commit: CommitContext,
  rows: BillingRows,
  cycle: BillingCycleRecord,
  { after, attempt }: PaymentMove
): Followed => {
  switch (after.status) {
    case "succeeded": {
      const { changes } = moved(commit, rows, paidBy(rows, cycle, after))
      const isKept = !isEnded(rows.subscription.row) || after.amount === 0n
      if (isKept || attempt === null) return { changes }
      const back = refundEndedSubscription(commit, after, attempt)
      return { payment: back.payment, changes: [...changes, ...back.changes] }
    }
    case "declined":
    case "failed": {
      const { changes } = moved(
        commit,
        rows,
        after.checkoutSession === null
          ? chargeFailed(rows, cycle, after, commit.now)
          : payerDeclined(rows, cycle)
      )
      return { changes }
    }
    default:
      return { changes: [] }
  }
}

/** Moves a subscription that the payer paid in a session to the card of that session. */
const paidBy = (
  rows: BillingRows,
  cycle: BillingCycleRecord,
  { checkoutSession, paymentInstrument }: PaymentRecord
): BillingMove => {
  const paid = cyclePaid(rows, cycle)
  return checkoutSession === null || paymentInstrument === null || isEnded(paid.subscription)
    ? paid
    : {
        ...paid,
        subscription: { ...paid.subscription, paymentInstrument },
        events: ["subscription.instrument_updated", ...(paid.events ?? [])]
      }
}
