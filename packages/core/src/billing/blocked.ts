import { dayMs, hourMs, minuteMs } from "../kernel/primitives/durations.ts"
import type { Millis } from "../kernel/primitives/Timestamp.ts"
import type { Blocked } from "./cycles/BillingCycle.ts"

/** The wait after each failure in a row, in milliseconds. */
const waitsMs = [minuteMs, 10 * minuteMs, hourMs, 6 * hourMs]

/** The wait after each further failure. */
const longestWaitMs = 12 * hourMs

/** Milliseconds without an answer about the card after which an alert is raised. */
const alertedAfterMs = dayMs

/** Counts one more failure in a row. */
export const countBlockedAttempt = (standing: Blocked | undefined, now: Millis): Blocked => ({
  since: standing?.since ?? now,
  failedAt: now,
  failures: (standing?.failures ?? 0) + 1,
  isAlerted: standing?.isAlerted ?? false
})

/** Returns when the charge is made again. */
export const blockedRetryAt = ({ failedAt, failures }: Blocked): Millis =>
  failedAt + (waitsMs[failures - 1] ?? longestWaitMs)

/** Returns when `alert.renewal_blocked` is raised. Never if it was raised before. */
export const blockAlertedAt = ({ since, isAlerted }: Blocked): Millis =>
  isAlerted ? Number.POSITIVE_INFINITY : since + alertedAfterMs

/** Moves a wait by the length of a pause, so its remaining time is the same on resume. */
export const shiftBlock = (blocked: Blocked, pausedAt: Millis, resumedAt: Millis): Blocked => {
  const stoodStill = resumedAt - Math.max(pausedAt, blocked.failedAt)
  return {
    ...blocked,
    since: blocked.since + stoodStill,
    failedAt: blocked.failedAt + stoodStill
  }
}
