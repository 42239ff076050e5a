import type { DeclineRecord } from "../providers/Decline.ts"
import { dayMs, hourMs, minuteMs } from "../values/durations.ts"
import type { Millis } from "../values/Timestamp.ts"
import type { Dunning } from "./cycles/BillingCycle.ts"

/** The days after its first failure on which a charge is tried again. */
const retryDays = [1, 4, 9, 16]

/** How it is gone on once a charge was declined, for the first time or once more. */
export const dunningAfter = (
  standing: Dunning | null,
  decline: DeclineRecord | null,
  now: Millis
): Dunning => {
  const isStopped = stops(decline)
  return standing === null
    ? { startedAt: now, datesLeft: retryDays.map((days) => now + days * dayMs), isStopped }
    : { ...datesUsed(standing, now), isStopped }
}

/** After what no card is to blame for, a first charge is tried again so much later. */
const firstRetriesMs = [10 * minuteMs, hourMs, 6 * hourMs]

/**
 * How it is gone on once a first charge was declined: on another card alone, and by itself only
 * where nobody could be asked.
 */
export const dunningOfFirst = (
  standing: Dunning | null,
  decline: DeclineRecord | null,
  now: Millis
): Dunning => {
  const left = standing === null ? [] : datesUsed(standing, now).datesLeft
  const dates = left.length > 0 ? left : firstRetriesMs.map((wait) => now + wait)
  return {
    startedAt: standing?.startedAt ?? now,
    datesLeft: isNobodysFault(decline) ? dates : [],
    isStopped: stops(decline)
  }
}

const isNobodysFault = (decline: DeclineRecord | null): boolean =>
  decline === null || decline.category === "technical" || decline.category === "configuration"

/** Whether the card is no use any more: it is not charged again until there is another. */
const stops = (decline: DeclineRecord | null): boolean =>
  decline?.category === "hard" || decline?.advice === "do_not_retry"

/** The dates up to now are used up: by a try, or without one. */
export const datesUsed = (dunning: Dunning, now: Millis): Dunning => ({
  ...dunning,
  datesLeft: dunning.datesLeft.filter((date) => date > now)
})

/** Waits that a pause had stopped run on: what was left of each is left again. */
export const waitsGoOn = (dunning: Dunning, pausedAt: Millis, resumedAt: Millis): Dunning => {
  const stoodStill = resumedAt - Math.max(pausedAt, dunning.startedAt)
  return { ...dunning, datesLeft: dunning.datesLeft.map((date) => date + stoodStill) }
}
