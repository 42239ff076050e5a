import { Schema } from "effect"
import type { Moment } from "../ids/Moment.ts"
import { type Change, update } from "../storage/Change.ts"
import { collection, type Stored } from "../storage/Collection.ts"
import { dayMs, hourMs, minuteMs } from "../values/durations.ts"
import { Millis } from "../values/Timestamp.ts"

/** What a job does; its `subject` is the id of the row that it moves on. */
export const JobKind = Schema.Literals([
  "recover_attempt",
  "carry_out_modification",
  "alert_authorization",
  "expire_authorization",
  "expire_payment",
  "announce_expiries",
  "expire_authentication",
  "expire_session"
])
export type JobKind = typeof JobKind.Type

/** Something to be done later, written in the commit that causes it. */
export const Job = Schema.Struct({
  id: Schema.String,
  kind: JobKind,
  subject: Schema.String,
  dueAt: Millis,
  /** Until when a worker holds it, null when none does. */
  leasedUntil: Schema.NullOr(Millis),
  /** How many questions it has had answered: counted with the answer, and never by a claim. */
  asked: Schema.Int,
  /** How often in a row it failed, or nothing of what it sent arrived. */
  failures: Schema.Int
})
export type Job = typeof Job.Type

/** A row has at most one job of each kind. */
export const jobKey = ({ kind, subject }: Pick<Job, "kind" | "subject">): string =>
  `${kind}:${subject}`

/** Adapters keep `dueAt`, `leasedUntil` and `kind` beside the row, for `claimDue` to order by. */
export const JobCollection = collection<Job>({
  name: "jobs",
  schema: Job,
  unique: { subject: { of: jobKey } }
})

/** A job for a row, due at a time. */
export const newJob = (moment: Moment, kind: JobKind, subject: string, dueAt: Millis): Job => ({
  id: moment.id("job"),
  kind,
  subject,
  dueAt,
  leasedUntil: null,
  asked: 0,
  failures: 0
})

/** Releases a job to be run again at a time; `asked` counts the question that it had answered. */
export const postponed = (job: Stored<Job>, dueAt: Millis, asked = job.row.asked): Change =>
  update(JobCollection, job, { ...job.row, dueAt, leasedUntil: null, asked, failures: 0 })

/** Keeps a job that failed from running before a time; it stays as overdue as it is. */
export const heldBack = (job: Stored<Job>, until: Millis): Change =>
  update(JobCollection, job, {
    ...job.row,
    leasedUntil: until,
    failures: job.row.failures + 1
  })

const second = 1000
const waitsMs = [5 * second, 30 * second, 2 * minuteMs, 10 * minuteMs, hourMs]

/** How long to wait before asking again what became of an unknown, in milliseconds. */
export const waitBeforeAskingAgain = (timesAsked: number): number => waitsMs[timesAsked] ?? dayMs

/**
 * When to ask again what became of an unknown: at growing intervals, and once it is a day old, for
 * then somebody has to hear of it.
 */
export const nextAsk = (unknownSince: Millis, timesAsked: number, now: Millis): Millis => {
  const next = now + waitBeforeAskingAgain(timesAsked)
  const dayOld = unknownSince + dayMs
  return now < dayOld ? Math.min(next, dayOld) : next
}

/** The wait that what can't be sent comes to in the end: an hour, for its provider may be back. */
const longestUnsentWait = 4

/** Releases a job that could not send, for nothing arrived: it tries again, less and less often. */
export const unsent = (job: Stored<Job>, since: Millis, now: Millis): Change => {
  const { failures } = job.row
  return update(JobCollection, job, {
    ...job.row,
    dueAt: nextAsk(since, Math.min(failures, longestUnsentWait), now),
    leasedUntil: null,
    failures: failures + 1
  })
}

/** Whether a job, run now, is the one that finds its unknown a day old. */
export const findsDayOld = (unknownSince: Millis, job: Job, now: Millis): boolean =>
  now >= unknownSince + dayMs && job.dueAt <= unknownSince + dayMs
