import { Clock, Effect } from "effect"
import { EngineConfig } from "../EngineOptions.ts"
import type { Job, JobKind } from "../jobs/Job.ts"
import { Leases, leaseMs } from "../jobs/Leases.ts"
import { runLeased } from "../jobs/runLeased.ts"
import { Underway } from "../providers/Underway.ts"
import type { Stored } from "../storage/Collection.ts"
import { Storage } from "../storage/Storage.ts"
import { jobHandlers } from "./jobHandlers.ts"

/**
 * Claims and runs every job that is due, several at a time, until none is left; answers how many
 * ran. For tests, cron, and programs that run no workers.
 */
export const runDue = Effect.fnUntraced(function* () {
  const underway = yield* Underway
  const leases = yield* Leases
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
  yield* leases.rest
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

/** Runs a job of any kind that was claimed. */
export const runJob = (job: Stored<Job>) => {
  const handler: (job: Stored<Job>) => ReturnType<(typeof jobHandlers)[JobKind]> =
    jobHandlers[job.row.kind]
  return runLeased(job, handler)
}
