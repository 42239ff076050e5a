import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { newJob, nextLookUpAt, postponeJob } from "../../platform/jobs/scheduleJob.ts"
import type { Change } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Job } from "../../platform/storage/Job.ts"
import { capabilitiesFor } from "../../providers/ProviderCapabilities.ts"
import { type AttemptRecord, isPayerAway } from "./Attempt.ts"
import type { AttemptRows } from "./AttemptRows.ts"
import type { DecisionContext } from "./decision.ts"

/** Milliseconds after which an unsent charge is not sent any more. */
export const sendChargeWithinMs = 10_000

const recoveryGraceMs = 5000

/** The time by which a call that was sent before `sendBefore` has ended. */
export const callIsOverAt = (sendBefore: Millis, callTimeoutMs: number): Millis =>
  sendBefore + callTimeoutMs + recoveryGraceMs

/** Returns true if the first call of an attempt may still be answered and settle it. */
export const mayStillAnswer = (
  { status, pendingTold, sendBefore }: AttemptRecord,
  callTimeoutMs: number,
  now: Millis
): boolean => status === "pending" && !pendingTold && now < callIsOverAt(sendBefore, callTimeoutMs)

/** The job that looks an attempt up after its call has ended, in case its process died. */
export const recoveryJob = (
  commit: CommitContext,
  attempt: AttemptRecord,
  callTimeoutMs: number
): Stored<Job> =>
  newJob(commit, "recover_attempt", attempt.id, callIsOverAt(attempt.sendBefore, callTimeoutMs))

/** The time since when the outcome is open. A payer who still has time leaves nothing open. */
export const openSince = (attempt: AttemptRecord): Millis =>
  payerEndsAt(attempt) ?? attempt.sendBefore - sendChargeWithinMs

const payerEndsAt = (attempt: AttemptRecord): Millis | null =>
  isPayerAway(attempt) && attempt.action !== null ? attempt.action.expiresAt : null

/** Returns the days after which an alert says that the outcome is still open. */
export const alertDays = (
  { provider }: Pick<DecisionContext, "provider">,
  { facts }: AttemptRecord
): number =>
  (provider === null ? undefined : capabilitiesFor(provider.capabilities, facts).pendingDays) ?? 1

/**
 * Postpones the job to the next look-up, at the latest to the end of the payer's time, or to the
 * time when a look-up settles the charge. `isAnswer` is true if the job itself looked it up.
 */
export const scheduleNextLookUp = (
  context: Pick<DecisionContext, "commit" | "provider" | "isAnswer">,
  { job }: Pick<AttemptRows, "job">,
  attempt: AttemptRecord,
  settlesAt: Millis = context.commit.now
): ReadonlyArray<Change> => {
  if (job === null) return []
  const { commit, isAnswer } = context
  const { now } = commit
  const asked = job.row.asked + (isAnswer ? 1 : 0)
  const usual = nextLookUpAt(openSince(attempt), asked, now, alertDays(context, attempt))
  const next = settlesAt > now ? Math.min(usual, settlesAt) : usual
  const endsAt = payerEndsAt(attempt) ?? now
  return endsAt > now && endsAt <= next
    ? restartLookUps({ job }, endsAt)
    : [postponeJob(job, next, asked)]
}

/** Restarts the intervals of the look-ups at their shortest. */
export const restartLookUps = (
  { job }: Pick<AttemptRows, "job">,
  dueAt: Millis
): ReadonlyArray<Change> => (job === null ? [] : [postponeJob(job, dueAt, 0)])
