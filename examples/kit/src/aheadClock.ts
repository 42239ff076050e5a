import { type Clock, Effect } from "effect"

/** The machine's time, and ahead of that what it was moved on by. */
export interface AheadClock extends Clock.Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Moves it on to a moment; it never goes back. */
  readonly moveTo: (moment: number) => void
}

/**
 * A clock for an engine on the sandbox, where no money moves: never one for real payments. It
 * begins so far ahead, and `keep` hears how far it is going to be before it is.
 */
export const aheadClock = (
  beginsMs = 0,
  keep: (aheadMs: number) => void = () => undefined
): AheadClock => {
  const machine = Effect.runSync(Effect.clockWith(Effect.succeed))
  let aheadMs = beginsMs
  const now = () => machine.currentTimeMillisUnsafe() + aheadMs
  const nanos = () => machine.currentTimeNanosUnsafe() + BigInt(aheadMs) * 1_000_000n
  return {
    now,
    moveTo: (moment) => {
      const leapMs = Math.ceil(moment - now())
      if (leapMs <= 0) return
      keep(aheadMs + leapMs)
      aheadMs += leapMs
    },
    sleep: (duration) => machine.sleep(duration),
    currentTimeMillisUnsafe: now,
    currentTimeNanosUnsafe: nanos,
    monotonicTimeNanosUnsafe: () => machine.monotonicTimeNanosUnsafe(),
    currentTimeMillis: Effect.sync(now),
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanos: machine.monotonicTimeNanos
  }
}
