import { Context, Effect, Fiber, Layer } from "effect"
import { Storage } from "../storage/Storage.ts"

/**
 * Work that continues independently of its caller: a charge is not undone because a browser closed.
 * When the engine closes, it waits for all of it, up to `drainMs`.
 */
export class InFlightWork extends Context.Service<
  InFlightWork,
  {
    /** Runs an effect to its end. An interruption only stops the waiting. */
    readonly finish: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Starts an effect that runs to its end, without waiting for it. */
    readonly start: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<void, never, R>
  }
>()("@payloom/core/platform/jobs/InFlightWork") {
  static readonly layer = (drainMs: number) =>
    Layer.effect(
      InFlightWork,
      Effect.gen(function* () {
        // It depends on the storage, so it is closed and drained before the storage.
        yield* Storage
        const running = new Set<Fiber.Fiber<unknown, unknown>>()
        // Work that ends may have started other work: the request of a capture starts the capture
        // itself.
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
