import { Effect, Option } from "effect"
import { currentMoment } from "../../kernel/ids/Moment.ts"
import type { JobKind } from "../../platform/jobs/JobKind.ts"
import { recurringJobs } from "../../platform/jobs/recurringJobs.ts"
import { findJob, insertJob } from "../../platform/jobs/scheduleJob.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { TenantCollection } from "../../platform/tenants/Tenant.ts"

const batch = 50

/** The storages whose accounts were gone through by this process. */
const ensured = new WeakSet<Storage["Service"]>()

/**
 * Gives every account the recurring jobs that it lacks, once for each engine that starts: one that
 * is older than a kind of job was made without it. Reads a few accounts at a time.
 */
export const ensureRecurringJobs = Effect.flatMap(Storage, (storage) => {
  if (ensured.has(storage)) return Effect.void
  ensured.add(storage)
  return Effect.onError(ensureForAllScopes, () => Effect.sync(() => ensured.delete(storage)))
})

const ensureForAllScopes = Effect.gen(function* () {
  const storage = yield* Storage
  let after: Scope | undefined
  for (;;) {
    const scopes: ReadonlyArray<Scope> = yield* storage.scopes({
      limit: batch,
      onlyReachable: true,
      ...(after === undefined ? {} : { after })
    })
    yield* Effect.forEach(scopes, ensureForScope, { discard: true })
    after = scopes.at(-1)
    if (scopes.length < batch) return
    yield* Effect.yieldNow
  }
})

const ensureForScope = Effect.fnUntraced(function* (scope: Scope) {
  const storage = yield* Storage
  // Not every scope is an account's: there are rows of the deployment itself.
  if (Option.isNone(yield* storage.get(scope, TenantCollection, scope.tenant))) return
  const moment = yield* currentMoment
  for (const job of recurringJobs({ ...moment, scope })) {
    const standing = yield* findJob(scope, job.row.kind as JobKind, job.row.subject)
    // Another process may be just as far: then the job is there.
    if (standing === null) {
      yield* Effect.catchTag(storage.commit([insertJob(job)]), "CommitConflict", () => Effect.void)
    }
  }
})
