import { Context, Effect, Layer } from "effect"
import { Underway } from "../providers/Underway.ts"

/**
 * What a process carries out at once of what its own requests ask for. The job of it is born leased
 * to the process, so no worker has to find it, and should the process die another's takes it over.
 */
export class OwnWork extends Context.Service<
  OwnWork,
  {
    /** Whether there is room for one more: where there is none, the job waits for a worker. */
    readonly hasRoom: () => boolean
    /** Runs the effect to its end, whatever becomes of the request; nobody waits for it. */
    readonly start: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<void, never, R>
  }
>()("@payloom/core/jobs/OwnWork") {
  /** For so many at a time; 0 for a process that runs no jobs. */
  static readonly layer = (most: number) =>
    Layer.effect(
      OwnWork,
      Effect.map(Underway, (underway) => {
        let running = 0
        return OwnWork.of({
          hasRoom: () => running < most,
          start: (effect) => {
            running += 1
            const done = Effect.sync(() => {
              running -= 1
            })
            return underway.start(Effect.ensuring(effect, done))
          }
        })
      })
    )
}
