import { JobCollection, type StoragePort, StorageUnavailable } from "@payloom/core"
import { Effect } from "effect"
import { takingRealTime } from "../clock/realTime.ts"
import { storageBy } from "../storage/storageBy.ts"
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
): StoragePort =>
  storageBy(
    <A, E>(
      question: (storage: StoragePort) => Effect.Effect<A, E>,
      of?: { readonly name: string }
    ) =>
      takingRealTime(
        Effect.suspend((): Effect.Effect<A, E | StorageUnavailable> => {
          const error = of === undefined ? null : meet(of)
          return error === null ? question(storage) : Effect.fail(error)
        })
      )
  )
