import { Cause, Clock, Effect, Fiber, Option, Result } from "effect"
import { EngineConfig } from "../kernel/EngineOptions.ts"
import type { Millis } from "../kernel/primitives/Timestamp.ts"
import type { LookupUnavailable } from "./ChargeOutcome.ts"
import type { PaymentProvider } from "./PaymentProvider.ts"
import { storableReason } from "./storableReason.ts"

/** A call's answer, or none within the time it had; then the fiber that still waits for it. */
export type Called<A, E = never> =
  | { readonly _tag: "Answered"; readonly answer: A }
  | { readonly _tag: "TimedOut"; readonly late: Fiber.Fiber<A, E> }

/**
 * Calls somebody outside with a time limit in milliseconds. The call itself is not cut off: after
 * the limit it runs on, and what it says then is late news, unless the caller gives it up.
 */
const callInTime = Effect.fnUntraced(function* <A, E, R>(
  call: () => Effect.Effect<A, E, R>,
  timeoutMs: number
) {
  const fiber = yield* Effect.forkDetach(Effect.suspend(call), { startImmediately: true })
  const answer = isOver(fiber)
    ? Option.some(yield* Fiber.join(fiber))
    : yield* Effect.timeoutOption(Fiber.join(fiber), timeoutMs)
  if (Option.isSome(answer)) {
    return { _tag: "Answered", answer: answer.value } satisfies Called<A, E>
  }
  return { _tag: "TimedOut", late: fiber } satisfies Called<A, E>
})

/** The answer of a call in time, or what is made of there being none: a late call is given up. */
export const answerInTime = <A, E, R, E2>(
  call: () => Effect.Effect<A, E, R>,
  timeoutMs: number,
  late: () => Effect.Effect<never, E2>
): Effect.Effect<A, E | E2, R> =>
  Effect.flatMap(
    callInTime(call, timeoutMs),
    (called): Effect.Effect<A, E2> =>
      called._tag === "Answered"
        ? Effect.succeed(called.answer)
        : Effect.andThen(givenUp(called.late), late())
  )

/**
 * Calls a provider in time. Whatever it throws becomes the answer that `broken` makes of the
 * reason. That, that it is late, and why it could not say is logged.
 */
export const callProvider = Effect.fnUntraced(function* <A>(
  call: () => Effect.Effect<A>,
  options: { readonly timeoutMs: number; readonly broken: (reason: string) => A }
) {
  const calling = () =>
    Effect.matchCauseEffect(Effect.suspend(call), {
      onFailure: (cause) =>
        Effect.as(Effect.logError(adapterFailed, cause), options.broken(reasonOf(cause))),
      onSuccess: (answer) => Effect.as(noteReason(answer), answer)
    })
  const called = yield* callInTime(calling, options.timeoutMs)
  if (called._tag === "TimedOut") {
    yield* Effect.logWarning(`The provider did not answer within ${options.timeoutMs} ms.`)
  }
  return called
})

/**
 * Asks a question in time. One whose answer is late is given up, for it is asked anew: its signal
 * is aborted. That, and whatever is thrown, becomes what `unanswered` makes of the reason.
 */
export const askInTime = Effect.fnUntraced(function* <A>(
  question: () => Effect.Effect<A>,
  unanswered: (reason: string) => A
) {
  const { providerTimeoutMs: timeoutMs } = yield* EngineConfig
  const called = yield* callProvider(question, { timeoutMs, broken: unanswered })
  if (called._tag === "Answered") return called.answer
  yield* givenUp(called.late)
  return unanswered("timeout")
})

/** Looks something up in time, at a provider that can be asked. */
export const lookUpAt = <A>(
  { capabilities }: Pick<PaymentProvider, "capabilities">,
  question: () => Effect.Effect<A | LookupUnavailable>
) => {
  const unavailable = (reason: string): A | LookupUnavailable => ({ _tag: "Unavailable", reason })
  return capabilities.lookup
    ? askInTime(question, unavailable)
    : Effect.succeed(unavailable("The provider can't be asked."))
}

/** Its signal is aborted; how long it takes to end is its own affair. */
const givenUp = <A, E>(late: Fiber.Fiber<A, E>) => Effect.forkDetach(Fiber.interrupt(late))

const adapterFailed = "The provider's adapter failed."

/** Whatever was thrown, its message may throw in turn. */
const reasonOf = (cause: Cause.Cause<never>): string => {
  const thrown = Cause.squash(cause)
  const message = Result.try(() => (thrown instanceof Error ? ` ${thrown.message}` : ""))
  return adapterFailed + Result.getOrElse(message, () => "")
}

/** The answers that say why nobody knows, or why nothing was sent. */
const inexact: ReadonlySet<unknown> = new Set(["NotSent", "Unknown", "Unavailable"])

const noteReason = (answer: unknown) => {
  const { _tag, reason } = Object(answer) as { readonly _tag?: unknown; readonly reason?: unknown }
  return inexact.has(_tag)
    ? Effect.logWarning(`The provider answered ${_tag}: ${storableReason(String(reason))}`)
    : Effect.void
}

/** An answer that is there at once, as in a simulation, needs no timer. */
const isOver = (fiber: Fiber.Fiber<unknown, unknown>): boolean => fiber.pollUnsafe() !== undefined

/** Why a call is not sent any more. */
export const pastDeadline = "It was not sent in time."

/**
 * Whether a call may still be sent. Asked right before it, so a process that slept since it
 * decided doesn't send late.
 */
export const mayStillSend = (sendBefore: Millis) =>
  Effect.map(latenessOf(sendBefore), (isLate) => !isLate())

/** Tells, whenever it is asked from now on, whether a call must not be sent any more. */
export const latenessOf = (sendBefore: Millis): Effect.Effect<() => boolean> =>
  Clock.clockWith((clock) => Effect.succeed(() => clock.currentTimeMillisUnsafe() >= sendBefore))
