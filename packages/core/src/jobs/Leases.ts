import { Context, Effect, Layer } from "effect"
import { CommitConflict, type StorageUnavailable } from "../storage/Storage.ts"

/** For how many milliseconds a job is its worker's; then the job of a dead one is free. */
export const leaseMs = 30_000

const renewEveryMs = 10_000

/** Writes that a job is its worker's for a while longer. */
export type Renewal = Effect.Effect<void, CommitConflict | StorageUnavailable>

/**
 * Renews the leases that this process holds: a long job is not taken over while its worker lives,
 * and one whose worker died soon is. One timer serves them all, and none runs while there are none,
 * for most jobs are done long before their first renewal.
 */
export class Leases extends Context.Service<
  Leases,
  {
    /** Repeats a renewal from now on; answers what ends that. */
    readonly keep: (renewal: Renewal) => () => void
  }
>()("@payloom/core/jobs/Leases") {
  static readonly layer = Layer.effect(
    Leases,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const context = yield* Effect.context<never>()
      const kept = new Set<Renewal>()
      let isRunning = false
      // A store that is away for a moment is tried again; a lease that was lost is not. None waits
      // for another: a store that never answers one of them may answer the rest.
      const renewed = (renewal: Renewal) =>
        Effect.catch(renewal, (error) =>
          Effect.sync(() => {
            if (error instanceof CommitConflict) kept.delete(renewal)
          })
        ).pipe(Effect.forkIn(scope))
      const rounds: Effect.Effect<void> = Effect.flatMap(Effect.sleep(renewEveryMs), () => {
        isRunning = kept.size > 0
        return isRunning
          ? Effect.andThen(Effect.forEach([...kept], renewed, { discard: true }), rounds)
          : Effect.void
      })
      const run = Effect.runForkWith(context)
      return Leases.of({
        keep: (renewal) => {
          kept.add(renewal)
          if (!isRunning) {
            isRunning = true
            run(Effect.forkIn(rounds, scope))
          }
          return () => kept.delete(renewal)
        }
      })
    })
  )
}
