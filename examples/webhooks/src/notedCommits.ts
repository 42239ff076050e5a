import { storageAt } from "@payloom/cli"
import { type Change, EventCollection, Storage } from "@payloom/core"
import { Effect, Layer } from "effect"

/** Returns the time of the machine's clock, in milliseconds with fractions. */
export const now = (): number => performance.timeOrigin + performance.now()

/** Returns the storage at an address. It notes the time after each event's commit. */
export const notingStorage = (address: string, committed: Map<string, number>) =>
  Layer.effect(
    Storage,
    Effect.map(Storage, (inner) => ({
      ...inner,
      commit: (changes: ReadonlyArray<Change>) =>
        Effect.map(inner.commit(changes), () => {
          for (const change of changes) {
            if (change._tag !== "Insert" || change.collection.name !== EventCollection.name)
              continue
            committed.set(change.row.id, now())
          }
        })
    }))
  ).pipe(Layer.provide(storageAt(address)))
