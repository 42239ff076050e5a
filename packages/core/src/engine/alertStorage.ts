import { Effect, Layer } from "effect"
import { AlertCollection, type AlertRecord } from "../platform/events/AlertRecord.ts"
import { type Change, update } from "../platform/storage/Change.ts"
import { Storage, type StoragePort } from "../platform/storage/Storage.ts"
import { withCommit } from "../platform/storage/withCommit.ts"
import { type EndedAlerts, endedAlerts } from "./endedAlerts.ts"

/**
 * Wraps the storage so that a commit which ends an alert also resolves its row. If somebody changes
 * the alert at the same time, the commit conflicts, and its operation decides again.
 */
export const alertStorage = <E, R>(storage: Layer.Layer<Storage, E, R>) =>
  Layer.effect(
    Storage,
    Effect.map(Storage, (inner) =>
      withCommit(inner, ({ commit }) => (changes) => {
        const ending = changes.filter((change) => endedAlerts(change) !== null)
        if (ending.length === 0) return commit(changes)
        return Effect.flatMap(
          Effect.forEach(ending, (change) => resolutionsOf(inner, change)),
          (resolved) => commit([...changes, ...resolved.flat()])
        )
      })
    )
  ).pipe(Layer.provide(storage))

/** More alerts of one resource than the engine raises. */
const mostAlerts = 100

const resolutionsOf = Effect.fnUntraced(function* (storage: StoragePort, change: Change) {
  const { subject, types } = endedAlerts(change) as EndedAlerts
  const { scope } = change
  const found = yield* storage.page(scope, AlertCollection, {
    where: { subject, state: ["open", "taken"] },
    order: "desc",
    limit: mostAlerts
  })
  const now = yield* Effect.clockWith((clock) => Effect.succeed(clock.currentTimeMillisUnsafe()))
  const isEnded = ({ type }: AlertRecord) => types.some((ended) => ended === type)
  return found
    .filter(({ row }) => isEnded(row))
    .map((stored) =>
      update(AlertCollection, stored, { ...stored.row, state: "resolved", resolvedAt: now })
    )
})
