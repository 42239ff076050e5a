import { type Clock, Effect } from "effect"

/** A clock that can be moved ahead of the machine's clock. */
export interface AheadClock extends Clock.Clock {
  /** Returns milliseconds since the epoch. */
  readonly now: () => number
  /** Moves the clock to a time. An earlier time changes nothing. */
  readonly moveTo: (moment: number) => void
}

/**
 * Returns a clock for an engine on the sandbox, where no money moves. Never use it for real
 * payments. The clock starts `beginsMs` ahead. `keep` is called with a new lead before the clock
 * has it.
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
