import type { Millis } from "../../kernel/primitives/Timestamp.ts"
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

/** Returns true if a planned cancellation takes effect by now, also if the jobs are late. */
export const isCancellationDue = (row: SubscriptionRecord, now: Millis): boolean => {
  const at = row.status === "paused" ? pausedCancellationAt(row) : row.currentPeriodEnd
  return row.cancelAtPeriodEnd && now >= at
}
