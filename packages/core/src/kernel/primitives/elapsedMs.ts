import type { Clock } from "effect"

/** Milliseconds of a clock that nobody sets, whatever the time is said to be. */
export const elapsedMs = (clock: Clock.Clock): number =>
  Number(clock.monotonicTimeNanosUnsafe() / nanosPerMs)

const nanosPerMs = 1_000_000n
