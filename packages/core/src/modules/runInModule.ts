import { Effect } from "effect"

/** The time within which an operation or a job of a module must decide, in milliseconds. */
const decisionMs = 10_000

/**
 * Runs a function of a module. Fails with what it throws. If it takes too long, its result is
 * ignored, and that is a defect.
 */
export const runInModule = <A>(
  module: string,
  run: () => A | Promise<A>,
  atMostMs = decisionMs
): Effect.Effect<A, unknown> =>
  Effect.timeoutOrElse(
    Effect.tryPromise({ try: () => Promise.resolve().then(run), catch: (thrown) => thrown }),
    {
      duration: atMostMs,
      orElse: () => Effect.die(new Error(`The module ${module} took longer than ${atMostMs} ms.`))
    }
  )
