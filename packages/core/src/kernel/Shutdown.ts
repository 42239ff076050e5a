import { Context, Effect, Layer } from "effect"
import { TaggedError } from "./primitives/TaggedError.ts"

/** The engine is closed or closing, and accepts no more calls. */
export class EngineClosed extends TaggedError("EngineClosed") {
  override get message(): string {
    return "The engine was closed and takes no more calls: make another one."
  }
}

/**
 * The state of the engine. Once it is closed, it refuses new calls while it finishes those in
 * flight.
 */
export class Shutdown extends Context.Service<Shutdown, { isClosed: boolean }>()(
  "@payloom/core/kernel/Closing"
) {
  static readonly layer = Layer.sync(Shutdown, () => ({ isClosed: false }))

  /**
   * Marks the engine as closed. Build this layer last, because the last layer is released first.
   */
  static readonly announced = Layer.effectDiscard(
    Effect.flatMap(Shutdown, (shutdown) =>
      Effect.addFinalizer(() =>
        Effect.sync(() => {
          shutdown.isClosed = true
        })
      )
    )
  )
}
