import { Effect } from "effect"
import { EngineClosed, type Shutdown } from "../kernel/Shutdown.ts"
import { type Storage, type StorageReads, StorageUnavailable } from "../platform/storage/Storage.ts"

/**
 * Reads stored rows for audits and tools. Only operations write. After the engine was closed, every
 * read fails with `StorageUnavailable`, whose cause is `EngineClosed`.
 */
export const storageReads = (
  storage: Storage["Service"],
  closing: Shutdown["Service"]
): StorageReads => {
  const closed = Effect.fail(new StorageUnavailable({ cause: new EngineClosed() }))
  const open = <A>(read: () => Effect.Effect<A, StorageUnavailable>) =>
    Effect.suspend(() => (closing.isClosed ? closed : read()))
  return {
    get: (scope, of, id) => open(() => storage.get(scope, of, id)),
    getMany: (scope, of, ids) => open(() => storage.getMany(scope, of, ids)),
    findUnique: (scope, of, key, value) => open(() => storage.findUnique(scope, of, key, value)),
    page: (scope, of, query) => open(() => storage.page(scope, of, query)),
    feed: (of, query) => open(() => storage.feed(of, query)),
    feedEnd: (of, part) => open(() => storage.feedEnd(of, part)),
    sums: (scope, of, name, query) => open(() => storage.sums(scope, of, name, query)),
    nextDue: (kinds) => open(() => storage.nextDue(kinds)),
    dueJobs: (scope, dueBefore, limit) => open(() => storage.dueJobs(scope, dueBefore, limit)),
    jobKinds: (prefix) => open(() => storage.jobKinds(prefix)),
    scopes: (query) => open(() => storage.scopes(query))
  }
}
