import { dayMs } from "../kernel/primitives/durations.ts"
import type { Millis } from "../kernel/primitives/Timestamp.ts"
import type { DeclineRecord } from "../providers/Decline.ts"
import type { Blocked, Dunning } from "./cycles/BillingCycle.ts"

/** The days after its first failure on which a charge is tried again. */
const retryDays = [1, 4, 9, 16]

/** What of a cycle decides on its next dates. */
interface Standing {
  readonly dunning: Dunning | null
  readonly blocked?: Blocked
}

/** Returns the dunning after a card was declined, for the first time or once more. */
export const dunningAfter = (
  { dunning, blocked }: Standing,
  decline: DeclineRecord | null,
  now: Millis
): Dunning => {
  const isStopped = stops(decline)
  if (dunning === null) {
    return { startedAt: now, datesLeft: retryDays.map((days) => now + days * dayMs), isStopped }
  }
  const left = blocked === undefined ? datesUsed(dunning, now) : datesKept(dunning, blocked, now)
  return { ...left, isStopped }
}

/**
 * Returns the dates after an answer about the card that was long in coming, because earlier charges
 * failed for nobody's fault. The try uses up what was due when these failures began. If a later
 * date passed meanwhile, all later ones move by as long as it took: an outage exhausts no dunning.
 */
const datesKept = (dunning: Dunning, { since }: Blocked, now: Millis): Dunning => {
  const left = datesUsed(dunning, since).datesLeft
  const hasPassed = left.some((date) => date <= now)
  return { ...dunning, datesLeft: hasPassed ? left.map((date) => date + now - since) : left }
}

/** Returns the dunning of a declined first charge: only another card is charged. */
export const firstDunning = (
  { dunning }: Standing,
  decline: DeclineRecord | null,
  now: Millis
): Dunning => ({
  startedAt: dunning?.startedAt ?? now,
  datesLeft: [],
  isStopped: stops(decline)
})

/** Whether the card is no use any more: it is not charged again until there is another. */
const stops = (decline: DeclineRecord | null): boolean =>
  decline?.category === "hard" || decline?.advice === "do_not_retry"

/** The dates up to now are used up: by a try, or without one. */
export const datesUsed = (dunning: Dunning, now: Millis): Dunning => ({
  ...dunning,
  datesLeft: dunning.datesLeft.filter((date) => date > now)
})

/** Waits that a pause had stopped run on: what was left of each is left again. */
export const shiftWaits = (dunning: Dunning, pausedAt: Millis, resumedAt: Millis): Dunning => {
  const stoodStill = resumedAt - Math.max(pausedAt, dunning.startedAt)
  return { ...dunning, datesLeft: dunning.datesLeft.map((date) => date + stoodStill) }
}
