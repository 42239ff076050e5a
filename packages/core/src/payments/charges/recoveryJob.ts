import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { newJob, nextLookUpAt, postponeJob } from "../../platform/jobs/scheduleJob.ts"
import type { Change } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Job } from "../../platform/storage/Job.ts"
import { type AttemptRecord, isPayerAway } from "./Attempt.ts"
import type { AttemptRows } from "./AttemptRows.ts"

/** Milliseconds after which a charge that was not sent is not sent any more. */
export const sendChargeWithinMs = 10_000

const recoveryGraceMs = 5000

/** When a call that is sent by then must be over. */
export const callIsOverAt = (sendBefore: Millis, callTimeoutMs: number): Millis =>
  sendBefore + callTimeoutMs + recoveryGraceMs

/** Whether the call that an attempt was made for may still be answered, and settle it. */
export const mayStillAnswer = (
  { status, pendingTold, sendBefore }: AttemptRecord,
  callTimeoutMs: number,
  now: Millis
): boolean => status === "pending" && !pendingTold && now < callIsOverAt(sendBefore, callTimeoutMs)

/** Looks an attempt up once its call must be over: the process that made it may be gone. */
export const recoveryJob = (
  commit: CommitContext,
  attempt: AttemptRecord,
  callTimeoutMs: number
): Stored<Job> =>
  newJob(commit, "recover_attempt", attempt.id, callIsOverAt(attempt.sendBefore, callTimeoutMs))

/** Since when nobody knows: a payer who still has time leaves nothing open. */
export const openSince = (attempt: AttemptRecord): Millis =>
  payerEndsAt(attempt) ?? attempt.sendBefore - sendChargeWithinMs

const payerEndsAt = (attempt: AttemptRecord): Millis | null =>
  isPayerAway(attempt) && attempt.action !== null ? attempt.action.expiresAt : null

/**
 * Its job asks again, and at the latest when the payer's time is up, or when an answer will settle
 * it. `isAnswer` tells whether the job has asked and this is what it was answered.
 */
export const scheduleNextLookUp = (
  { now }: Pick<CommitContext, "now">,
  { job }: Pick<AttemptRows, "job">,
  attempt: AttemptRecord,
  isAnswer: boolean,
  settlesAt: Millis = now
): ReadonlyArray<Change> => {
  if (job === null) return []
  const asked = job.row.asked + (isAnswer ? 1 : 0)
  const usual = nextLookUpAt(openSince(attempt), asked, now)
  const next = settlesAt > now ? Math.min(usual, settlesAt) : usual
  const endsAt = payerEndsAt(attempt) ?? now
  return endsAt > now && endsAt <= next
    ? restartLookUps({ job }, endsAt)
    : [postponeJob(job, next, asked)]
}

/** From then on its job asks as often as of a charge that was just sent. */
export const restartLookUps = (
  { job }: Pick<AttemptRows, "job">,
  dueAt: Millis
): ReadonlyArray<Change> => (job === null ? [] : [postponeJob(job, dueAt, 0)])
