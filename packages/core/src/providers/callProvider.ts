import { Clock, Effect, Fiber, Option } from "effect"
import type { Millis } from "../values/Timestamp.ts"

/** A call's answer, or none within the time it had; then the fiber that still waits for it. */
export type Called<A> =
  | { readonly _tag: "Answered"; readonly answer: A }
  | { readonly _tag: "TimedOut"; readonly late: Fiber.Fiber<A> }

/**
 * Calls a provider with a time limit in milliseconds. The call itself is never cut off: after the
 * limit it runs on, and what it says then is late news, not nothing. Whatever it throws becomes
 * the answer that `broken` makes of it. That, and that it is late, is logged.
 */
export const callProvider = Effect.fnUntraced(function* <A>(
  call: () => Effect.Effect<A>,
  options: { readonly timeoutMs: number; readonly broken: (reason: string) => A }
) {
  const calling = Effect.catchCause(Effect.suspend(call), (cause) =>
    Effect.as(Effect.logError(adapterFailed, cause), options.broken(adapterFailed))
  )
  const fiber = yield* Effect.forkDetach(calling, { startImmediately: true })
  const answer = isOver(fiber)
    ? Option.some(yield* Fiber.join(fiber))
    : yield* Effect.timeoutOption(Fiber.join(fiber), options.timeoutMs)
  if (Option.isSome(answer)) return { _tag: "Answered", answer: answer.value } satisfies Called<A>
  yield* Effect.logWarning(`The provider did not answer within ${options.timeoutMs} ms.`)
  return { _tag: "TimedOut", late: fiber } satisfies Called<A>
})

const adapterFailed = "The provider's adapter failed."

/** An answer that is there at once, as in a simulation, needs no timer. */
const isOver = <A>(fiber: Fiber.Fiber<A>): boolean => fiber.pollUnsafe() !== undefined

/**
 * Whether a call may still be sent. Asked right before it, so a process that slept since it
 * decided doesn't send late.
 */
export const mayStillSend = (sendBefore: Millis) =>
  Effect.map(Clock.currentTimeMillis, (now) => now < sendBefore)
