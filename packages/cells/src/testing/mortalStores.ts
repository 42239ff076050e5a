import { Storage, type StoragePort } from "@payloom/core"
import { Effect, Layer } from "effect"
import { mortality } from "./mortality.ts"
import type { Stores } from "./openTestCells.ts"

/** The death of a process at one of its commits, counted from 1 over all its storages. */
export interface Death {
  readonly at: number
  /** True if the commit is written. */
  readonly isWritten: boolean
}

/**
 * Returns the storages as one process sees them that dies at a commit. Its calls are not answered
 * afterwards. `run` runs an effect until it ends or the process dies.
 */
export const mortalStores = (stores: Stores, { at, isWritten }: Death) => {
  let commits = 0
  const { die, living, run } = mortality()
  const around = (port: StoragePort): StoragePort => ({
    ...port,
    get: (scope, of, id) => living(port.get(scope, of, id)),
    getMany: (scope, of, ids) => living(port.getMany(scope, of, ids)),
    page: (scope, of, query) => living(port.page(scope, of, query)),
    feed: (of, query) => living(port.feed(of, query)),
    commit: (changes) =>
      living(
        Effect.suspend(() => {
          commits += 1
          if (commits !== at) return port.commit(changes)
          return isWritten ? Effect.andThen(Effect.exit(port.commit(changes)), die) : die
        })
      )
  })
  const mortal = (layer: Layer.Layer<Storage>) =>
    Layer.provide(Layer.effect(Storage, Effect.map(Storage, around)), layer)
  const dying: Stores = {
    directory: mortal(stores.directory),
    cells: stores.cells.map(mortal)
  }
  return { stores: dying, run }
}
