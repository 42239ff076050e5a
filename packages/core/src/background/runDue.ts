import { Cause, Clock, Effect, Option } from "effect"
import { EngineConfig } from "../EngineOptions.ts"
import { heldBack, type Job, type JobKind, waitBeforeAskingAgain } from "../jobs/Job.ts"
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

/** A job that fails is tried again later; one whose lease was lost belongs to someone else. */
export const runJob = Effect.fnUntraced(function* (job: Stored<Job>) {
  const handler: (job: Stored<Job>) => ReturnType<(typeof jobHandlers)[JobKind]> =
    jobHandlers[job.row.kind]
  const { kind, subject } = job.row
  yield* keepingLease(
    job,
    Effect.catchCause(handler(job), (cause) => tryLater(job, cause))
  ).pipe(Effect.annotateLogs({ job: kind, subject }))
})

const tryLater = Effect.fnUntraced(function* (job: Stored<Job>, cause: Cause.Cause<unknown>) {
  const storage = yield* Storage
  const now = yield* Clock.currentTimeMillis
  const { tries } = job.row
  if (!lostRace(cause)) {
    yield* Effect.logWarning("A job failed and will be tried again.", cause)
  }
  yield* Effect.ignore(
    storage.commit([heldBack(job, now + waitBeforeAskingAgain(Math.max(tries - 1, 0)))])
  )
})

/** Someone else was faster, which is no failure: the next look finds what is left to do. */
const lostRace = (cause: Cause.Cause<unknown>): boolean =>
  Option.exists(Cause.findErrorOption(cause), (error) => error instanceof CommitConflict)
