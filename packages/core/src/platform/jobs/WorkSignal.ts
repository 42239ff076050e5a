import { Context, Effect, Latch, Layer } from "effect"

/** A listener that runs jobs of some kinds and waits for the next one. */
export interface WorkListener {
  readonly wake: () => void
  /** Waits for the next `wake`, or for so many milliseconds. */
  readonly wait: (atMostMs: number) => Effect.Effect<void>
  /** Returns the kinds for which it was woken since the last call. */
  readonly heard: () => ReadonlyArray<string>
  /** Removes the listener. */
  readonly stop: () => void
}

/**
 * Wakes the workers of this process when a job is due, so they needn't wait for their next poll.
 */
export class WorkSignal extends Context.Service<
  WorkSignal,
  {
    /**
     * Wakes all listeners of a kind. A listener of the part before the slash of a kind is woken
     * too.
     */
    readonly wake: (kind: string) => void
    readonly listen: (kinds: ReadonlyArray<string>) => WorkListener
  }
>()("@payloom/core/platform/jobs/WorkSignal") {
  static readonly layer = Layer.sync(WorkSignal, () => {
    const listeners = new Set<Listener>()
    return {
      wake: (kind) => {
        const lane = laneOf(kind)
        for (const { kinds, heard, wake } of listeners) {
          if (!kinds.has(kind) && !kinds.has(lane)) continue
          heard.add(kind)
          wake()
        }
      },
      listen: (kinds) => {
        const latch = Latch.makeUnsafe(false)
        const wake = () => {
          latch.openUnsafe()
        }
        const heard = new Set<string>()
        const listener = { kinds: new Set(kinds), heard, wake }
        listeners.add(listener)
        return {
          wake,
          heard: () => {
            const all = [...heard]
            heard.clear()
            return all
          },
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

interface Listener {
  readonly kinds: ReadonlySet<string>
  readonly heard: Set<string>
  readonly wake: () => void
}

/** Returns the lane of a kind: the part before the slash, or the kind itself. */
export const laneOf = (kind: string): string => kind.split("/")[0] ?? kind
