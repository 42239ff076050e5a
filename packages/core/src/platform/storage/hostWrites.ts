import { Cause, Effect } from "effect"
import { reasonOf } from "../../kernel/logging/reasonOf.ts"
import { TaggedError } from "../../kernel/primitives/TaggedError.ts"
import type { HostTransaction } from "./HostTransaction.ts"
import type { StoragePort } from "./Storage.ts"
import { TransactionsNotShared } from "./TransactionsNotShared.ts"

/** The host's writes in a transaction of the engine: an effect, a promise, or synchronous. */
export type HostWrite = (transaction: HostTransaction) => unknown

/** The writes of the host failed, so nothing of the request was written. */
export class HostWriteFailed extends TaggedError("HostWriteFailed")<{
  /** The error of the host's own code. */
  readonly cause: unknown
}> {
  override get message(): string {
    const { cause } = this
    const reason = reasonOf(cause)
    return `The host's own writes failed (${reason}): nothing was written.`
  }
}

/**
 * Wraps a storage so that its next commit happens in a transaction with the host's writes. Later
 * commits are unchanged. An error of the host is thrown as a defect, for the caller to catch. So is
 * a timeout, because the transaction keeps a connection and locks.
 *
 * @param timeoutMs The longest time of the host's writes, in milliseconds.
 */
export const committingHostWrite = (
  storage: StoragePort,
  write: HostWrite,
  timeoutMs: number
): StoragePort => {
  let isWritten = false
  const { begin } = storage
  return {
    ...storage,
    commit: (changes) => {
      if (isWritten) return storage.commit(changes)
      if (begin === undefined) return Effect.die(new TransactionsNotShared())
      const [first] = changes
      if (first === undefined) return storage.commit(changes)
      return Effect.scoped(
        Effect.gen(function* () {
          const transaction = yield* begin(first.scope)
          yield* written(write, transaction.host).pipe(
            Effect.timeoutOrElse({ duration: timeoutMs, orElse: () => tookTooLong(timeoutMs) }),
            Effect.catchCause((cause) =>
              Effect.die(new HostWriteFailed({ cause: Cause.squash(cause) }))
            )
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

const tookTooLong = (timeoutMs: number) =>
  Effect.fail(new Error(`they took longer than ${timeoutMs} ms`))

const written = (write: HostWrite, transaction: HostTransaction): Effect.Effect<unknown, unknown> =>
  Effect.flatMap(
    Effect.try({ try: () => write(transaction), catch: (cause) => cause }),
    (answer) => {
      if (Effect.isEffect(answer)) return answer as Effect.Effect<unknown, unknown>
      return Effect.tryPromise({ try: () => Promise.resolve(answer), catch: (cause) => cause })
    }
  )
