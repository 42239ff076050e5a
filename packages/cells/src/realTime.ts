import { Effect } from "effect"

/** Returns milliseconds of the process, which no test clock and no change of the time moves. */
export const nowMs = (): number => performance.now()

/** Waits in real time, because other processes and databases don't follow the engine's clock. */
export const pause = (ms: number): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const timer = setTimeout(() => resume(Effect.void), ms)
    return Effect.sync(() => clearTimeout(timer))
  })
