import { Context, Effect, Latch, Layer } from "effect"

/** Whoever runs jobs of some kinds, and waits for the next. */
export interface WorkListener {
  readonly wake: () => void
  /** Waits for the next `wake`, or for so many milliseconds. */
  readonly wait: (atMostMs: number) => Effect.Effect<void>
  /** Hears of nothing any more. */
  readonly stop: () => void
}

/** Tells this process's workers that a job is due, so they needn't wait for their next look. */
export class WorkSignal extends Context.Service<
  WorkSignal,
  {
    /** Wakes all who listen for jobs of a kind. */
    readonly wake: (kind: string) => void
    readonly listen: (kinds: ReadonlyArray<string>) => WorkListener
  }
>()("@payloom/core/jobs/WorkSignal") {
  static readonly layer = Layer.sync(WorkSignal, () => {
    const listeners = new Set<{ readonly kinds: ReadonlySet<string>; readonly wake: () => void }>()
    return {
      wake: (kind) => {
        for (const { kinds, wake } of listeners) if (kinds.has(kind)) wake()
      },
      listen: (kinds) => {
        const latch = Latch.makeUnsafe(false)
        const wake = () => {
          latch.openUnsafe()
        }
        const listener = { kinds: new Set(kinds), wake }
        listeners.add(listener)
        return {
          wake,
          stop: () => {
            listeners.delete(listener)
          },
          wait: (atMostMs) =>
            latch.await.pipe(
              Effect.timeoutOption(atMostMs),
              Effect.andThen(Effect.sync(() => latch.closeUnsafe())),
              Effect.asVoid
            )
        }
      }
    }
  })
}
