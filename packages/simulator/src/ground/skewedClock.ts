import type { ManualClock } from "@payloom/testkit"
import { Clock, Effect } from "effect"

/** A clock of one process, which may differ from the true time. */
export interface SkewedClock extends Clock.Clock {
  /** Sets the difference to the true time, in milliseconds. */
  readonly differ: (ms: number) => void
}

/** Creates a clock that follows another one with a difference. Sleeping takes the true time. */
export const skewedClock = (base: ManualClock): SkewedClock => {
  let difference = 0
  const millis = () => base.currentTimeMillisUnsafe() + difference
  const nanos = () => BigInt(Math.trunc(millis())) * 1_000_000n
  return {
    differ: (ms) => {
      difference = ms
    },
    sleep: base.sleep,
    currentTimeMillisUnsafe: millis,
    currentTimeNanosUnsafe: nanos,
    monotonicTimeNanosUnsafe: () => base.monotonicTimeNanosUnsafe(),
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanos: base.monotonicTimeNanos
  }
}

/** Returns a clock that wakes nobody after the death of its process, whose loops would continue. */
export const mortalClock = (clock: Clock.Clock, isDead: () => boolean): Clock.Clock => ({
  ...clock,
  sleep: (duration) =>
    Effect.andThen(
      clock.sleep(duration),
      Effect.suspend(() => (isDead() ? Effect.never : Effect.void))
    )
})

/** Returns a port whose calls see the true time, whichever clock their caller has. */
export const onTrueTime = <Port extends object>(port: Port, clock: Clock.Clock): Port =>
  Object.fromEntries(
    Object.entries(port).map(([name, value]) => [
      name,
      typeof value === "function" ? onClock(value as Call, clock) : value
    ])
  ) as Port

type Call = (...input: ReadonlyArray<unknown>) => unknown

const onClock =
  (call: Call, clock: Clock.Clock): Call =>
  (...input) => {
    const answer = call(...input)
    return Effect.isEffect(answer) ? Effect.provideService(answer, Clock.Clock, clock) : answer
  }
