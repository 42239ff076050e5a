import { Clock, Effect } from "effect"
import { leaseMs } from "../../platform/jobs/Leases.ts"
import { postponeJob, removeJob } from "../../platform/jobs/scheduleJob.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Job } from "../../platform/storage/Job.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { deliveryKindPrefix } from "./queueDeliveries.ts"
import { WebhookDeliveryCollection } from "./WebhookDelivery.ts"
import { waitingKinds } from "./waitsForEndpoint.ts"

const batch = 100

/**
 * Deletes the jobs of deliveries to disabled endpoints, after the deliveries themselves were
 * deleted. Workers don't claim these jobs. Returns the number of deleted jobs.
 */
export const sweepQueues = Effect.gen(function* () {
  const storage = yield* Storage
  const kinds = yield* storage.jobKinds(deliveryKindPrefix)
  let swept = 0
  for (let at = 0; at < kinds.length; at += batch) {
    for (const kind of yield* waitingKinds(storage, kinds.slice(at, at + batch))) {
      swept += yield* sweepQueue(kind)
    }
    yield* Effect.yieldNow
  }
  return swept
})

/** The first jobs are those of the oldest deliveries. */
const sweepQueue = Effect.fnUntraced(function* (kind: string) {
  const storage = yield* Storage
  let swept = 0
  for (;;) {
    const now = yield* Clock.currentTimeMillis
    const limits = { limit: batch, perTenant: batch }
    const jobs = yield* storage.claimDue({
      kinds: [kind],
      ...limits,
      now,
      leaseUntil: now + leaseMs
    })
    const known = yield* deliveriesOf(jobs)
    const over = jobs.filter(({ row }) => !known.has(row.subject))
    const changes = jobs.map((job) =>
      known.has(job.row.subject) ? [postponeJob(job, job.row.dueAt)] : removeJob(job)
    )
    // A job that was just replayed is left to its lease and the next sweep.
    const count = yield* Effect.as(storage.commit(changes.flat()), over.length).pipe(
      Effect.catchTag("CommitConflict", () => Effect.succeed(0))
    )
    swept += count
    if (count < batch) return swept
    yield* Effect.yieldNow
  }
})

/** Returns the ids of the deliveries that exist. An endpoint has jobs of one scope only. */
const deliveriesOf = Effect.fnUntraced(function* (jobs: ReadonlyArray<Stored<Job>>) {
  const [first] = jobs
  if (first === undefined) return new Set<string>()
  const storage = yield* Storage
  const ids = jobs.map(({ row }) => row.subject)
  const found = yield* storage.getMany(first.scope, WebhookDeliveryCollection, ids)
  return new Set<string>(found.map(({ row }) => row.id))
})
