import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { removeJob } from "../../platform/jobs/scheduleJob.ts"
import { type Change, update, updated } from "../../platform/storage/Change.ts"
import { paymentAlert } from "../charges/paymentEvents.ts"
import { bookExternalModification, holdEnded } from "../holds/externalRelease.ts"
import { decideModification } from "./decideModification.ts"
import { ModificationCollection } from "./Modification.ts"
import type { ModificationRows } from "./ModificationRows.ts"
import type { ModificationVerdict } from "./readModification.ts"
import { recordModificationEvent } from "./resources.ts"

/**
 * Decides a capture, void or refund. If a capture or void fails, or can't be sent, because the
 * provider captured, voided or expired the hold without us, that external change is booked. An
 * external capture without an amount raises an alert.
 */
export const decideWithExternal = (
  commit: CommitContext,
  rows: ModificationRows,
  verdict: ModificationVerdict
): ReadonlyArray<Change> => {
  const { modification, job } = rows
  const { kind, status, capturedElsewhere, endedElsewhere } = modification.row
  const hasExternalEvent = capturedElsewhere !== undefined || endedElsewhere !== undefined
  // A capture or void that certainly never arrived is too late now.
  const isTooLate = verdict._tag === "NotSent" && verdict.mayHaveArrived !== true
  const hasFailed = verdict._tag === "Failed" || verdict._tag === "HoldExpired" || isTooLate
  if (!hasFailed || !hasExternalEvent || status !== "pending") {
    return decideModification(commit, rows, verdict)
  }
  const rawCode = verdict._tag === "Failed" ? verdict.rawCode : "hold_expired"
  const failed = { ...modification.row, status: "failed", rawCode, settledAt: commit.now } as const
  return [
    update(ModificationCollection, modification, failed),
    ...recordModificationEvent(commit, `${kind}.failed`, updated(modification, failed)),
    ...removeJob(job),
    ...externalEventChanges(commit, rows)
  ]
}

/** Returns the changes for the external event that was reported meanwhile. */
const externalEventChanges = (
  commit: CommitContext,
  rows: ModificationRows
): ReadonlyArray<Change> => {
  const { capturedElsewhere, endedElsewhere } = rows.modification.row
  const { providerReference } = rows.attempt.row
  if (capturedElsewhere === null) {
    return paymentAlert(commit, "alert.captured_elsewhere", rows.payment)
  }
  if (capturedElsewhere !== undefined) {
    const capture = { kind: "capture", amount: capturedElsewhere } as const
    return bookExternalModification(commit, rows, capture, providerReference)
  }
  return endedElsewhere === undefined
    ? []
    : holdEnded(commit, rows, { state: endedElsewhere, providerReference })
}
