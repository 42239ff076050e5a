import { Cause, Effect } from "effect"
import { TaggedError } from "../../kernel/primitives/TaggedError.ts"
import type { HostTransaction } from "./HostTransaction.ts"
import type { StoragePort } from "./Storage.ts"
import { TransactionsNotShared } from "./TransactionsNotShared.ts"

/** What a host writes in a transaction of the engine's: an effect, a promise, or done at once. */
export type HostWrite = (transaction: HostTransaction) => unknown

/** The writes of the host failed, so nothing of the request was written. */
export class HostWriteFailed extends TaggedError("HostWriteFailed")<{
  /** What the host's own code failed with. */
  readonly cause: unknown
}> {
  override get message(): string {
    const { cause } = this
    const reason = cause instanceof Error ? cause.message : String(cause)
    return `The host's own writes failed (${reason}): nothing was written.`
  }
}

/**
 * A storage whose next commit is made in a transaction in which the host has written before; those
 * after it are as ever. What the host fails with is thrown as a defect, for who asked to catch.
 */
export const committingHostWrite = (storage: StoragePort, write: HostWrite): StoragePort => {
  let isWritten = false
  const { begin } = storage
  return {
    ...storage,
    commit: (changes) => {
      if (isWritten) return storage.commit(changes)
      if (begin === undefined) return Effect.die(new TransactionsNotShared())
      return Effect.scoped(
        Effect.gen(function* () {
          const transaction = yield* begin
          yield* Effect.catchCause(written(write, transaction.host), (cause) =>
            Effect.die(new HostWriteFailed({ cause: Cause.squash(cause) }))
          )
          const failure = yield* transaction.failure
          if (failure !== null) yield* Effect.die(new HostWriteFailed({ cause: failure }))
          yield* transaction.commit(changes)
          isWritten = true
        })
      )
    }
  }
}

const written = (write: HostWrite, transaction: HostTransaction): Effect.Effect<unknown, unknown> =>
  Effect.flatMap(
    Effect.try({ try: () => write(transaction), catch: (cause) => cause }),
    (answer) => {
      if (Effect.isEffect(answer)) return answer as Effect.Effect<unknown, unknown>
      return Effect.tryPromise({ try: () => Promise.resolve(answer), catch: (cause) => cause })
    }
  )
