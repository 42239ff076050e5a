import { Effect } from "effect"
import { Storage, type StoragePort } from "./Storage.ts"

/** How changes are committed: by the storage, or in a transaction that is over after it. */
export interface Committing {
  readonly commit: StoragePort["commit"]
  /** Whether a commit that conflicts may be made again, with other changes. */
  readonly mayRepeat: boolean
}

/**
 * A storage whose commits are made in another way, those of transactions too. Call by call, for an
 * adapter may be a class: what it inherits can't be spread.
 */
export const withCommit = (
  inner: StoragePort,
  commitBy: (committing: Committing) => StoragePort["commit"]
): StoragePort =>
  Storage.of({
    get: (scope, of, id) => inner.get(scope, of, id),
    getMany: (scope, of, ids) => inner.getMany(scope, of, ids),
    findUnique: (scope, of, key, value) => inner.findUnique(scope, of, key, value),
    page: (scope, of, query) => inner.page(scope, of, query),
    feed: (of, query) => inner.feed(of, query),
    feedEnd: (of, part) => inner.feedEnd(of, part),
    sums: (scope, of, name, query) => inner.sums(scope, of, name, query),
    claimDue: (query) => inner.claimDue(query),
    nextDue: (kinds) => inner.nextDue(kinds),
    jobKinds: (prefix) => inner.jobKinds(prefix),
    scopes: (query) => inner.scopes(query),
    sweep: (of, idBefore, limit) => inner.sweep(of, idBefore, limit),
    commit: commitBy({ commit: (changes) => inner.commit(changes), mayRepeat: true }),
    ...(inner.begin === undefined
      ? {}
      : {
          begin: Effect.map(inner.begin, (transaction) => ({
            ...transaction,
            commit: commitBy({ commit: transaction.commit, mayRepeat: false })
          }))
        })
  })
