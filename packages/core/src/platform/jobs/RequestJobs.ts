import { Context, Effect, Layer } from "effect"
import { InFlightWork } from "./InFlightWork.ts"

/**
 * The jobs that a process runs immediately for its own requests. Such a job is leased to the
 * process when it is inserted, so no worker has to find it. If the process dies, another takes the
 * job over.
 */
export class RequestJobs extends Context.Service<
  RequestJobs,
  {
    /** Takes a slot. Returns false if none is free: then the job waits for a worker. */
    readonly takeSlot: () => boolean
    /** Releases a slot in which nothing was started. */
    readonly releaseSlot: () => void
    /**
     * Runs an effect to its end in a slot that was taken, then releases the slot. It does not
     * depend on the request, and nothing waits for it.
     */
    readonly start: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<void, never, R>
  }
>()("@payloom/core/platform/jobs/RequestJobs") {
  /** `most` is the number of slots. 0 for a process that runs no jobs. */
  static readonly layer = (most: number) =>
    Layer.effect(
      RequestJobs,
      Effect.map(InFlightWork, (underway) => {
        let taken = 0
        const releaseSlot = () => {
          taken -= 1
        }
        return RequestJobs.of({
          takeSlot: () => {
            if (taken >= most) return false
            taken += 1
            return true
          },
          releaseSlot,
          start: (effect) => underway.start(Effect.ensuring(effect, Effect.sync(releaseSlot)))
        })
      })
    )
}
