import { Effect, Fiber } from "effect"
import { StorageWatch } from "../../platform/loss/guardedStorage.ts"
import { Storage, StorageUnavailable } from "../../platform/storage/Storage.ts"

/** The databases of a storage that are not well, by name. Empty if it has one database. */
export interface StorageHealth {
  /** These don't answer. Their tenants can't pay. */
  readonly down: ReadonlyArray<string>
  /** The disks of these are full: reads succeed, and writes fail. */
  readonly full: ReadonlyArray<string>
}

const patienceMs = 1000

/** The question that each storage is at, so that few and many who ask cost it the same. */
const underway = new WeakMap<
  Storage["Service"],
  Fiber.Fiber<ReadonlyArray<string>, StorageUnavailable>
>()

/**
 * Checks that the storage answers a small read and is not held, for monitors of this process. If
 * the last commit failed because of the disk, it also checks a small write. Returns the names of
 * its databases that don't answer or whose disk is full, if it has several and one is well. Fails
 * if the check fails or takes more than a second. The check itself is not interrupted.
 */
export const checkStorage = Effect.fnUntraced(function* () {
  const storage = yield* Storage
  const asked = underway.get(storage) ?? (yield* ask(storage))
  const full = yield* Effect.timeoutOrElse(Fiber.join(asked), {
    duration: patienceMs,
    orElse: () => Effect.fail(new StorageUnavailable({ cause: `silent for ${patienceMs} ms` }))
  })
  const databases = storage.databases?.() ?? []
  const down = databases.filter(({ isReachable }) => !isReachable).map(({ name }) => name)
  return { down, full } satisfies StorageHealth
})

const ask = Effect.fnUntraced(function* (storage: Storage["Service"]) {
  const { checkWrites = Effect.succeed([]) } = storage
  const { look } = yield* StorageWatch
  const asking = Effect.andThen(Effect.andThen(look, storage.nextDue()), checkWrites)
  const fiber = yield* Effect.forkDetach(asking, { startImmediately: true })
  underway.set(storage, fiber)
  fiber.addObserver(() => underway.delete(storage))
  return fiber
})
