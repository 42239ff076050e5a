import { dayMs, hourMs } from "../kernel/primitives/durations.ts"
import type { Millis } from "../kernel/primitives/Timestamp.ts"
import { blockAlertedAt, blockedRetryAt } from "./blocked.ts"
import type { BillingCycleRecord } from "./cycles/BillingCycle.ts"
import { dueOf, lastSequence } from "./cycles/cycleSchedule.ts"
import { isEnded, type SubscriptionRecord } from "./subscriptions/Subscription.ts"

/** A subscription that is not paid for by then is over. */
const firstPaymentWithinMs = 23 * hourMs

/** So long before it falls due, a renewal is told of. */
const announcedBeforeMs = 7 * dayMs

/** When a subscription whose first charge was never paid is over. */
export const firstPaymentEnds = ({ created }: SubscriptionRecord): Millis =>
  created + firstPaymentWithinMs

/** When a renewal is told of that will be charged; null where none is, or it was told of. */
const announcement = (subscription: SubscriptionRecord): Millis | null => {
  const { status, unpaid, cycle, announced, cancelAtPeriodEnd, terms } = subscription
  const isGoingOn = (status === "trialing" || status === "active") && !cancelAtPeriodEnd
  const renews = isGoingOn && terms.amount > 0n
  const isAhead = unpaid > cycle && unpaid > announced && unpaid <= lastSequence(subscription)
  return renews && isAhead ? dueOf(subscription, unpaid) - announcedBeforeMs : null
}

/** Whether its next renewal is to be told of now. */
export const announcedAt = (subscription: SubscriptionRecord, now: Millis): boolean => {
  const at = announcement(subscription)
  return at !== null && at <= now && now < dueOf(subscription, subscription.unpaid)
}

/** When the next cycle falls due that has not yet; never where there is none. */
const nextDue = (subscription: SubscriptionRecord): Millis => {
  const next = subscription.cycle + 1
  return next > lastSequence(subscription) ? never : dueOf(subscription, next)
}

const never = Number.POSITIVE_INFINITY

/**
 * When something is to be done for a subscription, given the cycle to be charged next: null where
 * nothing is by itself. While a charge is under way, that charge's own job sees to its end, and
 * whoever settles it moves the subscription.
 */
export const nextBillingTime = (
  subscription: SubscriptionRecord,
  unpaid: BillingCycleRecord | null,
  now: Millis
): Millis | null => {
  if (isEnded(subscription)) return null
  const at = Math.min(...momentsOf(subscription, unpaid, now))
  return at === never ? null : at
}

const momentsOf = (
  subscription: SubscriptionRecord,
  unpaid: BillingCycleRecord | null,
  now: Millis
): ReadonlyArray<Millis> => {
  const { status, cancelAtPeriodEnd, currentPeriodEnd, pause, resumesAt } = subscription
  const underWay = unpaid?.status === "charging" ? now + dayMs : null
  const boundary = cancelAtPeriodEnd ? currentPeriodEnd : never
  switch (status) {
    case "pending_first_payment":
      return underWay === null
        ? [firstTryOf(unpaid, now), firstPaymentEnds(subscription)]
        : [underWay]
    case "paused":
      return [
        cancelAtPeriodEnd ? (pause?.periodEnd ?? now) : never,
        resumesAt ?? never,
        pause?.behavior === "skip" ? (underWay ?? nextDue(subscription)) : never
      ]
    case "past_due":
      return underWay === null
        ? [retryOf(unpaid, now), alertOf(unpaid), nextDue(subscription), boundary]
        : [underWay, cancelAtPeriodEnd ? never : nextDue(subscription)]
    default:
      return underWay === null ? [boundary, ...renewalOf(subscription, unpaid, now)] : [underWay]
  }
}

const renewalOf = (
  subscription: SubscriptionRecord,
  unpaid: BillingCycleRecord | null,
  now: Millis
): ReadonlyArray<Millis> => {
  if (unpaid?.blocked !== undefined) {
    return [retryOf(unpaid, now), alertOf(unpaid), nextDue(subscription)]
  }
  const chargedAt = unpaid?.dueAt ?? subscription.currentPeriodEnd
  return [chargedAt, announcement(subscription) ?? never]
}

/** When a first charge is made: at once, or if it failed at its next date, if it has one. */
export const firstTryOf = (cycle: BillingCycleRecord | null, now: Millis): Millis => {
  if (cycle === null || cycle.retryAtOnce) return now
  if (cycle.blocked !== undefined) return blockedRetryAt(cycle.blocked)
  return cycle.status === "retrying" ? (cycle.dunning?.datesLeft[0] ?? never) : now
}

/** When a cycle whose charge failed is charged again, by its dunning or without any. */
export const retryOf = (cycle: BillingCycleRecord | null, now: Millis): Millis => {
  if (cycle === null || cycle.retryAtOnce) return now
  if (cycle.blocked !== undefined) return blockedRetryAt(cycle.blocked)
  return cycle.dunning?.datesLeft[0] ?? now
}

const alertOf = (cycle: BillingCycleRecord | null): Millis =>
  cycle?.blocked === undefined ? never : blockAlertedAt(cycle.blocked)
