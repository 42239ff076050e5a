import { Clock, Effect, Option } from "effect"
import { EngineConfig } from "../../kernel/EngineOptions.ts"
import { Consumers } from "../../outbound/consumers/Consumers.ts"
import { deliverDue, nextDelivery } from "../../outbound/webhooks/deliverWebhooks.ts"
import { InFlightWork } from "../../platform/jobs/InFlightWork.ts"
import { placesIn } from "../../platform/jobs/JobDeclaration.ts"
import { Leases, leaseMs } from "../../platform/jobs/Leases.ts"
import { runLeased } from "../../platform/jobs/runLeased.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Job } from "../../platform/storage/Job.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { ensureRecurringJobs } from "./ensureRecurringJobs.ts"
import { JobTable } from "./JobTable.ts"

/**
 * Claims and runs all due jobs, several at a time and `money` first, until none is left. Returns
 * how many ran. For tests, cron, and programs without workers. While webhooks to slow endpoints are
 * in flight, it also runs the jobs that fall due in the meantime.
 */
export const runDue = Effect.fnUntraced(function* () {
  const leases = yield* Leases
  yield* ensureRecurringJobs
  const ran = yield* runJobs
  const delivered = yield* deliverDue(runJobs)
  yield* leases.rest
  return ran + delivered
})

/** Runs jobs until none is due, and then the consumers of this process. */
const runJobs = Effect.gen(function* () {
  const underway = yield* InFlightWork
  const leases = yield* Leases
  let ran = 0
  for (;;) {
    const claimed = yield* claimFirst
    if (claimed.length === 0) break
    yield* underway.finish(
      Effect.forEach(claimed, runJob, { concurrency: "unbounded", discard: true })
    )
    ran += claimed.length
  }
  yield* leases.rest
  return ran + (yield* underway.finish((yield* Consumers).runDue))
})

/**
 * Returns the time when `runDue` next has work: a job, a webhook, or the retry of an event in a
 * consumer of this process. None if no such time is known.
 */
export const nextDue = Effect.fnUntraced(function* () {
  const storage = yield* Storage
  const consumers = yield* Consumers
  const { lanes } = yield* JobTable
  const job = yield* storage.nextDue(lanes.flatMap(({ kinds }) => kinds))
  const event = Option.fromNullOr(consumers.nextDue())
  const dues = [job, event, yield* nextDelivery].flatMap(Option.toArray)
  return dues.length === 0 ? Option.none<number>() : Option.some(Math.min(...dues))
})

/** Claims due jobs of the first lane that has any. */
const claimFirst = Effect.gen(function* () {
  const { workerConcurrency } = yield* EngineConfig
  const { lanes } = yield* JobTable
  for (const { lane, kinds } of lanes) {
    const claimed = yield* claimDue(kinds, placesIn(lane, workerConcurrency))
    if (claimed.length > 0) return claimed
  }
  return []
})

/** Leases due jobs of these kinds, up to the limit, at most half of them for one tenant. */
export const claimDue = Effect.fnUntraced(function* (kinds: ReadonlyArray<string>, limit: number) {
  const storage = yield* Storage
  const now = yield* Clock.currentTimeMillis
  return yield* storage.claimDue({
    now,
    leaseUntil: now + leaseMs,
    limit,
    perTenant: Math.ceil(limit / 2),
    kinds
  })
})

/** Runs a claimed job of a known kind. */
export const runJob = (job: Stored<Job>) =>
  Effect.flatMap(JobTable, (table) => {
    const { run, backOffMs } = table.of(job.row.kind)
    return runLeased(job, run, backOffMs)
  })
