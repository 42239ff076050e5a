import { Context, Effect, Fiber, Layer } from "effect"
import { Storage } from "../storage/Storage.ts"

/**
 * Work that runs on whatever its caller does: a charge is not taken back because a browser closed.
 * When the engine closes it waits for all of it, up to `drainMs`.
 */
export class InFlightWork extends Context.Service<
  InFlightWork,
  {
    /** Runs the effect to its end; only waiting for it can be interrupted. */
    readonly finish: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** The same, and nobody waits for it. */
    readonly start: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<void, never, R>
  }
>()("@payloom/core/platform/jobs/InFlightWork") {
  static readonly layer = (drainMs: number) =>
    Layer.effect(
      InFlightWork,
      Effect.gen(function* () {
        // Built on the storage, so that it is closed, and drained, before the storage is.
        yield* Storage
        const running = new Set<Fiber.Fiber<unknown, unknown>>()
        // What ends may have started something: a capture's request starts the capture itself.
        const drained: Effect.Effect<void> = Effect.suspend(() =>
          running.size === 0 ? Effect.void : Effect.andThen(Fiber.awaitAll([...running]), drained)
        )
        yield* Effect.addFinalizer(() => Effect.asVoid(Effect.timeoutOption(drained, drainMs)))
        const follow = (fiber: Fiber.Fiber<unknown, unknown>) => {
          running.add(fiber)
          fiber.addObserver(() => running.delete(fiber))
        }
        return InFlightWork.of({
          finish: (effect) =>
            Effect.flatMap(Effect.forkDetach(effect, { startImmediately: true }), (fiber) => {
              follow(fiber)
              return Fiber.join(fiber)
            }),
          start: (effect) =>
            Effect.map(Effect.forkDetach(effect, { startImmediately: true }), follow)
        })
      })
    )
}
