import { Context, Effect, Layer } from "effect"
import { TaggedError } from "./primitives/TaggedError.ts"

/** The engine was closed, or is being closed, and takes no more calls. */
export class EngineClosed extends TaggedError("EngineClosed") {
  override get message(): string {
    return "The engine was closed and takes no more calls: make another one."
  }
}

/** Whether the engine takes calls; it stops taking them before it finishes what is under way. */
export class Shutdown extends Context.Service<Shutdown, { isClosed: boolean }>()(
  "@payloom/core/kernel/Closing"
) {
  static readonly layer = Layer.sync(Shutdown, () => ({ isClosed: false }))

  /** To be built last, for what is built last is released first. */
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
