import { Effect } from "effect"
import { type Job, JobCollection } from "../jobs/Job.ts"
import { update, updated } from "../storage/Change.ts"
import { Storage, type Stored } from "../storage/Storage.ts"
import type { Millis } from "../values/Timestamp.ts"
import { AttemptCollection, type AttemptRecord } from "./Attempt.ts"
import { sendChargeWithinMs } from "./chargeRequest.ts"
import { type AttemptRows, moved } from "./settlement.ts"

/** An attempt whose payer has something to do elsewhere, or not any more. */
export const isPayerAway = ({ status }: AttemptRecord): boolean => status === "requires_action"

/** Whether the payer has no more time for it. */
export const isTimeUp = ({ action }: AttemptRecord, now: Millis): boolean =>
  action !== null && now >= action.expiresAt

/** The attempt with its payer back: from now on its charge may be processed. */
export const withPayerBack = (
  attempt: AttemptRecord,
  now: Millis,
  fields: Partial<AttemptRecord> = {}
): AttemptRecord =>
  moved(attempt, "return", {
    sendBefore: now + sendChargeWithinMs,
    pendingTold: false,
    ...fields
  })

/** A job that begins to ask anew, unless somebody has it in hand just now. */
const askingAnew = (job: Stored<Job> | null, now: Millis, dueAt: Millis): Job | null =>
  job === null || (job.row.leasedUntil ?? 0) > now
    ? null
    : { ...job.row, tries: 0, dueAt, leasedUntil: null }

/** Commits that the payer is back; its job asks at `askAt` if this process does not get to it. */
export const commitReturn = Effect.fnUntraced(function* (
  { attempt, job, ...rows }: AttemptRows,
  now: Millis,
  askAt: Millis
) {
  const storage = yield* Storage
  const back = withPayerBack(attempt.row, now)
  const asking = askingAnew(job, now, askAt)
  yield* storage.commit([
    update(AttemptCollection, attempt, back),
    ...(job === null || asking === null ? [] : [update(JobCollection, job, asking)])
  ])
  const after: AttemptRows = {
    ...rows,
    attempt: updated(attempt, back),
    job: job === null || asking === null ? job : updated(job, asking)
  }
  return after
})
