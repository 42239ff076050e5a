import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { removeJob } from "../../platform/jobs/scheduleJob.ts"
import { type Change, inserted, update, updated } from "../../platform/storage/Change.ts"
import type { ChargeFound } from "../../providers/ChargeOutcome.ts"
import { decideModification } from "../captures-voids-refunds/decideModification.ts"
import { ModificationCollection } from "../captures-voids-refunds/Modification.ts"
import type { ModificationRows } from "../captures-voids-refunds/ModificationRows.ts"
import { newModification } from "../captures-voids-refunds/newModification.ts"
import { AttemptCollection } from "../charges/Attempt.ts"
import { attemptAfter } from "../charges/attemptMachine.ts"
import { authorizedAmount, capturableOf, withCapturable } from "../charges/capturable.ts"
import { PaymentCollection } from "../charges/Payment.ts"
import { movePayment, paymentAlert, recordPaymentEvent } from "../charges/paymentEvents.ts"
import type { Hold } from "./Hold.ts"

/**
 * True if a provider reports that booked money is gone, or the rest of a hold that was captured in
 * part.
 */
export const isExternalRelease = (
  { payment, attempt }: Pick<Hold, "payment" | "attempt">,
  { state }: ChargeFound
): boolean => {
  const { status, facts } = attempt.row
  // A card check holds nothing.
  if (facts.amount === 0n) return false
  const isGone = state === "voided" || state === "expired" || state === "declined"
  const { amountCaptured, amountReserved } = payment.row
  // The part of a hold that was not captured may expire. It is booked while it can be captured.
  const isPartLeft = status === "captured" && amountCaptured < authorizedAmount(attempt.row)
  if (state === "expired" && isPartLeft) return capturableOf(payment.row) > 0n
  return status === "captured"
    ? isGone || (state === "refunded" && amountReserved < amountCaptured)
    : status === "authorized" && isGone
}

/** The changes of a notification about a hold. */
export interface ReleaseNotified {
  readonly changes: ReadonlyArray<Change>
  /** True if the notification is booked, or will be if the capture or void in progress fails. */
  readonly isBooked: boolean
}

/**
 * Returns the changes of a notification that money is gone. A hold that was released or ended at
 * its provider ends here too. A capture or void in progress stores the report, in case it fails.
 * Everything else raises an alert, because the notification doesn't report how much is gone.
 */
export const releaseNotified = (
  commit: CommitContext,
  hold: Hold,
  found: ChargeFound
): ReleaseNotified => {
  const { payment, attempt, release } = hold
  const { state } = found
  const isRest = attempt.row.status === "captured" && capturableOf(payment.row) > 0n
  const isOfHold = attempt.row.status === "authorized" || (isRest && state === "expired")
  if (!isOfHold || (state !== "voided" && state !== "expired")) {
    const changes = paymentAlert(commit, "alert.outcome_contradicted", payment)
    return { changes, isBooked: false }
  }
  if (release === null) return { changes: holdEnded(commit, hold, found), isBooked: true }
  const row = { ...release.row, endedElsewhere: state }
  return { changes: [update(ModificationCollection, release, row)], isBooked: true }
}

/**
 * Ends a hold that ended at its provider: voided if it was released there, otherwise expired. After
 * a part was captured, only the rest ends.
 */
export const holdEnded = (
  commit: CommitContext,
  hold: Pick<Hold, "payment" | "attempt" | "holdJobs">,
  { state, providerReference }: Pick<ChargeFound, "state" | "providerReference">
): ReadonlyArray<Change> => {
  if (hold.attempt.row.status === "captured") return restExpired(commit, hold)
  const amount = capturableOf(hold.payment.row)
  return state === "voided"
    ? bookExternalModification(commit, hold, { kind: "void", amount }, providerReference)
    : holdExpired(commit, hold)
}

/**
 * Ends the rest of a hold of which a part was captured. The payment keeps its status. Nothing more
 * can be captured.
 */
export const restExpired = (
  commit: CommitContext,
  { payment, holdJobs }: Pick<Hold, "payment" | "holdJobs">
): ReadonlyArray<Change> => {
  const after = updated(payment, withCapturable(payment.row, 0n))
  return [
    ...holdJobs.flatMap(removeJob),
    update(PaymentCollection, payment, after.row),
    ...recordPaymentEvent(commit, "payment.amount_capturable_updated", after)
  ]
}

/** Expires the payment and its attempt, and removes the jobs of the hold. */
export const holdExpired = (
  commit: CommitContext,
  { payment, attempt, holdJobs }: Pick<Hold, "payment" | "attempt" | "holdJobs">
): ReadonlyArray<Change> => [
  ...holdJobs.flatMap(removeJob),
  ...movePayment(commit, payment, "expire").changes,
  update(AttemptCollection, attempt, attemptAfter(attempt.row, "expire", { settledAt: commit.now }))
]

/** Records a capture or void that succeeded without a request of ours. */
export const bookExternalModification = (
  commit: CommitContext,
  hold: Omit<ModificationRows, "modification" | "job">,
  made: { readonly kind: "capture" | "void"; readonly amount: bigint },
  providerReference: string
): ReadonlyArray<Change> => {
  const { row: payment } = hold.payment
  const isInParts = payment.authorization?.multipleCaptures === true
  const keepsRest = made.kind === "capture" && isInParts && made.amount < capturableOf(payment)
  const row = newModification(commit, hold.attempt.row, {
    ...made,
    purpose: "merchant",
    ...(keepsRest ? { keepsRest: true } : {})
  })
  const modification = inserted(commit.scope, row)
  const rows: ModificationRows = { ...hold, modification, isNew: true, job: null }
  return decideModification(commit, rows, { _tag: "Succeeded", providerReference })
}
