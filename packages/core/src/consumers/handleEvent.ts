import { Cause, Effect, Exit, Option } from "effect"
import { causeText } from "../logging/causeText.ts"
import type { ConsumedEvent } from "./ConsumedEvent.ts"
import type { Consumer } from "./Consumer.ts"

const longestError = 500

/** Hands an event to a consumer; answers what it failed with, or null. */
export const handleEvent = Effect.fnUntraced(function* (
  { name, handle, timeoutMs, types }: Consumer,
  event: ConsumedEvent
) {
  if (types !== null && !types.has(event.type)) return null
  const handled = Effect.suspend(() => handle(event))
  const exit = yield* Effect.exit(Effect.timeoutOption(handled, timeoutMs))
  const error = Exit.isFailure(exit)
    ? causeText(exit.cause).slice(0, longestError)
    : Option.isNone(exit.value)
      ? `It took longer than ${timeoutMs} ms.`
      : null
  if (error !== null) {
    const cause = Exit.isFailure(exit) ? exit.cause : Cause.fail(error)
    yield* Effect.logWarning("A consumer failed; the event is tried again.", cause).pipe(
      Effect.annotateLogs({ consumer: name, event: event.id, type: event.type })
    )
  }
  return error
})
