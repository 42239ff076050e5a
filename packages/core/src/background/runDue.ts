import { Cause, Clock, Effect, Option } from "effect"
import { EngineConfig } from "../EngineOptions.ts"
import { Entropy } from "../ids/Entropy.ts"
import {
  heldBack,
  type Job,
  JobCollection,
  type JobKind,
  waitBeforeAskingAgain
} from "../jobs/Job.ts"
import { keepingLease, leaseMs } from "../jobs/keepingLease.ts"
import { Underway } from "../providers/Underway.ts"
import type { Stored } from "../storage/Collection.ts"
import { CommitConflict, Storage } from "../storage/Storage.ts"
import { jobHandlers } from "./jobHandlers.ts"

/**
 * Claims and runs every job that is due, several at a time, until none is left; answers how many
 * ran. For tests, cron, and programs that run no workers.
 */
export const runDue = Effect.fnUntraced(function* () {
  const underway = yield* Underway
  const { workerConcurrency } = yield* EngineConfig
  let ran = 0
  for (;;) {
    const claimed = yield* claimDue(workerConcurrency)
    if (claimed.length === 0) break
    yield* underway.finish(
      Effect.forEach(claimed, runJob, { concurrency: "unbounded", discard: true })
    )
    ran += claimed.length
  }
  return ran
})

/** Leases up to so many jobs that are due, at most half of them for one tenant. */
export const claimDue = Effect.fnUntraced(function* (limit: number) {
  const storage = yield* Storage
  const now = yield* Clock.currentTimeMillis
  return yield* storage.claimDue({
    now,
    leaseUntil: now + leaseMs,
    limit,
    perTenant: Math.ceil(limit / 2)
  })
})

/**
 * Runs a job. Where someone else moved its rows before its commit, it is decided again at once, on
 * what they are by then. A job that fails is tried again later; one whose lease was lost belongs to
 * someone else.
 */
export const runJob = Effect.fnUntraced(function* (job: Stored<Job>) {
  const { kind, subject } = job.row
  const handler: (job: Stored<Job>) => ReturnType<(typeof jobHandlers)[JobKind]> = jobHandlers[kind]
  const decided = Effect.catch(handler(job), (error) =>
    hasLostRace(error) && !isLeaseLost(error, job) ? handler(job) : Effect.fail(error)
  )
  yield* keepingLease(
    job,
    Effect.catchCause(decided, (cause) => tryLater(job, cause))
  ).pipe(Effect.annotateLogs({ job: kind, subject }))
})

const hasLostRace = (error: unknown): error is CommitConflict => error instanceof CommitConflict

/** The job's own row was written by someone else: whoever that was has the job now, or ended it. */
const isLeaseLost = (error: CommitConflict, { row }: Stored<Job>): boolean =>
  error.collection === JobCollection.name && error.key === row.id

const tryLater = Effect.fnUntraced(function* (job: Stored<Job>, cause: Cause.Cause<unknown>) {
  const storage = yield* Storage
  const now = yield* Clock.currentTimeMillis
  const race = Option.filter(Cause.findErrorOption(cause), hasLostRace)
  if (Option.isSome(race) && isLeaseLost(race.value, job)) return
  if (Option.isNone(race)) {
    yield* Effect.logWarning("A job failed and will be tried again.", cause)
  }
  const wait = Option.isNone(race)
    ? waitBeforeAskingAgain(job.row.failures)
    : yield* waitAfterRace(job.row)
  yield* Effect.ignore(storage.commit([heldBack(job, now + wait)]))
})

const shortestWaitMs = 10
const longestWaitMs = 5000

/** Moments that grow, and that no two workers who lost to each other have alike. */
const waitAfterRace = ({ failures }: Job) =>
  Effect.map(Entropy, ({ fraction }) => {
    const usual = Math.min(shortestWaitMs * 2 ** failures, longestWaitMs)
    return Math.round(usual * (0.5 + fraction()))
  })
