import { Context, Effect } from "effect"
import { EngineConfig } from "../kernel/EngineOptions.ts"
import { StorageUnavailable } from "../platform/storage/Storage.ts"

/** An entry of an erasure log. It has no personal data. */
export interface LoggedErasure {
  /** The id of the merchant's tenant. */
  readonly tenant: string
  readonly mode: "test" | "live"
  /** The id of the customer. */
  readonly customer: string
  /** The time of the erasure, in milliseconds since the epoch. */
  readonly erasedAt: number
}

/**
 * The port to a list of erased customers outside of the storage, such as `erasureFile()` of
 * `@payloom/adapter-sqlite`. A storage that was restored from a backup has the texts of customers
 * who were erased later. `Payloom.reconcile` reads the list and erases them again.
 */
export interface ErasureLogPort {
  /**
   * Adds an entry, and resolves when it is durable. It is called before each erasure, and again if
   * the erasure is repeated. If it rejects, nothing is erased and the call fails.
   */
  readonly add: (erasure: LoggedErasure) => Promise<void>
  /** Returns all entries, in any order. The same entry may be there twice. */
  readonly list: () => Promise<ReadonlyArray<LoggedErasure>>
}

/** The erasure log of the setup. Null if it has none. */
export const ErasureLog = Context.Reference<ErasureLogPort | null>(
  "@payloom/core/erasure/ErasureLog",
  { defaultValue: () => null }
)

/** Adds an erasure to the log, if there is one. */
export const logErasure = Effect.fnUntraced(function* (erasure: LoggedErasure) {
  const log = yield* ErasureLog
  if (log === null) return
  yield* answerOf(() => log.add(erasure))
})

/** Returns the erasures of the log. None if there is no log. */
export const loggedErasures = Effect.gen(function* () {
  const log = yield* ErasureLog
  return log === null ? [] : yield* answerOf(() => log.list())
})

const answerOf = Effect.fnUntraced(function* <A>(call: () => Promise<A>) {
  const { providerTimeoutMs } = yield* EngineConfig
  const answer = Effect.tryPromise({
    try: () => Promise.resolve().then(call),
    catch: (cause) => new StorageUnavailable({ cause })
  })
  return yield* Effect.timeoutOrElse(answer, {
    duration: providerTimeoutMs,
    orElse: () => {
      const cause = new Error(`the erasure log took longer than ${providerTimeoutMs} ms`)
      return Effect.fail(new StorageUnavailable({ cause }))
    }
  })
})
