import type { ManualClock } from "@payloom/testkit"
import { Clock, Effect, Fiber } from "effect"

/**
 * Waits for a promise, but only for this many milliseconds of virtual time. Then it rejects.
 * Without it, a promise that is never settled would let time pass for ever, because workers always
 * sleep until their next poll.
 */
export const within = async <A>(
  clock: ManualClock,
  promise: Promise<A>,
  ms: number
): Promise<A> => {
  const sleeping = Effect.runFork(Effect.provideService(Effect.sleep(ms), Clock.Clock, clock))
  const late = Promise.withResolvers<never>()
  sleeping.addObserver((exit) => {
    if (exit._tag === "Success") late.reject(new Error(`There was no answer in ${ms / 1000} s.`))
  })
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    Effect.runFork(Fiber.interrupt(sleeping))
  }
}
