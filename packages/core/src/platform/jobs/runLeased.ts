import { Cause, Clock, Effect, Option } from "effect"
import { Entropy } from "../../kernel/ids/Entropy.ts"
import { recordEvent } from "../events/recordEvent.ts"
import { update, updated } from "../storage/Change.ts"
import type { Stored } from "../storage/Collection.ts"
import { decideAnew } from "../storage/decideAnew.ts"
import { type Job, JobCollection } from "../storage/Job.ts"
import { CommitConflict, Storage } from "../storage/Storage.ts"
import { tracedJob } from "../telemetry/tracedJob.ts"
import { currentCommitContext } from "../tenants/accountSettings.ts"
import { holdJobBack, lookUpDelayMs } from "./scheduleJob.ts"
import { withLeaseRenewal } from "./withLeaseRenewal.ts"

/**
 * Runs a job whose lease this process has. If its commit loses to another one, the job is decided
 * again at once, on the new rows. A job that fails is retried later. If the lease was lost, the job
 * belongs to another worker.
 */
export const runLeased = <A, E, R>(
  job: Stored<Job>,
  handler: (job: Stored<Job>) => Effect.Effect<A, E, R>,
  backOffMs: (failures: number) => number = lookUpDelayMs
) => {
  const { kind, subject } = job.row
  const decide = decideAnew(handler(job))
  const decided = Effect.catch(decide, (error) =>
    hasLostRace(error) && !isLeaseLost(error, job) ? decide : Effect.fail(error)
  )
  const retried = (work: typeof decided) =>
    withLeaseRenewal(
      job,
      Effect.catchCause(Effect.asVoid(work), (cause) => retryLater(job, cause, backOffMs))
    )
  return tracedJob(job, decided, retried).pipe(Effect.annotateLogs({ job: kind, subject }))
}

const hasLostRace = (error: unknown): error is CommitConflict => error instanceof CommitConflict

/**
 * Returns true if another worker wrote the job's own row, so it has the job now or has ended it.
 */
const isLeaseLost = (error: CommitConflict, { row }: Stored<Job>): boolean =>
  error.collection === JobCollection.name && error.key === row.id

const retryLater = Effect.fnUntraced(function* (
  job: Stored<Job>,
  cause: Cause.Cause<unknown>,
  backOffMs: (failures: number) => number
) {
  const storage = yield* Storage
  const now = yield* Clock.currentTimeMillis
  const race = Option.filter(Cause.findErrorOption(cause), hasLostRace)
  if (Option.isSome(race) && isLeaseLost(race.value, job)) return
  if (Option.isNone(race)) {
    yield* Effect.logWarning("A job failed and will be tried again.", cause)
  }
  const wait = Option.isNone(race) ? backOffMs(job.row.failures) : yield* waitAfterRace(job.row)
  const after = holdJobBack(job, now + wait)
  const alert = Option.isNone(race) ? yield* failingJobAlert(updated(job, after)) : []
  yield* Effect.ignore(storage.commit([update(JobCollection, job, after), ...alert]))
})

/** By then an hour has passed, as a rule, and the cause will not go away by itself. */
const failuresUntilAlert = 6

/** A failing job in an alert. */
export interface FailingJobJson {
  readonly object: "job"
  readonly id: string
  /** The kind of the job. */
  readonly kind: string
  /** The id of the row that the job is about. */
  readonly subject: string
  /** The number of failures in a row. */
  readonly failures: number
}

const show = ({ id, kind, subject, failures }: Job): FailingJobJson => ({
  object: "job",
  id,
  kind,
  subject,
  failures
})

/** Records the alert once. The job is still retried. */
const failingJobAlert = (job: Stored<Job>) =>
  job.row.failures === failuresUntilAlert
    ? currentCommitContext(job.scope).pipe(
        Effect.map((commit) => recordEvent(commit, "alert.job_failing", job, { show })),
        Effect.orElseSucceed(() => [])
      )
    : Effect.succeed([])

const shortestWaitMs = 10
const longestWaitMs = 5000

/** Random times that grow with the failures, so that two workers who lost to each other differ. */
const waitAfterRace = ({ failures }: Job) =>
  Effect.map(Entropy, ({ fraction }) => {
    const usual = Math.min(shortestWaitMs * 2 ** failures, longestWaitMs)
    return Math.round(usual * (0.5 + fraction()))
  })
