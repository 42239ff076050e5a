import { type Change, Storage } from "@payloom/core"
import { Effect, Layer } from "effect"

/** Returns the same storage. `onCommit` gets the changes of each commit that succeeded. */
export const observedCommits = <E>(
  storage: Layer.Layer<Storage, E>,
  onCommit: (changes: ReadonlyArray<Change>) => void
): Layer.Layer<Storage, E> =>
  Layer.effect(
    Storage,
    Effect.map(Storage, (inner) => ({
      ...inner,
      commit: (changes: ReadonlyArray<Change>) =>
        Effect.map(inner.commit(changes), () => onCommit(changes))
    }))
  ).pipe(Layer.provide(storage))
