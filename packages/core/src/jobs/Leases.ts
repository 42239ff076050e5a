import { Context, Effect, Layer } from "effect"
import { CommitConflict, type StorageUnavailable } from "../storage/Storage.ts"

/** For how many milliseconds a job is its worker's; then the job of a dead one is free. */
export const leaseMs = 30_000

const renewEveryMs = 10_000

/** Writes that a job is its worker's for a while longer. */
export type Renewal = Effect.Effect<void, CommitConflict | StorageUnavailable>

interface Lease {
  readonly renewal: Renewal
  isHeld: boolean
}

/**
 * Renews the leases that this process holds: a long job is not taken over while its worker lives,
 * and one whose worker died soon is. One timer serves them all, and none runs while there are none,
 * for most jobs are done long before their first renewal.
 */
export class Leases extends Context.Service<
  Leases,
  {
    /** Repeats a renewal from now on; answers what ends that. */
    readonly hold: (renewal: Renewal) => () => void
  }
>()("@payloom/core/jobs/Leases") {
  static readonly layer = Layer.effect(
    Leases,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const run = Effect.runForkWith(yield* Effect.context<never>())
      const fork = (effect: Effect.Effect<void>) => run(Effect.forkIn(effect, scope))
      // Those that wait for their next renewal: none waits for another, nor for itself.
      const waiting = new Set<Lease>()
      let isRunning = false
      const add = (lease: Lease) => {
        if (!lease.isHeld) return
        waiting.add(lease)
        if (!isRunning) fork(rounds)
        isRunning = true
      }
      // A store that is away for a moment is tried again; a lease that was lost is not.
      const renewed = (lease: Lease) =>
        Effect.catch(lease.renewal, (error) =>
          Effect.sync(() => {
            lease.isHeld &&= !(error instanceof CommitConflict)
          })
        ).pipe(Effect.andThen(Effect.sync(() => add(lease))))
      const rounds: Effect.Effect<void> = Effect.flatMap(Effect.sleep(renewEveryMs), () => {
        const leases = [...waiting]
        waiting.clear()
        isRunning = leases.length > 0
        for (const lease of leases) fork(renewed(lease))
        return isRunning ? rounds : Effect.void
      })
      return Leases.of({
        hold: (renewal) => {
          const lease = { renewal, isHeld: true }
          add(lease)
          return () => {
            lease.isHeld = false
            waiting.delete(lease)
          }
        }
      })
    })
  )
}
