import { Effect, Fiber, type Option } from "effect"
import { Storage, StorageUnavailable } from "../../platform/storage/Storage.ts"

const patienceMs = 1000

/** The question that each storage is at, so that few and many who ask cost it the same. */
const underway = new WeakMap<
  Storage["Service"],
  Fiber.Fiber<Option.Option<number>, StorageUnavailable>
>()

/**
 * Checks that the storage answers a small read, for monitors of this process. If the last commit
 * failed because of the disk, it also checks a small write. Returns the names of its databases that
 * don't answer, if it has several and one answers. Fails if the check fails or takes more than a
 * second. The check itself is not interrupted.
 */
export const checkStorage = Effect.fnUntraced(function* () {
  const storage = yield* Storage
  const asked = underway.get(storage) ?? (yield* ask(storage))
  yield* Effect.timeoutOrElse(Fiber.join(asked), {
    duration: patienceMs,
    orElse: () => Effect.fail(new StorageUnavailable({ cause: `silent for ${patienceMs} ms` }))
  })
  const databases = storage.databases?.() ?? []
  return databases.filter(({ isReachable }) => !isReachable).map(({ name }) => name)
})

const ask = Effect.fnUntraced(function* (storage: Storage["Service"]) {
  const { checkWrites = Effect.void } = storage
  const asking = Effect.tap(storage.nextDue(), () => checkWrites)
  const fiber = yield* Effect.forkDetach(asking, { startImmediately: true })
  underway.set(storage, fiber)
  fiber.addObserver(() => underway.delete(storage))
  return fiber
})
