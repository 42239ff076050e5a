import { JobCollection, type StoragePort, StorageUnavailable } from "@payloom/core"
import { Effect } from "effect"
import { takingRealTime } from "../clock/realTime.ts"
import type { AnyModule } from "./ModuleHarness.ts"

/** The counts of a storage's calls. */
export interface StorageCounts {
  commits: number
  /** The numbers of the commits that change something of the module. */
  readonly ownCommits: Array<number>
  /** The reads of the module's tables. */
  reads: number
  /** The kinds of the module's jobs that were scheduled. */
  readonly jobs: Set<string>
}

/** Wraps a storage to count its calls, and to mark them as work that takes real time. */
export const countedStorage = (
  storage: StoragePort,
  { collections, jobs }: AnyModule,
  counts: StorageCounts
): StoragePort => {
  const tables = new Set(collections.map(({ name }) => name))
  const watched = watchReads(storage, ({ name }) => {
    if (tables.has(name)) counts.reads += 1
    return null
  })
  return {
    ...watched,
    commit: (changes) =>
      takingRealTime(
        Effect.suspend(() => {
          counts.commits += 1
          if (changes.some(({ collection }) => tables.has(collection.name))) {
            counts.ownCommits.push(counts.commits)
          }
          for (const change of changes) {
            if (change._tag !== "Insert" || change.collection.name !== JobCollection.name) continue
            const { kind } = change.row as unknown as { readonly kind: string }
            if (kind in jobs) counts.jobs.add(kind)
          }
          return storage.commit(changes)
        })
      )
  }
}

/** Wraps a storage so that the nth read of the module's tables fails, and the next few too. */
export const failingReads =
  ({ collections }: AnyModule, nth: number) =>
  (storage: StoragePort): StoragePort => {
    const tables = new Set(collections.map(({ name }) => name))
    let reads = 0
    return watchReads(storage, ({ name }) => {
      if (!tables.has(name)) return null
      reads += 1
      return reads === nth ? new StorageUnavailable({ cause: "the read was made to fail" }) : null
    })
  }

/** Wraps the reads of single rows and pages. A read for which `meet` returns an error fails. */
const watchReads = (
  storage: StoragePort,
  meet: (of: { readonly name: string }) => StorageUnavailable | null
): StoragePort => {
  const met = <A, E>(of: { readonly name: string }, read: () => Effect.Effect<A, E>) =>
    takingRealTime(
      Effect.suspend((): Effect.Effect<A, E | StorageUnavailable> => {
        const error = meet(of)
        return error === null ? read() : Effect.fail(error)
      })
    )
  const anything = { name: "" }
  return {
    get: (scope, of, id) => met(of, () => storage.get(scope, of, id)),
    getMany: (scope, of, ids) => met(of, () => storage.getMany(scope, of, ids)),
    findUnique: (scope, of, key, value) => met(of, () => storage.findUnique(scope, of, key, value)),
    page: (scope, of, query) => met(of, () => storage.page(scope, of, query)),
    feed: (of, query) => met(anything, () => storage.feed(of, query)),
    feedEnd: (of, part) => met(anything, () => storage.feedEnd(of, part)),
    sums: (scope, of, name, query) => met(anything, () => storage.sums(scope, of, name, query)),
    claimDue: (query) => met(anything, () => storage.claimDue(query)),
    nextDue: (kinds) => met(anything, () => storage.nextDue(kinds)),
    dueJobs: (scope, dueBefore, limit) =>
      met(anything, () => storage.dueJobs(scope, dueBefore, limit)),
    jobKinds: (prefix) => met(anything, () => storage.jobKinds(prefix)),
    scopes: (query) => met(anything, () => storage.scopes(query)),
    sweep: (of, idBefore, limit) => met(anything, () => storage.sweep(of, idBefore, limit)),
    commit: (changes) => takingRealTime(storage.commit(changes))
  }
}
