import { type Clock, Duration, Effect } from "effect"

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

/** Lets everything that waits for no clock come to rest. */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Waits for something that another request brings about; fails after two seconds. */
export const until = async (holds: () => boolean): Promise<void> => {
  const deadline = performance.now() + 2000
  while (!holds()) {
    if (performance.now() > deadline) throw new Error("It never came about.")
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

/** Time that stands still until a test moves it on; sleepers wake in the order of their times. */
export class ManualClock implements Clock.Clock {
  #now: number
  #sleepers: ReadonlyArray<Sleeper> = []

  constructor(startsAt: string) {
    this.#now = Date.parse(startsAt)
  }

  get iso(): string {
    return new Date(this.#now).toISOString()
  }

  /** Moves time on by so many milliseconds. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms
    for (;;) {
      const next = this.#sleepers
        .filter(({ at }) => at <= end)
        .toSorted((left, right) => left.at - right.at)[0]
      if (next === undefined) break
      this.#now = Math.max(this.#now, next.at)
      this.#remove(next)
      next.wake()
      await settled()
    }
    this.#now = end
  }

  sleep(duration: Duration.Duration): Effect.Effect<void> {
    return Effect.callback<void>((resume) => {
      const at = this.#now + Duration.toMillis(duration)
      const sleeper: Sleeper = { at, wake: () => resume(Effect.void) }
      this.#sleepers = [...this.#sleepers, sleeper]
      return Effect.sync(() => this.#remove(sleeper))
    })
  }

  currentTimeMillisUnsafe(): number {
    return this.#now
  }

  currentTimeNanosUnsafe(): bigint {
    return BigInt(this.#now) * 1_000_000n
  }

  monotonicTimeNanosUnsafe(): bigint {
    return this.currentTimeNanosUnsafe()
  }

  readonly currentTimeMillis = Effect.sync(() => this.currentTimeMillisUnsafe())
  readonly currentTimeNanos = Effect.sync(() => this.currentTimeNanosUnsafe())
  readonly monotonicTimeNanos = Effect.sync(() => this.monotonicTimeNanosUnsafe())

  #remove(sleeper: Sleeper): void {
    this.#sleepers = this.#sleepers.filter((other) => other !== sleeper)
  }
}
