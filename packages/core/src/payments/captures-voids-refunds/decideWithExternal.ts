import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { removeJob } from "../../platform/jobs/scheduleJob.ts"
import { type Change, update, updated } from "../../platform/storage/Change.ts"
import { paymentAlert } from "../charges/paymentEvents.ts"
import { bookExternalModification, holdEnded } from "../holds/externalRelease.ts"
import { decideModification } from "./decideModification.ts"
import { ModificationCollection, recordModificationEvent } from "./Modification.ts"
import type { ModificationRows } from "./ModificationRows.ts"
import type { ModificationVerdict } from "./readModification.ts"

/**
 * Decides a capture, void or refund. A capture or void that fails because its provider captured,
 * voided or let expire the hold without us gives way to that; of a capture whose amount nobody
 * told, somebody hears.
 */
export const decideWithExternal = (
  commit: CommitContext,
  rows: ModificationRows,
  verdict: ModificationVerdict
): ReadonlyArray<Change> => {
  const { modification, job } = rows
  const { kind, status, capturedElsewhere, endedElsewhere } = modification.row
  const hasExternalEvent = capturedElsewhere !== undefined || endedElsewhere !== undefined
  const hasFailed = verdict._tag === "Failed" || verdict._tag === "HoldExpired"
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

/** What was heard of the hold meanwhile. */
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
