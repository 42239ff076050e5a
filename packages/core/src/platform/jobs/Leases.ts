import { Context, Effect, Fiber, Layer } from "effect"
import { minuteMs } from "../../kernel/primitives/durations.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import { CommitConflict, type StorageUnavailable } from "../storage/Storage.ts"

/** The length of a lease in milliseconds. After it, the job of a dead worker is free. */
export const leaseMs = 30_000

/**
 * Returns true if a lease of `leaseMs` is over. A lease that ends more than ten minutes ahead is
 * over too: it was taken by a wrong clock that has been set back, and must not block the job for
 * hours.
 */
export const isLeaseOver = (until: Millis, now: Millis): boolean =>
  until <= now || until > now + leaseMs + mostAheadMs

const mostAheadMs = 10 * minuteMs

const lookEveryMs = 5_000

/** Extends the lease of a job. */
export type Renewal = Effect.Effect<void, CommitConflict | StorageUnavailable>

interface Lease {
  readonly renewal: Renewal
  isHeld: boolean
  /** True if the last check saw it. It is renewed at the second check. */
  wasSeen: boolean
}

/**
 * Renews the leases of this process. So a long job is not taken over while its worker runs, and
 * the job of a dead worker soon is. A lease is renewed five to ten seconds after it was taken or
 * last renewed, because most jobs end sooner. One timer serves all leases.
 *
 * It ends with the engine: a job that outlasts `drainMs` keeps its lease for another half minute.
 */
export class Leases extends Context.Service<
  Leases,
  {
    /** Repeats a renewal from now on. Returns a function that stops it. */
    readonly hold: (renewal: Renewal) => () => void
    /** Stops the timer if no lease is held, so that it does not keep the process alive. */
    readonly rest: Effect.Effect<void>
  }
>()("@payloom/core/platform/jobs/Leases") {
  static readonly layer = Layer.effect(
    Leases,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const run = Effect.runForkWith(yield* Effect.context<never>())
      const fork = (effect: Effect.Effect<void>) => Fiber.runIn(run(effect), scope)
      // The leases that wait for their next renewal. One renewal never waits for another.
      const waiting = new Set<Lease>()
      let looking: Fiber.Fiber<void> | null = null
      const add = (lease: Lease) => {
        if (!lease.isHeld) return
        waiting.add(lease)
        looking ??= fork(look)
      }
      // A renewal is retried if the store was unavailable, but not if the lease was lost.
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
