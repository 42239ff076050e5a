import type { PaymentInstrumentRecord } from "../../cards/saved/PaymentInstrument.ts"
import type { Metadata } from "../../kernel/primitives/Metadata.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { scheduleJob } from "../../platform/jobs/scheduleJob.ts"
import { type Change, insert, inserted } from "../../platform/storage/Change.ts"
import {
  type BillingMove,
  type BillingRows,
  completedMove,
  recordSubscriptionEvent
} from "../BillingRows.ts"
import { intervalsAfter } from "../calendar.ts"
import {
  BillingCycleCollection,
  type BillingCycleRecord,
  billingCycleId
} from "../cycles/BillingCycle.ts"
import { nextBillingTime } from "../nextBillingTime.ts"
import type { PlanRecord } from "../plans/Plan.ts"
import type { Terms } from "../Terms.ts"
import { canceled } from "../transitions/endSubscription.ts"
import { SubscriptionCollection, type SubscriptionRecord } from "./Subscription.ts"

/** A subscription that another system has billed until now. */
export interface ContinuedSubscription {
  readonly instrument: PaymentInstrumentRecord
  /** Null for terms without a plan. */
  readonly plan: PlanRecord | null
  readonly terms: Pick<Terms, "amount" | "currency" | "interval">
  /** The time from which the other system counts the cycles. */
  readonly anchor: Millis
  /** The first charge here. The other system has charged everything before it. */
  readonly nextCharge: Millis
  /** True if `nextCharge` is the end of a trial. */
  readonly isTrialing: boolean
  readonly cancelAtPeriodEnd: boolean
  /** The time at which the customer subscribed there. */
  readonly since: Millis
  readonly metadata: Metadata
}

/** The most intervals that are counted from an anchor: 100 years of days. */
const mostIntervals = 36_600

/**
 * Returns the number of intervals from an anchor to a time. Null if the time is none of the due
 * times that the calendar counts from the anchor.
 */
export const intervalsBetween = (
  anchor: Millis,
  interval: Terms["interval"],
  at: Millis
): number | null => {
  const oneMs = Math.max(intervalsAfter(0, interval, 1), 1)
  // Months differ in length, so the estimate is corrected by a few steps.
  const estimate = Math.round((at - anchor) / oneMs)
  if (Math.abs(estimate) > mostIntervals) return null
  const reach = 2 + Math.ceil(Math.abs(estimate) / 12)
  for (let away = 0; away <= reach; away++) {
    if (intervalsAfter(anchor, interval, estimate + away) === at) return estimate + away
    if (intervalsAfter(anchor, interval, estimate - away) === at) return estimate - away
  }
  return null
}

/**
 * Returns the subscription that continues one of another system, and the changes that create it.
 * The period that the other system was paid for is its first cycle: it costs nothing here and is
 * paid. The next cycle is charged at `nextCharge`. Null if the calendar doesn't lead from the
 * anchor to that time.
 */
export const continueSubscription = (
  commit: CommitContext,
  given: ContinuedSubscription
): {
  readonly subscription: SubscriptionRecord
  readonly changes: ReadonlyArray<Change>
} | null => {
  const begun = begunBy(commit, given)
  if (begun === null) return null
  const { scope, now } = commit
  const { subscription, lacking, tells } = completedMove(commit, { subscription: begun })
  const due = nextBillingTime(subscription, lacking[0] ?? null, now)
  const stored = inserted(scope, subscription)
  return {
    subscription,
    changes: [
      insert(scope, SubscriptionCollection, subscription),
      insert(scope, BillingCycleCollection, paidElsewhere(subscription)),
      ...lacking.map((cycle) => insert(scope, BillingCycleCollection, cycle)),
      ...(["subscription.imported", ...tells] as const).flatMap((type) =>
        recordSubscriptionEvent(commit, type, stored)
      ),
      ...(due === null ? [] : [scheduleJob(commit, "bill_subscription", subscription.id, due)])
    ]
  }
}

const begunBy = (
  commit: CommitContext,
  given: ContinuedSubscription
): SubscriptionRecord | null => {
  const { instrument, plan, terms, anchor, nextCharge, isTrialing, metadata } = given
  const counted = intervalsBetween(anchor, terms.interval, nextCharge)
  if (counted === null) return null
  const paid = isTrialing ? 0 : 1
  const before = intervalsAfter(anchor, terms.interval, counted - 1)
  const start = isTrialing ? Math.min(given.since, nextCharge) : before
  return {
    id: commit.id("sub"),
    customer: instrument.customer,
    paymentInstrument: instrument.id,
    plan: plan?.id ?? null,
    terms: { ...terms, trial: null, setupFee: 0n, endAfterCycles: null },
    status: isTrialing ? "trialing" : "active",
    billingCycleAnchor: anchor,
    anchorSequence: paid + 1 - counted,
    currentPeriodStart: start,
    currentPeriodEnd: nextCharge,
    trialEnd: isTrialing ? nextCharge : null,
    paidUntil: nextCharge,
    cycle: paid,
    unpaid: paid + 1,
    materialized: paid,
    skipped: 0,
    announced: paid,
    cancelAtPeriodEnd: given.cancelAtPeriodEnd,
    canceledAt: null,
    cancelReason: null,
    pause: null,
    resumesAt: null,
    consent: { at: given.since, source: "import", session: null, plan },
    metadata,
    created: commit.now
  }
}

/** The period that the other system was paid for, or its trial. */
const paidElsewhere = ({
  id,
  cycle,
  terms,
  currentPeriodStart,
  currentPeriodEnd,
  created
}: SubscriptionRecord): BillingCycleRecord => ({
  id: billingCycleId(id, cycle),
  subscription: id,
  sequence: cycle,
  dueAt: currentPeriodStart,
  periodStart: currentPeriodStart,
  periodEnd: currentPeriodEnd,
  amount: 0n,
  currency: terms.currency,
  status: "paid",
  attemptCount: 0,
  payment: null,
  dunning: null,
  retryAtOnce: false,
  created
})

/**
 * Returns the move that ends a continued subscription, so that the other system can bill it again.
 * Null if a charge was made or begun here, if the next charge is due before `safeUntil`, or if the
 * subscription is no longer as it was continued.
 */
export const handBack = (
  rows: BillingRows,
  now: Millis,
  safeUntil: Millis,
  reason: string
): BillingMove | null => {
  const { row } = rows.subscription
  const isAsContinued = row.consent.source === "import" && row.pause === null
  const isBefore = (row.status === "trialing" || row.status === "active") && row.cycle <= 1
  const isUncharged = rows.cycles.every(
    ({ row: { payment, attemptCount, status } }) =>
      payment === null && attemptCount === 0 && (status === "paid" || status === "scheduled")
  )
  const isEarly = row.unpaid === row.cycle + 1 && row.currentPeriodEnd > safeUntil
  return isAsContinued && isBefore && isUncharged && isEarly ? canceled(rows, now, reason) : null
}
