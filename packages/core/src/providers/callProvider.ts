import { Cause, Clock, Effect, Fiber, Option, Result } from "effect"
import { EngineConfig } from "../kernel/EngineOptions.ts"
import type { Millis } from "../kernel/primitives/Timestamp.ts"
import type { LookupUnavailable } from "./ChargeOutcome.ts"
import type { PaymentProvider } from "./PaymentProvider.ts"
import { storableReason } from "./storableReason.ts"

/** The answer of a call, or the fiber that still waits for it after the time limit. */
type Called<A, E = never> =
  | { readonly _tag: "Answered"; readonly answer: A }
  | { readonly _tag: "TimedOut"; readonly late: Fiber.Fiber<A, E> }

/**
 * Calls an adapter with a time limit in milliseconds. The limit does not interrupt the call. It
 * keeps running and its answer is late, unless the caller interrupts it.
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

/** Returns the answer of a call. Interrupts a late call and uses `late` in its place. */
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
        : Effect.andThen(interruptLate(called.late), late())
  )

/**
 * Calls a provider within a time limit. A thrown error becomes the answer that `broken` makes of
 * the reason. Errors, timeouts and the reasons of uncertain answers are logged.
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
 * Queries a provider within the time limit. A late query is interrupted, which aborts its signal,
 * because it will be repeated. A late query or a thrown error becomes the answer that `unanswered`
 * makes of the reason.
 *
 * @param atLeastMs The least time limit, for calls that carry files.
 */
export const askInTime = Effect.fnUntraced(function* <A>(
  question: () => Effect.Effect<A>,
  unanswered: (reason: string) => A,
  atLeastMs = 0
) {
  const { providerTimeoutMs } = yield* EngineConfig
  const timeoutMs = Math.max(providerTimeoutMs, atLeastMs)
  const called = yield* callProvider(question, { timeoutMs, broken: unanswered })
  if (called._tag === "Answered") return called.answer
  yield* interruptLate(called.late)
  return unanswered("timeout")
})

/** Looks something up within the time limit, if the provider offers lookup. */
export const lookUpAt = <A>(
  { capabilities }: Pick<PaymentProvider, "capabilities">,
  question: () => Effect.Effect<A | LookupUnavailable>
) => {
  const unavailable = (reason: string): A | LookupUnavailable => ({ _tag: "Unavailable", reason })
  return capabilities.lookup
    ? askInTime(question, unavailable)
    : Effect.succeed(unavailable("The provider offers no lookup."))
}

/** Aborts the signal of a late call. Nothing waits for the call to end. */
const interruptLate = <A, E>(late: Fiber.Fiber<A, E>) => Effect.forkDetach(Fiber.interrupt(late))

const adapterFailed = "The provider's adapter failed."

/** Reads a thrown error's message, which may throw in turn. */
const reasonOf = (cause: Cause.Cause<never>): string => {
  const thrown = Cause.squash(cause)
  const message = Result.try(() => (thrown instanceof Error ? ` ${thrown.message}` : ""))
  return adapterFailed + Result.getOrElse(message, () => "")
}

/** The answers that carry a reason why the outcome is uncertain, or why nothing was sent. */
const inexact: ReadonlySet<unknown> = new Set(["NotSent", "Unknown", "Unavailable"])

const noteReason = (answer: unknown) => {
  const { _tag, reason } = Object(answer) as { readonly _tag?: unknown; readonly reason?: unknown }
  return inexact.has(_tag)
    ? Effect.logWarning(`The provider answered ${_tag}: ${storableReason(String(reason))}`)
    : Effect.void
}

/** Returns true if an answer is already there, as in a simulation. Then no timer is needed. */
const isOver = (fiber: Fiber.Fiber<unknown, unknown>): boolean => fiber.pollUnsafe() !== undefined

/** The reason of a call that was not sent, because it was too late. */
export const pastDeadline = "It was not sent in time."

/**
 * Returns true if a call may still be sent. It is checked right before the call, because the
 * process may have slept since it decided.
 */
export const mayStillSend = (sendBefore: Millis) =>
  Effect.map(latenessOf(sendBefore), (isLate) => !isLate())

/**
 * Returns a function that returns true, whenever it is called, if the call must not be sent any
 * more.
 */
export const latenessOf = (sendBefore: Millis): Effect.Effect<() => boolean> =>
  Clock.clockWith((clock) => Effect.succeed(() => clock.currentTimeMillisUnsafe() >= sendBefore))
