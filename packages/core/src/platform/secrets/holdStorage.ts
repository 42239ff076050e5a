import { Clock, Effect, Layer, Option } from "effect"
import { misused } from "../../kernel/primitives/misused.ts"
import { update } from "../storage/Change.ts"
import { deploymentScope as scope } from "../storage/Scope.ts"
import { type CommitConflict, Storage, type StorageUnavailable } from "../storage/Storage.ts"
import { DeploymentCollection, StorageIncomplete } from "./Deployment.ts"

/**
 * Holds a storage that was restored by the tools of its database: `Payloom.make` rejects with
 * `StorageHeld` until the storage was reconciled. `takenAt` is the time to which it was restored,
 * in milliseconds since the epoch. A `takenAt` that is no time, or that is later than now, is
 * refused with a `TypeError`. Returns false if no engine has used the storage, or if it is held
 * already.
 *
 * @example
 * const storage = postgres({ connection: "postgres://localhost/shop" })
 * await Effect.runPromise(holdStorage(storage, { takenAt: Date.parse("2026-11-26T10:00:00Z") }))
 */
export const holdStorage = <E>(
  storage: Layer.Layer<Storage, E>,
  { takenAt }: { readonly takenAt: number }
): Effect.Effect<boolean, E | CommitConflict | StorageIncomplete | StorageUnavailable> =>
  Effect.scoped(
    Effect.flatMap(Layer.build(storage), (context) => Effect.provide(hold(takenAt), context))
  )

const hold = Effect.fnUntraced(function* (takenAt: number) {
  const restoredAt = yield* Clock.currentTimeMillis
  if (!(takenAt <= restoredAt)) {
    return misused(
      "takenAt: must be the time to which the storage was restored, in milliseconds since the " +
        `epoch and not later than now, but is ${takenAt}.`
    )
  }
  const storage = yield* Storage
  const found = yield* storage.get(scope, DeploymentCollection, "deployment")
  if (Option.isNone(found) || found.value.row.restored !== undefined) return false
  const { row } = found.value
  if (row.copyOf !== undefined) return yield* new StorageIncomplete()
  const restored = { secretCheck: row.secretCheck, takenAt, restoredAt, backup: null }
  yield* storage.commit([
    update(DeploymentCollection, found.value, { ...row, secretCheck: "", restored })
  ])
  return true
})
