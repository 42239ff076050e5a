import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { intervalsAfter } from "../calendar.ts"
import { isEnded, type SubscriptionRecord } from "../subscriptions/Subscription.ts"
import type { Terms } from "../Terms.ts"
import { type BillingCycleRecord, billingCycleId } from "./BillingCycle.ts"

/** The number of cycles that are created ahead of the one that fell due last. */
const cyclesAhead = 3

/** The parts of a subscription that determine its schedule. */
type Scheduled = Pick<SubscriptionRecord, "billingCycleAnchor" | "anchorSequence"> & {
  readonly terms: Pick<Terms, "interval">
}

/**
 * Returns the due time of a cycle after the one that fell due last. The cycle may have no row yet.
 */
export const dueOf = (
  { billingCycleAnchor, anchorSequence, terms }: Scheduled,
  sequence: number
): Millis => intervalsAfter(billingCycleAnchor, terms.interval, sequence - anchorSequence)

/** Returns the sequence of the last cycle. Skipped cycles and the trial don't count. */
export const lastSequence = ({ terms, skipped }: SubscriptionRecord): number =>
  terms.endAfterCycles === null ? Number.POSITIVE_INFINITY : terms.endAfterCycles + skipped

/** Returns a cycle's dates, counted from the subscription's anchor. */
export const datesOf = (
  subscription: Scheduled,
  sequence: number
): Pick<BillingCycleRecord, "dueAt" | "periodStart" | "periodEnd"> => {
  const dueAt = dueOf(subscription, sequence)
  return { dueAt, periodStart: dueAt, periodEnd: dueOf(subscription, sequence + 1) }
}

/** Returns the cycles to create, up to three ahead. An ended subscription needs none. */
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

/** The trial as a cycle, before the first cycle. It does not count. */
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
