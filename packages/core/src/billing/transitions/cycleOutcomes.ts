import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import { isBlameless } from "../../payments/charges/blameless.ts"
import type { PaymentRecord } from "../../payments/charges/Payment.ts"
import type { EventType } from "../../platform/events/EventRecord.ts"
import { type BillingMove, type BillingRows, isUpToDate } from "../BillingRows.ts"
import { countBlockedAttempt } from "../blocked.ts"
import {
  type BillingCycleRecord,
  type BillingCycleTrigger,
  cycleAfter,
  unblocked
} from "../cycles/BillingCycle.ts"
import { dunningAfter, firstDunning } from "../dunning.ts"
import { isEnded, type SubscriptionRecord } from "../subscriptions/Subscription.ts"
import { subscriptionAfter } from "../subscriptions/subscriptionMachine.ts"

/** Marks a cycle as being charged by a payment. */
export const markCharging = (
  cycle: BillingCycleRecord,
  payment: BillingCycleRecord["payment"]
): BillingCycleRecord =>
  cycleAfter(cycle, [...becomeDue(cycle), "charge"], {
    payment,
    attemptCount: cycle.attemptCount + 1,
    retryAtOnce: false
  })

const becomeDue = ({ status }: BillingCycleRecord): ReadonlyArray<BillingCycleTrigger> =>
  status === "scheduled" ? ["fall_due"] : []

/** Moves a subscription after a cycle was paid, or was free. */
export const cyclePaid = (rows: BillingRows, cycle: BillingCycleRecord): BillingMove => {
  const before = rows.subscription.row
  // The subscription ended while the charge was in flight. The charge is refunded.
  if (isEnded(before)) return { subscription: before, cycles: [cycleAfter(cycle, ["cancel"])] }
  const paid = cycleAfter(unblocked(cycle), [...becomeDue(cycle), "pay"], { retryAtOnce: false })
  const subscription = inPeriodOf(before, cycle, {
    paidUntil: Math.max(before.paidUntil ?? 0, cycle.periodEnd),
    unpaid: openAfter(rows, cycle.sequence)
  })
  return { ...withPaidStatus(subscription, cycle), cycles: [paid] }
}

const withPaidStatus = (
  subscription: SubscriptionRecord,
  { sequence }: BillingCycleRecord
): BillingMove => {
  const { status, pause } = subscription
  switch (status) {
    case "pending_first_payment":
      return {
        subscription: subscriptionAfter(subscription, sequence === 0 ? "start_trial" : "activate"),
        events: ["subscription.activated"]
      }
    case "past_due":
      return { subscription: subscriptionAfter(subscription, "recover"), events: recovered }
    case "paused":
      return {
        subscription: withPause(subscription, "active"),
        events: pause?.from === "past_due" ? recovered : renewed
      }
    default:
      return { subscription: subscriptionAfter(subscription, "activate"), events: renewed }
  }
}

const renewed: ReadonlyArray<EventType> = ["subscription.renewed"]
const recovered: ReadonlyArray<EventType> = ["subscription.recovered", ...renewed]

/** Moves a subscription after a charge of a cycle was declined or not processed. */
export const chargeFailed = (
  rows: BillingRows,
  cycle: BillingCycleRecord,
  payment: Pick<PaymentRecord, "status" | "decline" | "created">,
  now: Millis
): BillingMove => {
  const before = rows.subscription.row
  if (isEnded(before)) {
    const attemptCount = cycle.attemptCount - (isBlameless(payment) ? 1 : 0)
    const canceled = cycleAfter(cycle, ["cancel"], { attemptCount })
    return { subscription: before, cycles: [canceled] }
  }
  return isBlameless(payment)
    ? chargeBlocked(rows, cycle, now)
    : cardDeclined(rows, cycle, payment, now)
}

/**
 * Handles a charge that failed for no fault of the card. It does not count as an attempt: the
 * subscription keeps its status and its dunning, no event is recorded, and the cycle is charged
 * again soon.
 */
const chargeBlocked = (rows: BillingRows, cycle: BillingCycleRecord, now: Millis): BillingMove => {
  const before = rows.subscription.row
  const blocked = cycleAfter(cycle, [cycle.dunning === null ? "defer" : "decline"], {
    attemptCount: cycle.attemptCount - 1,
    blocked: countBlockedAttempt(cycle.blocked, now)
  })
  const subscription =
    before.status === "pending_first_payment" ? before : withPause(inPeriodOf(before, cycle))
  return { subscription, cycles: [blocked] }
}

const cardDeclined = (
  rows: BillingRows,
  cycle: BillingCycleRecord,
  payment: Pick<PaymentRecord, "decline" | "created">,
  now: Millis
): BillingMove => {
  const before = rows.subscription.row
  const isFirst = before.status === "pending_first_payment"
  const dunning = isFirst
    ? firstDunning(cycle, payment.decline, now)
    : dunningAfter(cycle, payment, now)
  const retrying = cycleAfter(unblocked(cycle), ["decline"], { dunning })
  return isFirst
    ? { subscription: before, cycles: [retrying] }
    : fallenBehind(inPeriodOf(before, cycle), retrying)
}

/** Moves a subscription that owes a cycle. A paused one owes it when it continues. */
const fallenBehind = (
  subscription: SubscriptionRecord,
  retrying: BillingCycleRecord
): BillingMove =>
  subscription.status === "paused"
    ? {
        subscription: withPause(subscription, "past_due"),
        cycles: [retrying],
        events: ["subscription.payment_failed"]
      }
    : {
        subscription: subscriptionAfter(subscription, "become_past_due"),
        cycles: [retrying],
        events: [
          "subscription.payment_failed",
          ...(subscription.status === "past_due" ? [] : (["subscription.past_due"] as const))
        ]
      }

/**
 * Moves a subscription after the payer's bank returned the money of its latest paid cycle, such as
 * a direct debit. The cycle is charged again by the dunning that it has left. Returns null if the
 * subscription ended, or if a later cycle was charged since: then only the alert reports it.
 */
export const cycleReturned = (
  rows: BillingRows,
  cycle: BillingCycleRecord,
  {
    paidBefore,
    ...payment
  }: Pick<PaymentRecord, "decline" | "created"> & {
    /** The end of the latest paid cycle before it. Null if there is none. */
    readonly paidBefore: Millis | null
  },
  now: Millis
): BillingMove | null => {
  const before = rows.subscription.row
  const isLatest =
    before.paidUntil === cycle.periodEnd &&
    rows.cycles.every(({ row }) => row.sequence <= cycle.sequence || isUncharged(row))
  if (isEnded(before) || !isLatest) return null
  const retrying = cycleAfter(cycle, ["return"], { dunning: dunningAfter(cycle, payment, now) })
  return fallenBehind({ ...before, paidUntil: paidBefore, unpaid: cycle.sequence }, retrying)
}

const isUncharged = (cycle: BillingCycleRecord): boolean =>
  isOpen(cycle) || cycle.status === "skipped"

/** Moves a subscription whose returned money came back before its cycle was charged again. */
export const cycleRestored = (rows: BillingRows, cycle: BillingCycleRecord): BillingMove =>
  cyclePaid(rows, cycleAfter(cycle, ["charge"]))

/** Handles the decline of a payer who paid an overdue cycle. Its retries stay as they were. */
export const payerDeclined = (rows: BillingRows, cycle: BillingCycleRecord): BillingMove => ({
  subscription: rows.subscription.row,
  cycles: [cycleAfter(cycle, [isEnded(rows.subscription.row) ? "cancel" : "decline"])]
})

/** Starts the period of a cycle with its charge, whatever the outcome of the charge. */
const inPeriodOf = (
  subscription: SubscriptionRecord,
  { sequence, periodStart, periodEnd }: BillingCycleRecord,
  fields: Partial<SubscriptionRecord> = {}
): SubscriptionRecord =>
  sequence < subscription.cycle
    ? { ...subscription, ...fields }
    : {
        ...subscription,
        ...fields,
        cycle: sequence,
        currentPeriodStart: periodStart,
        currentPeriodEnd: periodEnd
      }

/** Applies a pause made while a charge was in flight to the status after the charge. */
const withPause = (
  subscription: SubscriptionRecord,
  from = subscription.pause?.from
): SubscriptionRecord => ({
  ...subscription,
  pause:
    subscription.pause === null || from === undefined
      ? null
      : { ...subscription.pause, from, periodEnd: subscription.currentPeriodEnd }
})

/** Returns the oldest open cycle after a sequence. It may have no row yet. */
export const openAfter = ({ cycles, subscription }: BillingRows, sequence: number): number => {
  // While nothing is overdue, all later cycles are in the future.
  if (isUpToDate(subscription.row) && sequence >= subscription.row.cycle) return sequence + 1
  const next = cycles.find(({ row }) => row.sequence > sequence && isOpen(row))
  return next?.row.sequence ?? Math.max(subscription.row.materialized, sequence) + 1
}

/** Returns true if a cycle is still to be charged. */
export const isOpen = ({ status }: BillingCycleRecord): boolean =>
  status === "scheduled" || status === "due"
