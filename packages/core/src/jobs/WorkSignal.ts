import { Context, Effect, Latch, Layer } from "effect"

/** Tells this process's workers that a job is due, so they needn't wait for their next look. */
export class WorkSignal extends Context.Service<
  WorkSignal,
  {
    readonly wake: () => void
    /** Waits for the next `wake`, or for so many milliseconds. */
    readonly wait: (atMostMs: number) => Effect.Effect<void>
  }
>()("@payloom/core/jobs/WorkSignal") {
  static readonly layer = Layer.sync(WorkSignal, () => {
    const latch = Latch.makeUnsafe(false)
    return {
      wake: () => {
        latch.openUnsafe()
      },
      wait: (atMostMs) =>
        latch.await.pipe(
          Effect.timeoutOption(atMostMs),
          Effect.andThen(Effect.sync(() => latch.closeUnsafe())),
          Effect.asVoid
        )
    }
  })
}
