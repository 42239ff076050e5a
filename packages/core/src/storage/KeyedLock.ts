import { Context, Effect, Layer, Semaphore } from "effect"

/**
 * One holder per key within this process. It saves the store from races that one process would
 * have with itself; what is right never depends on it, other processes don't see it.
 */
export class KeyedLock extends Context.Service<
  KeyedLock,
  {
    readonly withLock: (
      key: string
    ) => <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("@payloom/core/storage/KeyedLock") {
  static readonly layer = Layer.sync(KeyedLock, () => {
    const held = new Map<string, { readonly semaphore: Semaphore.Semaphore; holders: number }>()
    return {
      withLock: (key) => (self) =>
        Effect.suspend(() => {
          const entry = held.get(key) ?? { semaphore: Semaphore.makeUnsafe(1), holders: 0 }
          held.set(key, entry)
          entry.holders += 1
          const release = Effect.sync(() => {
            entry.holders -= 1
            if (entry.holders === 0) held.delete(key)
          })
          return Effect.ensuring(entry.semaphore.withPermit(self), release)
        })
    }
  })
}
