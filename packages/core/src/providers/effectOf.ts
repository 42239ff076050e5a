import { Effect } from "effect"

/**
 * Returns the answer of an embedder's function as an effect. If the function returns something
 * else, such as a promise, that is a defect that names the call. Its result is ignored.
 */
export const effectOf = <A, E, R>(
  call: string,
  answer: () => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const given: unknown = answer()
    return Effect.isEffect(given)
      ? (given as Effect.Effect<A, E, R>)
      : wrongAnswer(call, given, "an Effect")
  })

/** Returns the answer of an embedder's synchronous function. */
export const answerAtOnce = (call: string, answer: () => unknown): Effect.Effect<unknown> =>
  Effect.suspend(() => {
    const given = answer()
    return given instanceof Promise
      ? wrongAnswer(call, given, "an answer at once")
      : Effect.succeed(given)
  })

const wrongAnswer = (call: string, given: unknown, wanted: string) => {
  // Nobody handles its failure any more, and it must not end the process.
  if (given instanceof Promise) given.catch(() => undefined)
  return Effect.die(new TypeError(`${call} answered ${kindOf(given)} in place of ${wanted}.`))
}

const kindOf = (given: unknown): string =>
  given instanceof Promise ? "a promise" : given === null ? "null" : typeof given
