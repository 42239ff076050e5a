import { Effect } from "effect"

/**
 * What a function of the embedder's answers, as an effect. Where it answers none, but a promise
 * say, whatever it set off is not heard of: a defect that names the call.
 */
export const effectOf = <A, E, R>(
  call: string,
  answer: () => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const given: unknown = answer()
    return Effect.isEffect(given)
      ? (given as Effect.Effect<A, E, R>)
      : misanswered(call, given, "an Effect")
  })

/** What a function of the embedder's answers that is asked for no more than a value. */
export const answerAtOnce = (call: string, answer: () => unknown): Effect.Effect<unknown> =>
  Effect.suspend(() => {
    const given = answer()
    return given instanceof Promise
      ? misanswered(call, given, "an answer at once")
      : Effect.succeed(given)
  })

const misanswered = (call: string, given: unknown, wanted: string) => {
  // Its failure is nobody's any more, and must not end the process.
  if (given instanceof Promise) given.catch(() => undefined)
  return Effect.die(new TypeError(`${call} answered ${kindOf(given)} in place of ${wanted}.`))
}

const kindOf = (given: unknown): string =>
  given instanceof Promise ? "a promise" : given === null ? "null" : typeof given
