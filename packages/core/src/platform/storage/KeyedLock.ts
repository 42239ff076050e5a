import { Context, Effect, Layer } from "effect"
import { contentionPatienceMs, StorageContention } from "./retryConflicts.ts"
import { inTurn, type Places } from "./turns.ts"

/**
 * A lock with one holder per key within this process, first come, first served. It prevents races
 * within the process. Correctness never depends on it, because other processes don't see it.
 */
export class KeyedLock extends Context.Service<
  KeyedLock,
  {
    /**
     * Runs an effect with the lock of a key. Fails with `StorageContention`, which has the
     * collection, if the key is not free within `contentionPatienceMs`.
     */
    readonly withLock: (
      key: string,
      collection: string
    ) => <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageContention, R>
  }
>()("@payloom/core/platform/storage/KeyedLock") {
  static readonly layer = Layer.sync(KeyedLock, () => {
    const held = new Map<string, Places>()
    return {
      withLock: (key, collection) => (work) =>
        Effect.suspend(() => {
          const places = held.get(key) ?? []
          held.set(key, places)
          const emptied = () => held.delete(key)
          const late = Effect.failSync(() => new StorageContention({ collection }))
          return inTurn(places, { work, patienceMs: contentionPatienceMs, late, emptied })
        })
    }
  })
}
