import { Effect } from "effect"
import type { StorageReads, StorageUnavailable } from "./Storage.ts"

/** A way to call a storage: it makes the call, or fails. */
export type Gate = <A, E>(
  call: () => Effect.Effect<A, E>
) => Effect.Effect<A, E | StorageUnavailable>

/** Returns a gate that lets no call through while there is a reason to refuse it. */
export const gateBy =
  (refusalNow: () => StorageUnavailable | null): Gate =>
  <A, E>(call: () => Effect.Effect<A, E>) =>
    Effect.suspend((): Effect.Effect<A, E | StorageUnavailable> => {
      const refusal = refusalNow()
      return refusal === null ? call() : Effect.fail(refusal)
    })

/** Returns the reads of a storage, each of which goes through a gate. */
export const gatedReads = (storage: StorageReads, gate: Gate): StorageReads => ({
  get: (scope, of, id) => gate(() => storage.get(scope, of, id)),
  getMany: (scope, of, ids) => gate(() => storage.getMany(scope, of, ids)),
  findUnique: (scope, of, key, value) => gate(() => storage.findUnique(scope, of, key, value)),
  page: (scope, of, query) => gate(() => storage.page(scope, of, query)),
  feed: (of, query) => gate(() => storage.feed(of, query)),
  feedEnd: (of, part) => gate(() => storage.feedEnd(of, part)),
  sums: (scope, of, name, query) => gate(() => storage.sums(scope, of, name, query)),
  nextDue: (kinds) => gate(() => storage.nextDue(kinds)),
  dueJobs: (scope, dueBefore, limit) => gate(() => storage.dueJobs(scope, dueBefore, limit)),
  jobKinds: (prefix) => gate(() => storage.jobKinds(prefix)),
  scopes: (query) => gate(() => storage.scopes(query))
})
