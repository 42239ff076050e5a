import { hourMs } from "../../kernel/primitives/durations.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { postponeJob, scheduleJob } from "../../platform/jobs/scheduleJob.ts"
import { type Change, updated } from "../../platform/storage/Change.ts"
import type { AttemptRecord } from "./Attempt.ts"
import type { AttemptRows } from "./AttemptRows.ts"
import { recordAttemptAlert } from "./decision.ts"

const firstLookMs = hourMs

/** Gives up a charge that may still turn up: records an alert and keeps its job running. */
export const watchedFor = (
  commit: CommitContext,
  rows: Pick<AttemptRows, "attempt" | "job">,
  attempt: AttemptRecord
): { readonly events: ReadonlyArray<Change>; readonly changes: ReadonlyArray<Change> } => {
  const { job } = rows
  const dueAt = commit.now + firstLookMs
  return {
    events: recordAttemptAlert(commit, "alert.charge_given_up", updated(rows.attempt, attempt)),
    changes: [
      job === null
        ? scheduleJob(commit, "recover_attempt", attempt.id, dueAt)
        : postponeJob(job, dueAt, 0)
    ]
  }
}
