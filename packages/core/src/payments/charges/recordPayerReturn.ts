import { Effect } from "effect"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import { postponeJob, releasedJob } from "../../platform/jobs/scheduleJob.ts"
import { update, updated } from "../../platform/storage/Change.ts"
import type { Job } from "../../platform/storage/Job.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import type { PayerReturn } from "../../providers/PayerReturn.ts"
import { AttemptCollection, type AttemptRecord } from "./Attempt.ts"
import type { AttemptRows } from "./AttemptRows.ts"
import { attemptAfter } from "./attemptMachine.ts"
import { sendChargeWithinMs } from "./recoveryJob.ts"

/** Returns the attempt after its payer came back. Its charge may be processed from now on. */
export const withPayerBack = (
  attempt: AttemptRecord,
  now: Millis,
  fields: Partial<AttemptRecord> = {}
): AttemptRecord =>
  attemptAfter(attempt, "return", {
    sendBefore: now + sendChargeWithinMs,
    pendingTold: false,
    ...fields
  })

/** True if a worker runs the job now and will postpone it. */
const isInHand = ({ leasedUntil }: Job, now: Millis): boolean => (leasedUntil ?? 0) > now

/** Commits the return of the payer. If this process dies, the job looks it up at `askAt`. */
export const recordPayerReturn = Effect.fnUntraced(function* (
  { attempt, job, ...rows }: AttemptRows,
  now: Millis,
  askAt: Millis,
  returned: PayerReturn | null = null
) {
  const storage = yield* Storage
  const { action } = attempt.row
  const brought = action === null ? null : { ...action, returned: returned ?? action.returned }
  const back = withPayerBack(attempt.row, now, { action: brought })
  const asking = job === null || isInHand(job.row, now) ? null : job
  yield* storage.commit([
    update(AttemptCollection, attempt, back),
    ...(asking === null ? [] : [postponeJob(asking, askAt, 0)])
  ])
  const after: AttemptRows = {
    ...rows,
    attempt: updated(attempt, back),
    job: asking === null ? job : updated(asking, releasedJob(asking, askAt, 0))
  }
  return after
})
