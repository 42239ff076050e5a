import { dayMs, hourMs, minuteMs } from "../kernel/primitives/durations.ts"
import type { Millis } from "../kernel/primitives/Timestamp.ts"
import type { Blocked } from "./cycles/BillingCycle.ts"

/** How long after each failure in a row the charge is made again. */
const waitsMs = [minuteMs, 10 * minuteMs, hourMs, 6 * hourMs]

/** How long after each failure that follows. */
const longestWaitMs = 12 * hourMs

/** After so long without an answer about the card, somebody has to look. */
const alertedAfterMs = dayMs

/** Counts one more failure in a row. */
export const countBlockedAttempt = (standing: Blocked | undefined, now: Millis): Blocked => ({
  since: standing?.since ?? now,
  failedAt: now,
  failures: (standing?.failures ?? 0) + 1,
  isAlerted: standing?.isAlerted ?? false
})

/** When the charge is made again. */
export const blockedRetryAt = ({ failedAt, failures }: Blocked): Millis =>
  failedAt + (waitsMs[failures - 1] ?? longestWaitMs)

/** When `alert.renewal_blocked` is raised; never if it was raised before. */
export const blockAlertedAt = ({ since, isAlerted }: Blocked): Millis =>
  isAlerted ? Number.POSITIVE_INFINITY : since + alertedAfterMs

/** Moves a wait by the length of a pause: the rest of it is left again on resume. */
export const shiftBlock = (blocked: Blocked, pausedAt: Millis, resumedAt: Millis): Blocked => {
  const stoodStill = resumedAt - Math.max(pausedAt, blocked.failedAt)
  return {
    ...blocked,
    since: blocked.since + stoodStill,
    failedAt: blocked.failedAt + stoodStill
  }
}
