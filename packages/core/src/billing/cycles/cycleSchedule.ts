import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { intervalsAfter } from "../calendar.ts"
import { isEnded, type SubscriptionRecord } from "../subscriptions/Subscription.ts"
import type { Terms } from "../Terms.ts"
import { type BillingCycleRecord, billingCycleId } from "./BillingCycle.ts"

/** So many cycles are there ahead of the one that fell due last (spec 2.10). */
const cyclesAhead = 3

/** What a schedule goes by. */
type Scheduled = Pick<SubscriptionRecord, "billingCycleAnchor" | "anchorSequence"> & {
  readonly terms: Pick<Terms, "interval">
}

/** When a cycle behind the one that fell due last falls due; there may be no row of it. */
export const dueOf = (
  { billingCycleAnchor, anchorSequence, terms }: Scheduled,
  sequence: number
): Millis => intervalsAfter(billingCycleAnchor, terms.interval, sequence - anchorSequence)

/** The last cycle that there will be: skipped ones don't count, nor does the trial. */
export const lastSequence = ({ terms, skipped }: SubscriptionRecord): number =>
  terms.endAfterCycles === null ? Number.POSITIVE_INFINITY : terms.endAfterCycles + skipped

/** A cycle's dates, as the subscription's anchor has them. */
export const datesOf = (
  subscription: Scheduled,
  sequence: number
): Pick<BillingCycleRecord, "dueAt" | "periodStart" | "periodEnd"> => {
  const dueAt = dueOf(subscription, sequence)
  return { dueAt, periodStart: dueAt, periodEnd: dueOf(subscription, sequence + 1) }
}

/** The cycles that the subscription lacks rows of, up to three ahead; none once it is over. */
export const lackingCycles = (
  { now }: Pick<CommitContext, "now">,
  subscription: SubscriptionRecord
): ReadonlyArray<BillingCycleRecord> => {
  if (isEnded(subscription)) return []
  const from = subscription.materialized + 1
  const to = Math.min(subscription.cycle + cyclesAhead, lastSequence(subscription))
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => ({
    ...newCycle({ now }, subscription, from + at),
    ...datesOf(subscription, from + at)
  }))
}

/** The trial as a cycle: the one before the first, which is not counted. */
export const trialCycle = (
  commit: Pick<CommitContext, "now">,
  subscription: SubscriptionRecord,
  amount: bigint
): BillingCycleRecord => ({
  ...newCycle(commit, subscription, 0),
  amount,
  dueAt: subscription.currentPeriodStart,
  periodStart: subscription.currentPeriodStart,
  periodEnd: subscription.currentPeriodEnd
})

/** The first cycle of a subscription that begins without a trial. */
export const firstCycle = (
  commit: Pick<CommitContext, "now">,
  subscription: SubscriptionRecord
): BillingCycleRecord => ({
  ...newCycle(commit, subscription, 1),
  ...datesOf(subscription, 1)
})

const newCycle = (
  { now }: Pick<CommitContext, "now">,
  { id, terms }: SubscriptionRecord,
  sequence: number
): Omit<BillingCycleRecord, "dueAt" | "periodStart" | "periodEnd"> => ({
  id: billingCycleId(id, sequence),
  subscription: id,
  sequence,
  amount: terms.amount,
  currency: terms.currency,
  status: "scheduled",
  attemptCount: 0,
  payment: null,
  dunning: null,
  retryAtOnce: false,
  created: now
})
