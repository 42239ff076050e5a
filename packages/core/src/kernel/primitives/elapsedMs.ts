import type { Clock } from "effect"

/** Returns the milliseconds of the monotonic clock, which ignores changes of the system time. */
export const elapsedMs = (clock: Clock.Clock): number =>
  Number(clock.monotonicTimeNanosUnsafe() / nanosPerMs)

const nanosPerMs = 1_000_000n
