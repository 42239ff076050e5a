import { type Clock, Duration, Effect } from "effect"

/** Time that stands still until somebody moves it on, for the engine and the sandbox alike. */
export interface ManualClock extends Clock.Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** The same as answers tell it: RFC 3339, in UTC. */
  readonly iso: () => string
  /** How many sleep, timeouts included. */
  readonly sleeping: () => number
  /** Moves time on by so many milliseconds; sleepers wake in order, each at its own time. */
  readonly advance: (ms: number) => Promise<void>
  /**
   * Moves time on as far as a promise needs to settle, from sleeper to sleeper. Rejects where the
   * promise waits for something that no time brings about.
   */
  readonly until: <A>(promise: Promise<A>) => Promise<A>
}

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

const turns = 8

/** Lets everything that waits for no clock come to rest. */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/**
 * A clock for tests and simulations.
 *
 * @example
 * ```ts
 * const clock = manualClock("2026-11-15T12:00:00Z")
 * const payloom = await Payloom.make({ ...setup, clock, workers: false })
 * await clock.advance(5_000)
 * await payloom.runDue()
 * ```
 */
export const manualClock = (startsAt: string | number = "2026-11-15T12:00:00Z"): ManualClock => {
  let now = new Date(startsAt).getTime()
  const sleepers = new Set<Sleeper>()

  const nextBy = (end: number): Sleeper | undefined => {
    let next: Sleeper | undefined
    for (const sleeper of sleepers) {
      if (sleeper.at <= end && (next === undefined || sleeper.at < next.at)) next = sleeper
    }
    return next
  }

  const wake = async (sleeper: Sleeper): Promise<void> => {
    now = Math.max(now, sleeper.at)
    sleepers.delete(sleeper)
    sleeper.wake()
    await settled()
  }

  const advance = async (ms: number): Promise<void> => {
    await settled()
    const end = now + ms
    for (let next = nextBy(end); next !== undefined; next = nextBy(end)) await wake(next)
    now = end
  }

  const until = async <A>(promise: Promise<A>): Promise<A> => {
    let isSettled = false
    const settle = () => {
      isSettled = true
    }
    promise.then(settle, settle)
    await settled()
    while (!isSettled) {
      const next = nextBy(Number.POSITIVE_INFINITY)
      if (next === undefined) throw new Error("Nobody sleeps, and the promise is not settled.")
      await wake(next)
    }
    return promise
  }

  const sleep = (duration: Duration.Duration): Effect.Effect<void> =>
    Effect.callback<void>((resume) => {
      const sleeper: Sleeper = {
        at: now + Duration.toMillis(duration),
        wake: () => resume(Effect.void)
      }
      sleepers.add(sleeper)
      return Effect.sync(() => sleepers.delete(sleeper))
    })

  const nanos = () => BigInt(Math.trunc(now)) * 1_000_000n
  return {
    now: () => now,
    iso: () => new Date(now).toISOString(),
    sleeping: () => sleepers.size,
    advance,
    until,
    sleep,
    currentTimeMillisUnsafe: () => now,
    currentTimeNanosUnsafe: nanos,
    monotonicTimeNanosUnsafe: nanos,
    currentTimeMillis: Effect.sync(() => now),
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanos: Effect.sync(nanos)
  }
}
