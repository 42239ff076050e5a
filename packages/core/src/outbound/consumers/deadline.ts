import { type Clock, Effect, type Exit, Fiber } from "effect"
import { elapsedMs } from "../../kernel/primitives/elapsedMs.ts"

/**
 * Runs an effect and interrupts it at the timeout. Returns its exit, or null after the timeout. The
 * time is measured by a monotonic clock.
 */
export type Deadline = <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<Exit.Exit<A, E> | null>

interface Running {
  readonly fiber: Fiber.Fiber<unknown, unknown>
  readonly until: number
  isLate: boolean
}

/**
 * Gives each of many effects the same timeout. One timer watches over all of them, because a timer
 * for each would cost more than most handlers.
 */
export const withDeadline = Effect.fnUntraced(function* <A, E, R>(
  timeoutMs: number,
  use: (deadline: Deadline) => Effect.Effect<A, E, R>
) {
  const clock = yield* Effect.clockWith(Effect.succeed)
  // All have the same timeout, so the first to begin is the first to be late.
  const running = new Set<Running>()
  const deadline: Deadline = (effect) =>
    Effect.flatMap(Effect.forkChild(effect, { startImmediately: true }), (fiber) => {
      const until = elapsedMs(clock) + timeoutMs
      const one: Running = { fiber, until, isLate: false }
      running.add(one)
      return Effect.map(Fiber.await(fiber), (exit) => {
        running.delete(one)
        return one.isLate ? null : exit
      })
    })
  const watch = yield* Effect.forkChild(Effect.forever(watchOver(running, timeoutMs, clock)))
  return yield* Effect.ensuring(use(deadline), Fiber.interrupt(watch))
})

/** Waits for the next possible timeout, and interrupts the effects that are late. */
const watchOver = Effect.fnUntraced(function* (
  running: ReadonlySet<Running>,
  timeoutMs: number,
  clock: Clock.Clock
) {
  const [first] = [...running].filter(({ isLate }) => !isLate)
  // An effect that begins meanwhile can't be late before this wait is over.
  const waitMs = first === undefined ? timeoutMs : first.until - elapsedMs(clock)
  yield* Effect.sleep(Math.max(waitMs, 0))
  const now = elapsedMs(clock)
  for (const one of running) {
    if (one.isLate || one.until > now) continue
    one.isLate = true
    one.fiber.interruptUnsafe()
  }
})
