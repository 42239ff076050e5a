import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { removeJob } from "../../platform/jobs/scheduleJob.ts"
import { type Change, inserted, update } from "../../platform/storage/Change.ts"
import type { ChargeFound } from "../../providers/ChargeOutcome.ts"
import { decideModification } from "../captures-voids-refunds/decideModification.ts"
import { ModificationCollection } from "../captures-voids-refunds/Modification.ts"
import type { ModificationRows } from "../captures-voids-refunds/ModificationRows.ts"
import { newModification } from "../captures-voids-refunds/newModification.ts"
import { AttemptCollection } from "../charges/Attempt.ts"
import { attemptAfter } from "../charges/attemptMachine.ts"
import { movePayment, paymentAlert } from "../charges/paymentEvents.ts"
import type { Hold } from "./Hold.ts"

/** Whether a provider says that money is not there any more which the books still have. */
export const isExternalRelease = (
  { payment, attempt }: Pick<Hold, "payment" | "attempt">,
  { state }: ChargeFound
): boolean => {
  const { status, facts } = attempt.row
  // A check of a card holds nothing.
  if (facts.amount === 0n) return false
  const isGone = state === "voided" || state === "expired" || state === "declined"
  const { amountCaptured, amountReserved } = payment.row
  // What was not captured of it may end: nothing of that is in the books.
  if (state === "expired" && status === "captured" && amountCaptured < facts.amount) return false
  return status === "captured"
    ? isGone || (state === "refunded" && amountReserved < amountCaptured)
    : status === "authorized" && isGone
}

/** What a notice of a hold comes to. */
export interface ReleaseNotified {
  readonly changes: ReadonlyArray<Change>
  /** Whether the books have it then, or will where what is under way fails. */
  readonly isBooked: boolean
}

/**
 * What a notice comes to that money is not there any more. A hold that was given back or ended at
 * its provider is so here too; a capture or void that is under way remembers it, should it fail. Of
 * everything else somebody hears: how much is gone the notice doesn't tell.
 */
export const releaseNotified = (
  commit: CommitContext,
  hold: Hold,
  found: ChargeFound
): ReleaseNotified => {
  const { payment, attempt, release } = hold
  const { state } = found
  if (attempt.row.status !== "authorized" || (state !== "voided" && state !== "expired")) {
    const changes = paymentAlert(commit, "alert.outcome_contradicted", payment)
    return { changes, isBooked: false }
  }
  if (release === null) return { changes: holdEnded(commit, hold, found), isBooked: true }
  const row = { ...release.row, endedElsewhere: state }
  return { changes: [update(ModificationCollection, release, row)], isBooked: true }
}

/** The hold that ended at its provider ends here: given back there, it is voided, else expired. */
export const holdEnded = (
  commit: CommitContext,
  hold: Pick<Hold, "payment" | "attempt" | "holdJobs">,
  { state, providerReference }: Pick<ChargeFound, "state" | "providerReference">
): ReadonlyArray<Change> => {
  const { amount } = hold.attempt.row.facts
  return state === "voided"
    ? bookExternalModification(commit, hold, { kind: "void", amount }, providerReference)
    : holdExpired(commit, hold)
}

/** The payment and its attempt expire, and nothing alerts or expires the hold any more. */
export const holdExpired = (
  commit: CommitContext,
  { payment, attempt, holdJobs }: Pick<Hold, "payment" | "attempt" | "holdJobs">
): ReadonlyArray<Change> => [
  ...holdJobs.flatMap(removeJob),
  ...movePayment(commit, payment, "expire").changes,
  update(AttemptCollection, attempt, attemptAfter(attempt.row, "expire", { settledAt: commit.now }))
]

/** Records a capture or void that succeeded without ever having been asked for. */
export const bookExternalModification = (
  commit: CommitContext,
  hold: Omit<ModificationRows, "modification" | "job">,
  made: { readonly kind: "capture" | "void"; readonly amount: bigint },
  providerReference: string
): ReadonlyArray<Change> => {
  const row = newModification(commit, hold.attempt.row, { ...made, purpose: "merchant" })
  const modification = inserted(commit.scope, row)
  const rows: ModificationRows = { ...hold, modification, isNew: true, job: null }
  return decideModification(commit, rows, { _tag: "Succeeded", providerReference })
}
