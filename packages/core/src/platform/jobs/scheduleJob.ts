import { Effect, Option } from "effect"
import { dayMs, hourMs, minuteMs } from "../../kernel/primitives/durations.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type { CommitContext } from "../events/CommitContext.ts"
import { type Change, insert, inserted, remove, update } from "../storage/Change.ts"
import type { Stored } from "../storage/Collection.ts"
import { type Job, JobCollection, jobKey } from "../storage/Job.ts"
import type { Scope } from "../storage/Scope.ts"
import { Storage } from "../storage/Storage.ts"
import type { JobKind } from "./JobKind.ts"

/** A job of a row, due at a time, as the commit leaves it that it is `scheduled` in. */
export const newJob = (
  { scope, id }: Pick<CommitContext, "scope" | "id">,
  kind: JobKind,
  subject: string,
  dueAt: Millis,
  leasedUntil: Millis | null = null
): Stored<Job> =>
  inserted(scope, { id: id("job"), kind, subject, dueAt, leasedUntil, asked: 0, failures: 0 })

/** Writes a new job. */
export const insertJob = ({ scope, row }: Stored<Job>): Change => insert(scope, JobCollection, row)

/** Has a job of a row done at a time. */
export const scheduleJob = (...job: Parameters<typeof newJob>): Change => insertJob(newJob(...job))

/** Ends a job, where it is still there. */
export const removeJob = (job: Stored<Job> | null): ReadonlyArray<Change> =>
  job === null ? [] : [remove(JobCollection, job)]

/** The job of a kind that a row has; null where it has none, or no longer. */
export const findJob = Effect.fnUntraced(function* (scope: Scope, kind: JobKind, subject: string) {
  const storage = yield* Storage
  const key = jobKey({ kind, subject })
  return Option.getOrNull(yield* storage.findUnique(scope, JobCollection, "subject", key))
})

/** A job that is released, to be run again at a time. */
export const releasedJob = ({ row }: Stored<Job>, dueAt: Millis, asked = row.asked): Job => ({
  ...row,
  dueAt,
  leasedUntil: null,
  asked,
  failures: 0
})

/** Has a job run again at a time; `asked` counts the question that it had answered. */
export const postponeJob = (job: Stored<Job>, dueAt: Millis, asked = job.row.asked): Change =>
  update(JobCollection, job, releasedJob(job, dueAt, asked))

/** Has a job run now that would run later; one that is being run stays its worker's. */
export const bringJobForward = (job: Stored<Job>, now: Millis): Change =>
  update(JobCollection, job, { ...job.row, dueAt: Math.min(job.row.dueAt, now), failures: 0 })

/** A job that failed is kept from running before a time; it stays as overdue as it is. */
export const holdJobBack = ({ row }: Stored<Job>, until: Millis): Job => ({
  ...row,
  leasedUntil: until,
  failures: row.failures + 1
})

const second = 1000
const waitsMs = [5 * second, 30 * second, 2 * minuteMs, 10 * minuteMs, hourMs]

/** How long to wait before asking again what became of an unknown, in milliseconds. */
export const lookUpDelayMs = (timesAsked: number): number => waitsMs[timesAsked] ?? dayMs

/**
 * When to ask again what became of an unknown: at growing intervals, and once it is a day old, for
 * then somebody has to hear of it.
 */
export const nextLookUpAt = (unknownSince: Millis, timesAsked: number, now: Millis): Millis => {
  const next = now + lookUpDelayMs(timesAsked)
  const dayOld = unknownSince + dayMs
  return now < dayOld ? Math.min(next, dayOld) : next
}

/** The wait that what can't be sent comes to in the end: an hour, for its provider may be back. */
const longestUnsentWait = 4

/** Releases a job that could not send, for nothing arrived: it tries again, less and less often. */
export const retryUnsent = (job: Stored<Job>, since: Millis, now: Millis): Change => {
  const { failures } = job.row
  return update(JobCollection, job, {
    ...job.row,
    dueAt: nextLookUpAt(since, Math.min(failures, longestUnsentWait), now),
    leasedUntil: null,
    failures: failures + 1
  })
}

/** Whether a job, run now, is the one that finds its unknown a day old. */
export const isFirstAfterDay = (unknownSince: Millis, job: Job, now: Millis): boolean =>
  now >= unknownSince + dayMs && job.dueAt <= unknownSince + dayMs
