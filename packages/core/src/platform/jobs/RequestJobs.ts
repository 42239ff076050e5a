import { Context, Effect, Layer } from "effect"
import { InFlightWork } from "./InFlightWork.ts"

/**
 * What a process carries out at once of what its own requests ask for. The job of it is born leased
 * to the process, so no worker has to find it, and should the process die another's takes it over.
 */
export class RequestJobs extends Context.Service<
  RequestJobs,
  {
    /** Takes a place for one more; false where none is free, and the job waits for a worker. */
    readonly takeSlot: () => boolean
    /** Gives a place back in which nothing was started. */
    readonly releaseSlot: () => void
    /**
     * Runs the effect to its end in a place that was taken, and leaves it then, whatever becomes of
     * the request; nobody waits for it.
     */
    readonly start: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<void, never, R>
  }
>()("@payloom/core/platform/jobs/RequestJobs") {
  /** For so many at a time; 0 for a process that runs no jobs. */
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
