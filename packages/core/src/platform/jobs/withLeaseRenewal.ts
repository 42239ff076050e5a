import { Clock, Effect, Semaphore } from "effect"
import { type Change, update, updated } from "../storage/Change.ts"
import type { Stored } from "../storage/Collection.ts"
import { type Job, JobCollection } from "../storage/Job.ts"
import { Storage } from "../storage/Storage.ts"
import { Leases, leaseMs } from "./Leases.ts"

/**
 * Runs a claimed job while its lease is renewed.
 *
 * A renewal raises the version of the job's row, which fences the job's commits. So commits take
 * turns with renewals. If a commit has a version that this worker claimed or wrote, it is sent with
 * the last written version. Once another worker has written the row, the lease is no longer renewed
 * and this worker's commits are stale.
 */
export const withLeaseRenewal = Effect.fnUntraced(function* <A, E, R>(
  claimed: Stored<Job>,
  work: Effect.Effect<A, E, R>
) {
  const storage = yield* Storage
  const leases = yield* Leases
  const turn = Semaphore.makeUnsafe(1)
  let held: Stored<Job> | null = claimed
  const commit = (changes: ReadonlyArray<Change>) =>
    turn.withPermit(
      Effect.suspend(() => {
        const own = held
        if (own === null) return storage.commit(changes)
        const sent = changes.map((change) => rebased(change, claimed, own))
        return Effect.tap(storage.commit(sent), () =>
          Effect.sync(() => {
            held = sent.reduce<Stored<Job> | null>(after, own)
          })
        )
      })
    )
  const renewal = turn.withPermit(
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const own = held
      if (own === null || own.row.leasedUntil === null) return Effect.void
      const renewed = { ...own.row, leasedUntil: now + leaseMs }
      return Effect.tap(storage.commit([update(JobCollection, own, renewed)]), () =>
        Effect.sync(() => {
          held = updated(own, renewed)
        })
      )
    })
  )
  const release = leases.hold(Effect.provideContext(renewal, yield* Effect.context<never>()))
  return yield* Effect.provideService(work, Storage, { ...storage, commit }).pipe(
    Effect.ensuring(
      Effect.sync(() => {
        release()
        // A renewal that still waits for its turn must not undo the result of the work.
        held = null
      })
    )
  )
})

const isOf = (job: Stored<Job>, change: Change): boolean =>
  change.collection.name === JobCollection.name &&
  ("row" in change ? change.row.id : change.id) === job.row.id

/** Returns a change of the worker's own job with the version that the worker wrote last. */
const rebased = (change: Change, claimed: Stored<Job>, own: Stored<Job>): Change => {
  if (change._tag === "Insert" || !isOf(own, change)) return change
  const { version } = own
  if (change.version < claimed.version || change.version >= version) return change
  return change._tag === "Update" ? { ...change, version, before: own.row } : { ...change, version }
}

/** Returns the worker's job after a change. Null if the change removed it. */
const after = (job: Stored<Job> | null, change: Change): Stored<Job> | null => {
  if (job === null || !isOf(job, change)) return job
  if (change._tag === "Delete") return null
  return change._tag === "Update" ? updated(job, change.row as Job) : job
}
