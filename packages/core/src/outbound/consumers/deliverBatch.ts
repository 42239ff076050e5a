import { Effect } from "effect"
import type { OpenTransaction } from "../../platform/storage/HostTransaction.ts"
import { deploymentScope } from "../../platform/storage/Scope.ts"
import {
  type CommitConflict,
  Storage,
  type StorageUnavailable
} from "../../platform/storage/Storage.ts"
import type { ConsumedEvent } from "./ConsumedEvent.ts"
import type { Consumer } from "./Consumer.ts"
import type { Deadline } from "./deadline.ts"
import { handleEvent } from "./handleEvent.ts"

/** Commits that an event was handled, in a transaction if there is one. */
export type Settle = (
  commit?: OpenTransaction["commit"]
) => Effect.Effect<void, CommitConflict | StorageUnavailable>

/**
 * Calls the consumer's handler with an event and commits the result. If the consumer is
 * transactional, the handler's writes and the position are committed in one transaction. Returns
 * the handler's error, or null.
 */
export const deliverBatch = Effect.fnUntraced(function* (
  consumer: Consumer,
  deadline: Deadline,
  event: ConsumedEvent,
  settle: Settle
) {
  if (!consumer.isTransactional) {
    const handling = handleEvent(consumer, deadline, event)
    const error = handling === null ? null : yield* handling
    if (error === null) yield* settle()
    return error
  }
  const { begin } = yield* Storage
  if (begin === undefined || !isWanted(consumer, event)) {
    yield* settle()
    return null
  }
  return yield* Effect.scoped(
    Effect.gen(function* () {
      const transaction = yield* begin(deploymentScope)
      const handling = handleEvent(consumer, deadline, event, transaction.host)
      const error = (handling === null ? null : yield* handling) ?? (yield* transaction.failure)
      if (error === null) yield* settle(transaction.commit)
      return error
    })
  )
})

/** True if the consumer handles events of this type. */
const isWanted = ({ types }: Consumer, { type }: ConsumedEvent): boolean =>
  types === null || types.has(type)
