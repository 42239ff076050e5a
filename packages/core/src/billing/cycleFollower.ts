import { Effect, Option } from "effect"
import type { Followed, Follower, PaymentMove } from "../payments/charges/Follower.ts"
import { PaymentCollection, type PaymentRecord } from "../payments/charges/Payment.ts"
import type { CommitContext } from "../platform/events/CommitContext.ts"
import { findJob } from "../platform/jobs/scheduleJob.ts"
import { check } from "../platform/storage/Change.ts"
import { readTogether } from "../platform/storage/readTogether.ts"
import { Storage } from "../platform/storage/Storage.ts"
import {
  type BillingMove,
  type BillingRows,
  isUpToDate,
  loadBilling,
  moved
} from "./BillingRows.ts"
import {
  followRestored,
  followReturn,
  isRestored,
  loadReturnRows,
  paidBySpare,
  paidTwice,
  type ReturnRows
} from "./cycleReturns.ts"
import { BillingCycleCollection, type BillingCycleRecord } from "./cycles/BillingCycle.ts"
import { refundEndedSubscription } from "./refundEndedSubscription.ts"
import { isEnded, SubscriptionCollection } from "./subscriptions/Subscription.ts"
import { chargeFailed, cyclePaid, payerDeclined } from "./transitions/cycleOutcomes.ts"

/** Moves a billing cycle and its subscription with the payment that pays it. */
export const cycleFollower: Follower = {
  follows: ({ billingCycle }) => billingCycle !== undefined,
  load: Effect.fnUntraced(function* ({ scope, row }) {
    const storage = yield* Storage
    if (row.billingCycle === undefined) return null
    const found = yield* storage.get(scope, BillingCycleCollection, row.billingCycle)
    if (Option.isNone(found)) return null
    const cycle = found.value
    const { subscription: id } = cycle.row
    const [subscription, job] = yield* readTogether(
      storage.get(scope, SubscriptionCollection, id),
      findJob(scope, "bill_subscription", id)
    )
    if (Option.isNone(subscription)) return null
    const isNext = cycle.row.sequence === subscription.value.row.unpaid
    const rows: BillingRows =
      isNext && isUpToDate(subscription.value.row)
        ? { subscription: subscription.value, cycles: [cycle], job }
        : withCycle(yield* loadBilling(subscription.value, job), cycle)
    const beside = yield* loadReturnRows(cycle, row.id)
    return {
      isPaidAtOnce: true,
      payerAwaited: () => [],
      follow: (commit, move) => follow(commit, rows, beside, cycle.row, move)
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
  beside: ReturnRows,
  cycle: BillingCycleRecord,
  move: PaymentMove
): Followed => {
  const { after } = move
  if (isRestored(move)) return { changes: followRestored(commit, rows, cycle, after) }
  if (cycle.status === "charging" && cycle.payment === after.id) {
    return followCharge(commit, rows, beside, cycle, move)
  }
  return after.status === "failed"
    ? { changes: followReturn(commit, rows, beside, cycle, after) }
    : { changes: [] }
}

const followCharge = (
  commit: CommitContext,
  rows: BillingRows,
  beside: ReturnRows,
  cycle: BillingCycleRecord,
  { after, attempt }: PaymentMove
): Followed => {
  const { spare } = beside
  const checks = spare === null ? [] : [check(PaymentCollection, spare)]
  switch (after.status) {
    case "succeeded": {
      const isOver = isEnded(rows.subscription.row)
      const paid = paidBy(rows, cycle, after)
      const { changes } = moved(
        commit,
        rows,
        spare === null || isOver ? paid : paidTwice(paid, cycle)
      )
      if (!isOver || after.amount === 0n || attempt === null) {
        return { changes: [...checks, ...changes] }
      }
      const back = refundEndedSubscription(commit, after, attempt)
      return { payment: back.payment, changes: [...checks, ...changes, ...back.changes] }
    }
    case "declined":
    case "failed": {
      const failed =
        after.checkoutSession === null
          ? chargeFailed(rows, cycle, after, commit.now)
          : payerDeclined(rows, cycle)
      const move = paidBySpare(rows, beside, cycle, after) ?? failed
      return { changes: [...checks, ...moved(commit, rows, move).changes] }
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
