import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type { BillingCycleRecord } from "../cycles/BillingCycle.ts"
import type { SubscriptionRecord } from "./Subscription.ts"

/**
 * Returns when a planned cancellation of a paused subscription takes effect: at the end of the
 * period in which it was paused. Never if the pause ends before that. Then the cancellation waits
 * for the end of the period after the resumption.
 */
export const pausedCancellationAt = ({
  pause,
  resumesAt
}: Pick<SubscriptionRecord, "pause" | "resumesAt">): Millis => {
  const periodEnd = pause?.periodEnd ?? 0
  return resumesAt !== null && resumesAt < periodEnd ? Number.POSITIVE_INFINITY : periodEnd
}

/**
 * Returns the end of the current period, given the oldest unpaid cycle. A renewal in flight belongs
 * to the period that it begins, whatever its outcome.
 */
export const periodEndOf = (
  { cycle, currentPeriodEnd }: SubscriptionRecord,
  unpaid: BillingCycleRecord | null
): Millis =>
  unpaid?.status === "charging" && unpaid.sequence > cycle ? unpaid.periodEnd : currentPeriodEnd

/**
 * Returns true if a planned cancellation takes effect by now, also if the jobs are late. Takes the
 * oldest unpaid cycle.
 */
export const isCancellationDue = (
  row: SubscriptionRecord,
  unpaid: BillingCycleRecord | null,
  now: Millis
): boolean => {
  const at = row.status === "paused" ? pausedCancellationAt(row) : periodEndOf(row, unpaid)
  return row.cancelAtPeriodEnd && now >= at
}
