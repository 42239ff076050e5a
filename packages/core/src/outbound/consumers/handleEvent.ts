import { Cause, Effect, Exit, Result } from "effect"
import { causeText } from "../../kernel/logging/causeText.ts"
import type { HostTransaction } from "../../platform/storage/HostTransaction.ts"
import type { ConsumedEvent } from "./ConsumedEvent.ts"
import type { Consumer } from "./Consumer.ts"
import type { Deadline } from "./deadline.ts"

const longestError = 500

/**
 * Calls the consumer's handler with an event. Returns the handler's error, or null. Returns null
 * without an effect if there is nothing to wait for, because many handlers ignore most events.
 */
export const handleEvent = (
  consumer: Consumer,
  deadline: Deadline,
  event: ConsumedEvent,
  transaction: HostTransaction | null = null
): Effect.Effect<string | null> | null => {
  const { handle, types } = consumer
  if (types !== null && !types.has(event.type)) return null
  const begun = Result.getOrElse(
    Result.try(() => handle(event, transaction)),
    (defect) => Exit.die(defect)
  )
  if (!Exit.isExit(begun)) {
    return Effect.flatMap(deadline(begun), (exit) => failureOf(consumer, event, exit))
  }
  return Exit.isSuccess(begun) ? null : failureOf(consumer, event, begun)
}

/**
 * Calls the consumer's handler of whole pages. Returns true if it has handled the events. Returns
 * false if the consumer has none, or if it failed.
 */
export const handleTogether = Effect.fnUntraced(function* (
  { name, handleAll, timeoutMs }: Consumer,
  deadline: Deadline,
  events: ReadonlyArray<ConsumedEvent>
) {
  if (handleAll === undefined) return false
  const exit = yield* deadline(handleAll(events))
  if (exit !== null && Exit.isSuccess(exit)) return true
  const cause = exit === null ? Cause.fail(tooLong(timeoutMs)) : exit.cause
  yield* Effect.logWarning(
    "A consumer failed on a page. Its events are handled one by one.",
    cause
  ).pipe(Effect.annotateLogs({ consumer: name }))
  return false
})

const tooLong = (timeoutMs: number): string => `It took longer than ${timeoutMs} ms.`

const failureOf = (
  { name, timeoutMs }: Consumer,
  event: ConsumedEvent,
  exit: Exit.Exit<unknown, unknown> | null
): Effect.Effect<string | null> => {
  if (exit !== null && Exit.isSuccess(exit)) return Effect.succeed(null)
  const cause = exit === null ? Cause.fail(tooLong(timeoutMs)) : exit.cause
  const error = exit === null ? tooLong(timeoutMs) : causeText(cause).slice(0, longestError)
  return Effect.logWarning("A consumer failed. The event will be retried.", cause).pipe(
    Effect.annotateLogs({ consumer: name, event: event.id, type: event.type }),
    Effect.as(error)
  )
}
