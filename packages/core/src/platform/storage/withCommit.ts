import { Effect } from "effect"
import { Storage, type StoragePort } from "./Storage.ts"

/** A way to commit changes: by the storage, or in a transaction, which ends with the commit. */
export interface Committing {
  readonly commit: StoragePort["commit"]
  /** True if a commit that conflicts may be repeated with other changes. */
  readonly mayRepeat: boolean
}

/**
 * Wraps a storage so that all its commits, also those of transactions, are made in another way.
 * Each call is passed on by itself, because inherited methods of a class can't be spread.
 */
export const withCommit = (
  inner: StoragePort,
  commitBy: (committing: Committing) => StoragePort["commit"]
): StoragePort => {
  const { begin } = inner
  return Storage.of({
    get: (scope, of, id) => inner.get(scope, of, id),
    getMany: (scope, of, ids) => inner.getMany(scope, of, ids),
    findUnique: (scope, of, key, value) => inner.findUnique(scope, of, key, value),
    page: (scope, of, query) => inner.page(scope, of, query),
    feed: (of, query) => inner.feed(of, query),
    feedEnd: (of, part) => inner.feedEnd(of, part),
    sums: (scope, of, name, query) => inner.sums(scope, of, name, query),
    claimDue: (query) => inner.claimDue(query),
    nextDue: (kinds) => inner.nextDue(kinds),
    dueJobs: (scope, dueBefore, limit) => inner.dueJobs(scope, dueBefore, limit),
    jobKinds: (prefix) => inner.jobKinds(prefix),
    scopes: (query) => inner.scopes(query),
    sweep: (of, idBefore, limit) => inner.sweep(of, idBefore, limit),
    ...(inner.storedCollections === undefined
      ? {}
      : { storedCollections: inner.storedCollections }),
    ...(inner.system === undefined ? {} : { system: inner.system }),
    ...(inner.checkWrites === undefined ? {} : { checkWrites: inner.checkWrites }),
    ...(inner.databases === undefined ? {} : { databases: inner.databases }),
    ...(inner.cells === undefined ? {} : { cells: inner.cells }),
    commit: commitBy({ commit: (changes) => inner.commit(changes), mayRepeat: true }),
    ...(begin === undefined
      ? {}
      : {
          begin: (scope) =>
            Effect.map(begin(scope), (transaction) => ({
              ...transaction,
              commit: commitBy({ commit: transaction.commit, mayRepeat: false })
            }))
        })
  })
}
