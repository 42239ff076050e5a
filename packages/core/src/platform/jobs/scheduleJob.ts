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

/** Creates a job of a row, due at a time. */
export const newJob = (
  { scope, id }: Pick<CommitContext, "scope" | "id">,
  kind: JobKind,
  subject: string,
  dueAt: Millis,
  leasedUntil: Millis | null = null
): Stored<Job> =>
  inserted(scope, { id: id("job"), kind, subject, dueAt, leasedUntil, asked: 0, failures: 0 })

/** Creates the insert of a new job. */
export const insertJob = ({ scope, row }: Stored<Job>): Change => insert(scope, JobCollection, row)

/** Schedules a job of a row for a time. */
export const scheduleJob = (...job: Parameters<typeof newJob>): Change => insertJob(newJob(...job))

/** Removes a job, if there is one. */
export const removeJob = (job: Stored<Job> | null): ReadonlyArray<Change> =>
  job === null ? [] : [remove(JobCollection, job)]

/** Finds the job of a kind that a row has. Null if there is none, or no longer. */
export const findJob = Effect.fnUntraced(function* (scope: Scope, kind: JobKind, subject: string) {
  const storage = yield* Storage
  const key = jobKey({ kind, subject })
  return Option.getOrNull(yield* storage.findUnique(scope, JobCollection, "subject", key))
})

/** Returns a job without its lease, to run again at a time. */
export const releasedJob = ({ row }: Stored<Job>, dueAt: Millis, asked = row.asked): Job => ({
  ...row,
  dueAt,
  leasedUntil: null,
  asked,
  failures: 0
})

/** Schedules a job again for a time. `asked` is the new number of answered lookups. */
export const postponeJob = (job: Stored<Job>, dueAt: Millis, asked = job.row.asked): Change =>
  update(JobCollection, job, releasedJob(job, dueAt, asked))

/** Schedules a job for another time. A worker that runs it now has lost it. */
export const rescheduleJob = (job: Stored<Job>, dueAt: Millis): Change =>
  update(JobCollection, job, { ...job.row, dueAt, failures: 0 })

/** Makes a later job due now. A running job keeps its worker. */
export const bringJobForward = (job: Stored<Job>, now: Millis): Change =>
  update(JobCollection, job, { ...job.row, dueAt: Math.min(job.row.dueAt, now), failures: 0 })

/** Keeps a failed job from running before a time. Its due time stays. */
export const holdJobBack = ({ row }: Stored<Job>, until: Millis): Job => ({
  ...row,
  leasedUntil: until,
  failures: row.failures + 1
})

const second = 1000
const waitsMs = [5 * second, 30 * second, 2 * minuteMs, 10 * minuteMs, hourMs]

/** Returns the wait before the next lookup of an unknown outcome, in milliseconds. */
export const lookUpDelayMs = (timesAsked: number): number => waitsMs[timesAsked] ?? dayMs

/**
 * Returns the time of the next lookup of an unknown outcome. The intervals grow. One lookup happens
 * when the outcome is a day old, or `days`, because then an alert is due.
 */
export const nextLookUpAt = (
  unknownSince: Millis,
  timesAsked: number,
  now: Millis,
  days = 1
): Millis => {
  const next = now + lookUpDelayMs(timesAsked)
  const alertAt = unknownSince + days * dayMs
  return now < alertAt ? Math.min(next, alertAt) : next
}

/** The index of the longest wait after failed sends: an hour, because the provider may be back. */
const longestUnsentWait = 4

/** Schedules a job again whose request did not reach the provider. The waits grow. */
export const retryUnsent = (job: Stored<Job>, since: Millis, now: Millis): Change => {
  const { failures } = job.row
  return update(JobCollection, job, {
    ...job.row,
    dueAt: nextLookUpAt(since, Math.min(failures, longestUnsentWait), now),
    leasedUntil: null,
    failures: failures + 1
  })
}

/** Returns true if a job that runs now is the first one after its unknown outcome is days old. */
export const isFirstAfterDays = (
  days: number,
  unknownSince: Millis,
  job: Job,
  now: Millis
): boolean => {
  const alertAt = unknownSince + days * dayMs
  return now >= alertAt && job.dueAt <= alertAt
}
