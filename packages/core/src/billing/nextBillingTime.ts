import { dayMs, hourMs } from "../kernel/primitives/durations.ts"
import type { Millis } from "../kernel/primitives/Timestamp.ts"
import { blockAlertedAt, blockedRetryAt } from "./blocked.ts"
import type { BillingCycleRecord } from "./cycles/BillingCycle.ts"
import { dueOf, lastSequence } from "./cycles/cycleSchedule.ts"
import { pausedCancellationAt } from "./subscriptions/plannedCancellation.ts"
import { isEnded, type SubscriptionRecord } from "./subscriptions/Subscription.ts"

/** Milliseconds until an unpaid new subscription expires. */
const firstPaymentWithinMs = 23 * hourMs

/** Milliseconds before its due time that a renewal is announced. */
const announcedBeforeMs = 7 * dayMs

/** Returns the time when a subscription whose first charge was never paid expires. */
export const firstPaymentEnds = ({ created }: SubscriptionRecord): Millis =>
  created + firstPaymentWithinMs

/** Returns when the next renewal is announced. Null if there is none, or it was announced. */
const announcement = (subscription: SubscriptionRecord): Millis | null => {
  const { status, unpaid, cycle, announced, cancelAtPeriodEnd, terms } = subscription
  const isGoingOn = (status === "trialing" || status === "active") && !cancelAtPeriodEnd
  const renews = isGoingOn && terms.amount > 0n
  const isAhead = unpaid > cycle && unpaid > announced && unpaid <= lastSequence(subscription)
  return renews && isAhead ? dueOf(subscription, unpaid) - announcedBeforeMs : null
}

/** Returns true if the next renewal is to be announced now. */
export const announcedAt = (subscription: SubscriptionRecord, now: Millis): boolean => {
  const at = announcement(subscription)
  return at !== null && at <= now && now < dueOf(subscription, subscription.unpaid)
}

/** Returns when the next future cycle falls due. `never` if there is none. */
const nextDue = (subscription: SubscriptionRecord): Millis => {
  const next = subscription.cycle + 1
  return next > lastSequence(subscription) ? never : dueOf(subscription, next)
}

const never = Number.POSITIVE_INFINITY

/**
 * Returns the next time when a subscription needs billing, given the cycle to charge next. Null if
 * nothing will be due by itself. While a charge is in flight, the charge's own job settles it, and
 * that commit moves the subscription.
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
        cancelAtPeriodEnd ? pausedCancellationAt(subscription) : never,
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

/** Returns when a first charge is made: at once, or after a failure at its next date, if any. */
export const firstTryOf = (cycle: BillingCycleRecord | null, now: Millis): Millis => {
  if (cycle === null || cycle.retryAtOnce) return now
  if (cycle.blocked !== undefined) return blockedRetryAt(cycle.blocked)
  return cycle.status === "retrying" ? (cycle.dunning?.datesLeft[0] ?? never) : now
}

/** Returns when a cycle is charged again after a failed charge, with or without dunning. */
export const retryOf = (cycle: BillingCycleRecord | null, now: Millis): Millis => {
  if (cycle === null || cycle.retryAtOnce) return now
  if (cycle.blocked !== undefined) return blockedRetryAt(cycle.blocked)
  return cycle.dunning?.datesLeft[0] ?? now
}

const alertOf = (cycle: BillingCycleRecord | null): Millis =>
  cycle?.blocked === undefined ? never : blockAlertedAt(cycle.blocked)
