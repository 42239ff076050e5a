import { Context, Effect, Latch, Layer } from "effect"

/** Whoever runs jobs of some kinds, and waits for the next. */
export interface WorkListener {
  readonly wake: () => void
  /** Waits for the next `wake`, or for so many milliseconds. */
  readonly wait: (atMostMs: number) => Effect.Effect<void>
  /** Returns the kinds that it was woken for since the last call. */
  readonly heard: () => ReadonlyArray<string>
  /** Hears of nothing any more. */
  readonly stop: () => void
}

/** Tells this process's workers that a job is due, so they needn't wait for their next look. */
export class WorkSignal extends Context.Service<
  WorkSignal,
  {
    /**
     * Wakes all who listen for jobs of a kind. Whoever listens for what stands before the slash of
     * a kind hears of it as well.
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

/** Of kinds that name whose they are, what they have in common; others are their own. */
export const laneOf = (kind: string): string => kind.split("/")[0] ?? kind
