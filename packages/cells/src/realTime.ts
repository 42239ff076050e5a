import { StorageUnavailable } from "@payloom/core"
import { Effect } from "effect"

/** Returns milliseconds of the process, which no test clock and no change of the time moves. */
export const nowMs = (): number => performance.now()

/** Waits in real time, because other processes and databases don't follow the engine's clock. */
export const pause = (ms: number): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const timer = setTimeout(() => resume(Effect.void), ms)
    return Effect.sync(() => clearTimeout(timer))
  })

/** Fails with the cause if work has not ended after this many milliseconds of real time. */
export const within = <A, E, R>(
  ms: number,
  cause: string,
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E | StorageUnavailable, R> => {
  const late = Effect.suspend(() => Effect.fail(new StorageUnavailable({ cause })))
  return Effect.raceFirst(work, Effect.andThen(pause(ms), late))
}
