import type { Payloom } from "@payloom/core"
import { type Clock, Duration, Effect, Option } from "effect"
import { isRealTimeTaken } from "./realTime.ts"

/** A clock that stands still until a test moves it. The engine and the sandbox can share it. */
export interface ManualClock extends Clock.Clock {
  /** Returns the time in milliseconds since the epoch. */
  readonly now: () => number
  /** Returns the time as answers contain it: RFC 3339, in UTC. */
  readonly iso: () => string
  /** Returns the number of sleepers. Timeouts count too. */
  readonly sleeping: () => number
  /** Moves time on by this many milliseconds. Sleepers wake in order, each at its own time. */
  readonly advance: (ms: number) => Promise<void>
  /**
   * Moves time on from job to job for this many milliseconds, and has the engine run each job when
   * it is due. With 0, runs the jobs that are due now. Needs an engine without workers. Rejects as
   * soon as `or` rejects. With a mortal storage, give `storage.death()`.
   */
  readonly elapse: (
    ms: number,
    payloom: Pick<Payloom, "runDue" | "services">,
    or?: Promise<never>
  ) => Promise<void>
  /**
   * Moves time on from sleeper to sleeper until a promise settles. If nobody sleeps, waits a
   * little in real time and then rejects, because moving time would not settle the promise.
   */
  readonly until: <A>(promise: Promise<A>) => Promise<A>
}

/** The options of a manual clock. */
export interface ManualClockOptions {
  /**
   * How long `until` waits in real time if nobody sleeps, in milliseconds. Default: 4000, which is
   * less than the time limit of a test in most runners.
   */
  readonly patienceMs?: number
  /**
   * How long `until` waits in real time after the last read of the clock before it moves time, in
   * milliseconds. Use it for work on disks, or work of many steps, which would otherwise seem to
   * take minutes. Default: 0.
   */
  readonly holdMs?: number
}

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

const turns = 8

/** Waits until all work that needs no clock has come to rest, or until `isEnough` returns true. */
export const settled = async (isEnough: () => boolean = () => false): Promise<void> => {
  for (let turn = 0; turn < turns && !isEnough(); turn++) {
    await new Promise((resolve) => setImmediate(resolve))
    if (isRealTimeTaken()) turn = -1
  }
}

/** The current time and the sleepers. */
class Timeline {
  now: number
  readonly #sleepers = new Set<Sleeper>()
  #looks = 0

  constructor(now: number) {
    this.now = now
  }

  /** Returns the time, and counts the read. */
  look(): number {
    this.#looks += 1
    return this.now
  }

  get sleeping(): number {
    return this.#sleepers.size
  }

  readonly sleep = (duration: Duration.Duration): Effect.Effect<void> =>
    Effect.callback<void>((resume) => {
      const sleeper: Sleeper = {
        at: this.now + Duration.toMillis(duration),
        wake: () => resume(Effect.void)
      }
      this.#sleepers.add(sleeper)
      return Effect.sync(() => this.#sleepers.delete(sleeper))
    })

  /** Wakes the first sleeper if its time is not after `end`. Returns true if there was one. */
  async wakeNext(end = Number.POSITIVE_INFINITY): Promise<boolean> {
    let next: Sleeper | undefined
    for (const sleeper of this.#sleepers) {
      if (sleeper.at <= end && (next === undefined || sleeper.at < next.at)) next = sleeper
    }
    if (next === undefined) return false
    this.now = Math.max(this.now, next.at)
    this.#sleepers.delete(next)
    next.wake()
    await settled()
    return true
  }

  async advance(ms: number): Promise<void> {
    await settled()
    const end = this.now + ms
    while (await this.wakeNext(end));
    this.now = end
  }

  async until<A>(promise: Promise<A>, patienceMs: number, holdMs: number): Promise<A> {
    let isSettled = false
    const settle = () => {
      isSettled = true
    }
    const done = promise.then(settle, settle)
    const held = async () => {
      for (let looks = -1; holdMs > 0 && !isSettled && looks !== this.#looks; ) {
        looks = this.#looks
        await orLater(done, holdMs)
      }
    }
    await settled(() => isSettled)
    await held()
    let deadline = performance.now() + patienceMs
    while (!isSettled) {
      if (await this.wakeNext()) {
        await held()
        deadline = performance.now() + patienceMs
      } else if (performance.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
      } else {
        throw new Error("Nobody sleeps, and the promise is not settled.")
      }
    }
    return promise
  }
}

const lookEveryMs = 2

/** Waits for a promise, but at most this many milliseconds of real time. */
const orLater = async (promise: Promise<void>, ms: number): Promise<void> => {
  const timer = Promise.withResolvers<void>()
  const timeout = setTimeout(timer.resolve, ms)
  await Promise.race([promise, timer.promise])
  clearTimeout(timeout)
}

const startOf = (startsAt: string | number): number => {
  const at = new Date(startsAt).getTime()
  if (!Number.isNaN(at)) return at
  throw new TypeError("startsAt must be a time, such as 2026-11-15T12:00:00Z.")
}

/**
 * Creates a clock for tests and simulations.
 *
 * @example
 * ```ts
 * const clock = manualClock("2026-11-15T12:00:00Z")
 * const payloom = await Payloom.make({ ...setup, clock, workers: false })
 * const payment = await clock.until(shop.payments.create(input, options)) // its timeout passes
 * await clock.elapse(7 * 86_400_000, payloom) // and a week, with everything that it brings
 * ```
 */
export const manualClock = (
  startsAt: string | number = "2026-11-15T12:00:00Z",
  { patienceMs = 4000, holdMs = 0 }: ManualClockOptions = {}
): ManualClock => {
  const time = new Timeline(startOf(startsAt))
  const until: ManualClock["until"] = (promise) => time.until(promise, patienceMs, holdMs)

  const elapse: ManualClock["elapse"] = async (ms, { runDue, services: { background } }, or) => {
    const end = time.now + ms
    const living = <A>(promise: Promise<A>) =>
      until(or === undefined ? promise : Promise.race([promise, or]))
    const due = async () =>
      Option.getOrElse(await living(Effect.runPromise(background.nextDue())), () => end + 1)
    while ((await living(runDue())) > 0);
    for (let at = await due(); at <= end; at = await due()) {
      await time.advance(Math.max(at - time.now, 0))
      while ((await living(runDue())) > 0);
    }
    await time.advance(Math.max(end - time.now, 0))
  }

  const nanos = () => BigInt(Math.trunc(time.now)) * 1_000_000n
  return {
    now: () => time.now,
    iso: () => new Date(time.now).toISOString(),
    sleeping: () => time.sleeping,
    advance: (ms) => time.advance(ms),
    elapse,
    until,
    sleep: time.sleep,
    currentTimeMillisUnsafe: () => time.look(),
    currentTimeNanosUnsafe: nanos,
    monotonicTimeNanosUnsafe: nanos,
    currentTimeMillis: Effect.sync(() => time.look()),
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanos: Effect.sync(nanos)
  }
}
