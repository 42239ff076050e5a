import { Context, Effect, Layer } from "effect"
import { Underway } from "./Underway.ts"

/**
 * What a process carries out at once of what its own requests ask for. The job of it is born leased
 * to the process, so no worker has to find it, and should the process die another's takes it over.
 */
export class OwnWork extends Context.Service<
  OwnWork,
  {
    /** Takes a place for one more; false where none is free, and the job waits for a worker. */
    readonly takePlace: () => boolean
    /** Gives a place back in which nothing was started. */
    readonly leavePlace: () => void
    /**
     * Runs the effect to its end in a place that was taken, and leaves it then, whatever becomes of
     * the request; nobody waits for it.
     */
    readonly start: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<void, never, R>
  }
>()("@payloom/core/platform/jobs/OwnWork") {
  /** For so many at a time; 0 for a process that runs no jobs. */
  static readonly layer = (most: number) =>
    Layer.effect(
      OwnWork,
      Effect.map(Underway, (underway) => {
        let taken = 0
        const leavePlace = () => {
          taken -= 1
        }
        return OwnWork.of({
          takePlace: () => {
            if (taken >= most) return false
            taken += 1
            return true
          },
          leavePlace,
          start: (effect) => underway.start(Effect.ensuring(effect, Effect.sync(leavePlace)))
        })
      })
    )
}
