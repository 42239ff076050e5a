import { Context, Effect, Fiber, Layer } from "effect"
import { minuteMs } from "../../kernel/primitives/durations.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import { CommitConflict, type StorageUnavailable } from "../storage/Storage.ts"

/** For how many milliseconds a job is its worker's; then the job of a dead one is free. */
export const leaseMs = 30_000

/**
 * Returns true if a lease of `leaseMs` is over. One that ends more than ten minutes ahead was taken
 * by a clock that was wrong, and has been set back: nobody may hold on to it for hours.
 */
export const isLeaseOver = (until: Millis, now: Millis): boolean =>
  until <= now || until > now + leaseMs + mostAheadMs

const mostAheadMs = 10 * minuteMs

const lookEveryMs = 5_000

/** Writes that a job is its worker's for a while longer. */
export type Renewal = Effect.Effect<void, CommitConflict | StorageUnavailable>

interface Lease {
  readonly renewal: Renewal
  isHeld: boolean
  /** Whether the last look found it: it is renewed at the second. */
  wasSeen: boolean
}

/**
 * Renews the leases that this process holds: a long job is not taken over while its worker lives,
 * and one whose worker died soon is. Each is renewed five to ten seconds after it was made or
 * renewed last, for most jobs are done sooner. One timer serves them all.
 *
 * It ends with the engine: a job that outlasts `drainMs` has its lease for half a minute more.
 */
export class Leases extends Context.Service<
  Leases,
  {
    /** Repeats a renewal from now on; answers what ends that. */
    readonly hold: (renewal: Renewal) => () => void
    /** Stops the timer where no lease is held, so that nothing keeps a process from its end. */
    readonly rest: Effect.Effect<void>
  }
>()("@payloom/core/platform/jobs/Leases") {
  static readonly layer = Layer.effect(
    Leases,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const run = Effect.runForkWith(yield* Effect.context<never>())
      const fork = (effect: Effect.Effect<void>) => Fiber.runIn(run(effect), scope)
      // Those that wait for their next renewal: none waits for another, nor for itself.
      const waiting = new Set<Lease>()
      let looking: Fiber.Fiber<void> | null = null
      const add = (lease: Lease) => {
        if (!lease.isHeld) return
        waiting.add(lease)
        looking ??= fork(look)
      }
      // A store that is away for a moment is tried again; a lease that was lost is not.
      const renewed = (lease: Lease) =>
        Effect.catch(lease.renewal, (error) =>
          Effect.sync(() => {
            lease.isHeld &&= !(error instanceof CommitConflict)
          })
        ).pipe(Effect.andThen(Effect.sync(() => add(lease))))
      const look: Effect.Effect<void> = Effect.flatMap(Effect.sleep(lookEveryMs), () => {
        if (waiting.size === 0) {
          looking = null
          return Effect.void
        }
        for (const lease of [...waiting]) {
          const isDue = lease.wasSeen
          lease.wasSeen = !isDue
          if (!isDue) continue
          waiting.delete(lease)
          fork(renewed(lease))
        }
        return look
      })
      return Leases.of({
        hold: (renewal) => {
          const lease = { renewal, isHeld: true, wasSeen: false }
          add(lease)
          return () => {
            lease.isHeld = false
            waiting.delete(lease)
          }
        },
        rest: Effect.suspend(() => {
          if (looking === null || waiting.size > 0) return Effect.void
          const idle = looking
          looking = null
          return Fiber.interrupt(idle)
        })
      })
    })
  )
}
