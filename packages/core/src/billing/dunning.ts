import { dayMs } from "../kernel/primitives/durations.ts"
import type { Millis } from "../kernel/primitives/Timestamp.ts"
import type { PaymentRecord } from "../payments/charges/Payment.ts"
import type { DeclineRecord } from "../providers/Decline.ts"
import type { Blocked, Dunning } from "./cycles/BillingCycle.ts"

/** The days after the first failure on which a charge is retried. */
const retryDays = [1, 4, 9, 16]

/** The fields of a cycle that decide its next dates. */
interface Standing {
  readonly dunning: Dunning | null
  readonly blocked?: Blocked
}

/**
 * Returns the dunning after a card was declined, for the first time or once more, by a charge that
 * began when its payment was created.
 */
export const dunningAfter = (
  { dunning, blocked }: Standing,
  { decline, created }: Pick<PaymentRecord, "decline" | "created">,
  now: Millis
): Dunning => {
  const isStopped = stops(decline)
  if (dunning === null) {
    return { startedAt: now, datesLeft: retryDays.map((days) => now + days * dayMs), isStopped }
  }
  const left =
    blocked === undefined
      ? datesUsed(datesKept(dunning, dateOfCharge(dunning, created), created), now)
      : datesKept(dunning, blocked.since, now)
  return { ...left, isStopped }
}

/** The date for which a charge was made. It is earlier than the charge if no worker ran then. */
const dateOfCharge = ({ datesLeft }: Dunning, created: Millis): Millis =>
  Math.min(datesLeft[0] ?? created, created)

/**
 * Returns the dates after a delay: no worker ran at the date, or earlier charges failed for no
 * fault of the card. The attempt uses up the dates that were due at the beginning of the delay. If
 * a later date has passed, all later ones move by the delay, so an outage exhausts no dunning.
 */
const datesKept = (dunning: Dunning, since: Millis, now: Millis): Dunning => {
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

/** Returns true if this card is not charged again, because it can never be approved. */
const stops = (decline: DeclineRecord | null): boolean =>
  decline?.category === "hard" || decline?.advice === "do_not_retry"

/** Drops the dates up to now, whether or not they were used. */
export const datesUsed = (dunning: Dunning, now: Millis): Dunning => ({
  ...dunning,
  datesLeft: dunning.datesLeft.filter((date) => date > now)
})

/** Restarts the waits that a pause stopped, each with its remaining time. */
export const shiftWaits = (dunning: Dunning, pausedAt: Millis, resumedAt: Millis): Dunning => {
  const stoodStill = resumedAt - Math.max(pausedAt, dunning.startedAt)
  return { ...dunning, datesLeft: dunning.datesLeft.map((date) => date + stoodStill) }
}
