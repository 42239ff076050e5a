import type { PaymentInstrumentRecord } from "../../cards/saved/PaymentInstrument.ts"
import type { Metadata } from "../../kernel/primitives/Metadata.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { intervalsAfter } from "../calendar.ts"
import type { BillingCycleRecord } from "../cycles/BillingCycle.ts"
import { firstCycle, lackingCycles, trialCycle } from "../cycles/cycleSchedule.ts"
import type { PlanRecord } from "../plans/Plan.ts"
import { type Terms, trialEndOf } from "../Terms.ts"
import type { Consent, SubscriptionRecord } from "./Subscription.ts"

/** The input of a new subscription. */
export interface Enrollment {
  readonly instrument: PaymentInstrumentRecord
  /** Null for terms without a plan. */
  readonly plan: PlanRecord | null
  readonly terms: Terms
  readonly consent: Pick<Consent, "source" | "session">
  readonly metadata: Metadata
}

/** A new subscription with its first cycles. */
export interface NewSubscription {
  readonly subscription: SubscriptionRecord
  /** The cycle to charge first, and the cycles after it. */
  readonly cycles: readonly [BillingCycleRecord, ...ReadonlyArray<BillingCycleRecord>]
}

/** The terms of a plan. */
export const termsOf = ({
  amount,
  currency,
  interval,
  trial,
  setupFee,
  endAfterCycles
}: PlanRecord): Terms => ({
  amount,
  currency,
  interval,
  trial,
  setupFee: setupFee ?? 0n,
  endAfterCycles
})

/**
 * Returns the terms with a trial of this many days. It costs the plan's trial price, or nothing if
 * the plan has no trial.
 */
export const withTrialDays = (terms: Terms, days: number | undefined): Terms =>
  days === undefined ? terms : { ...terms, trial: { days, amount: terms.trial?.amount ?? 0n } }

/** Creates a subscription that begins now and waits for its first payment. */
export const newSubscription = (commit: CommitContext, enrolment: Enrollment): NewSubscription => {
  const { instrument, plan, terms, consent, metadata } = enrolment
  const { now } = commit
  const trialEnd = trialEndOf(terms, now)
  const first = trialEnd === null ? 1 : 0
  const begun: SubscriptionRecord = {
    id: commit.id("sub"),
    customer: instrument.customer,
    paymentInstrument: instrument.id,
    plan: plan?.id ?? null,
    terms,
    status: "pending_first_payment",
    billingCycleAnchor: trialEnd ?? now,
    anchorSequence: 1,
    currentPeriodStart: now,
    currentPeriodEnd: trialEnd ?? intervalsAfter(now, terms.interval, 1),
    trialEnd,
    paidUntil: null,
    cycle: first,
    unpaid: first,
    materialized: 0,
    skipped: 0,
    announced: first,
    cancelAtPeriodEnd: false,
    canceledAt: null,
    cancelReason: null,
    pause: null,
    resumesAt: null,
    consent: { at: now, ...consent, plan },
    metadata,
    created: now
  }
  const [charged, ...ahead] = firstCycles(commit, begun)
  return {
    subscription: { ...begun, materialized: first + ahead.length },
    cycles: [charged, ...ahead]
  }
}

/** Returns the trial or the first cycle, and the cycles that are created ahead. */
const firstCycles = (
  commit: CommitContext,
  begun: SubscriptionRecord
): NewSubscription["cycles"] => {
  const { trial } = begun.terms
  if (trial !== null) {
    return [trialCycle(commit, begun, trial.amount), ...lackingCycles(commit, begun)]
  }
  return [firstCycle(commit, begun), ...lackingCycles(commit, { ...begun, materialized: 1 })]
}
