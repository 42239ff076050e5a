import type { PaymentInstrumentRecord } from "../../cards/saved/PaymentInstrument.ts"
import type { Metadata } from "../../kernel/primitives/Metadata.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { intervalsAfter } from "../calendar.ts"
import type { BillingCycleRecord } from "../cycles/BillingCycle.ts"
import { firstCycle, lackingCycles, trialCycle } from "../cycles/cycleSchedule.ts"
import type { PlanRecord } from "../plans/Plan.ts"
import { type Terms, trialEndOf } from "../Terms.ts"
import type { Consent, SubscriptionRecord } from "./Subscription.ts"

/** What a new subscription is made of. */
export interface Enrollment {
  readonly instrument: PaymentInstrumentRecord
  /** Null for terms of their own. */
  readonly plan: PlanRecord | null
  readonly terms: Terms
  readonly consent: Pick<Consent, "source" | "session">
  readonly metadata: Metadata
}

/** A subscription as it begins, with the cycles that there are then. */
export interface NewSubscription {
  readonly subscription: SubscriptionRecord
  /** The one to be charged first, and those behind it. */
  readonly cycles: readonly [BillingCycleRecord, ...ReadonlyArray<BillingCycleRecord>]
}

/** The terms that a plan offers. */
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

/** The terms with a trial of so many days: at the plan's price where it has one, or else free. */
export const withTrialDays = (terms: Terms, days: number | undefined): Terms =>
  days === undefined ? terms : { ...terms, trial: { days, amount: terms.trial?.amount ?? 0n } }

/** A subscription that begins now, and waits for its first payment (spec 3.4). */
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

/** The trial, or else the first cycle, and those that are there ahead. */
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
