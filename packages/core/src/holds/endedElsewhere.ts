import { AttemptCollection } from "../charges/Attempt.ts"
import { movedAttempt } from "../charges/movedAttempt.ts"
import { paymentAlert } from "../charges/paymentEvents.ts"
import { stepPayment } from "../charges/stepPayment.ts"
import type { Setting } from "../events/Setting.ts"
import { done } from "../jobs/schedule.ts"
import { ModificationCollection } from "../modifications/Modification.ts"
import type { ChargeFound } from "../providers/ChargeOutcome.ts"
import { type Change, update } from "../storage/Change.ts"
import type { Hold } from "./Hold.ts"
import { madeElsewhere } from "./madeElsewhere.ts"

/** Whether a provider says that money is not there any more which the books still have. */
export const isEndedElsewhere = (
  { payment, attempt }: Pick<Hold, "payment" | "attempt">,
  { state }: ChargeFound
): boolean => {
  const { status, facts } = attempt.row
  // A check of a card holds nothing.
  if (facts.amount === 0n) return false
  const isGone = state === "voided" || state === "expired" || state === "declined"
  const { amountCaptured, amountReserved } = payment.row
  return status === "captured"
    ? isGone || (state === "refunded" && amountReserved < amountCaptured)
    : status === "authorized" && isGone
}

/**
 * What a notice comes to that money is not there any more. A hold that was given back or ended at
 * its provider is so here too; a capture or void that is under way remembers it, should it fail. Of
 * everything else somebody hears: how much is gone the notice doesn't tell.
 */
export const endNoticed = (
  setting: Setting,
  hold: Hold,
  found: ChargeFound
): ReadonlyArray<Change> => {
  const { payment, attempt, release } = hold
  const { state } = found
  if (attempt.row.status !== "authorized" || (state !== "voided" && state !== "expired")) {
    return paymentAlert(setting, "alert.outcome_contradicted", payment)
  }
  if (release === null) return holdEnded(setting, hold, found)
  return [update(ModificationCollection, release, { ...release.row, endedElsewhere: state })]
}

/** The hold that ended at its provider ends here: given back there, it is voided, else expired. */
export const holdEnded = (
  setting: Setting,
  hold: Pick<Hold, "payment" | "attempt" | "holdJobs">,
  { state, providerReference }: Pick<ChargeFound, "state" | "providerReference">
): ReadonlyArray<Change> => {
  const { amount } = hold.attempt.row.facts
  return state === "voided"
    ? madeElsewhere(setting, hold, { kind: "void", amount }, providerReference)
    : holdExpired(setting, hold)
}

/** The payment and its attempt expire, and nothing alerts or expires the hold any more. */
export const holdExpired = (
  setting: Setting,
  { payment, attempt, holdJobs }: Pick<Hold, "payment" | "attempt" | "holdJobs">
): ReadonlyArray<Change> => [
  ...holdJobs.flatMap(done),
  ...stepPayment(setting, payment, "expire").changes,
  update(
    AttemptCollection,
    attempt,
    movedAttempt(attempt.row, "expire", { settledAt: setting.now })
  )
]
