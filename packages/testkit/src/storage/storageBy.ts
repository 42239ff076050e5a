import { Storage, type StoragePort, type StorageUnavailable } from "@payloom/core"
import type { Effect } from "effect"

/**
 * Calls a storage. `of` is the collection that is read, of `get`, `getMany`, `findUnique` and
 * `page`.
 */
export type Ask = <A, E>(
  question: (storage: StoragePort) => Effect.Effect<A, E>,
  of?: { readonly name: string }
) => Effect.Effect<A, E | StorageUnavailable>

/** Returns a storage whose calls all go through a function. It has no transactions. */
export const storageBy = (ask: Ask): StoragePort =>
  Storage.of({
    get: (scope, of, id) => ask((storage) => storage.get(scope, of, id), of),
    getMany: (scope, of, ids) => ask((storage) => storage.getMany(scope, of, ids), of),
    findUnique: (scope, of, key, value) =>
      ask((storage) => storage.findUnique(scope, of, key, value), of),
    page: (scope, of, query) => ask((storage) => storage.page(scope, of, query), of),
    feed: (of, query) => ask((storage) => storage.feed(of, query)),
    feedEnd: (of, part) => ask((storage) => storage.feedEnd(of, part)),
    sums: (scope, of, name, query) => ask((storage) => storage.sums(scope, of, name, query)),
    claimDue: (query) => ask((storage) => storage.claimDue(query)),
    nextDue: (kinds) => ask((storage) => storage.nextDue(kinds)),
    dueJobs: (scope, dueBefore, limit) =>
      ask((storage) => storage.dueJobs(scope, dueBefore, limit)),
    jobKinds: (prefix) => ask((storage) => storage.jobKinds(prefix)),
    scopes: (query) => ask((storage) => storage.scopes(query)),
    sweep: (of, idBefore, limit) => ask((storage) => storage.sweep(of, idBefore, limit)),
    commit: (changes) => ask((storage) => storage.commit(changes))
  })
