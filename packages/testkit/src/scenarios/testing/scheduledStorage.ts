import { Storage } from "@payloom/core"
import { Effect } from "effect"
import type { Scheduler } from "fast-check"

/** A storage whose answers wait for a scheduler, if there is one. */
export interface ScheduledStorage {
  readonly between: (inner: Storage["Service"]) => Storage["Service"]
  /** Sets the scheduler that orders all answers. With null, each answer comes at once. */
  readonly scheduledBy: (scheduler: Scheduler | null) => void
}

/** Creates a storage for properties that interleave processes at each read and commit. */
export const scheduledStorage = (): ScheduledStorage => {
  let scheduler: Scheduler | null = null
  const turn = <A, E>(label: string, effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      const giver = scheduler
      return giver === null
        ? effect
        : Effect.andThen(
            Effect.promise(() => giver.schedule(Promise.resolve(), label)),
            effect
          )
    })
  return {
    scheduledBy: (giver) => {
      scheduler = giver
    },
    between: (inner) =>
      Storage.of({
        ...inner,
        commit: (changes) => turn("commit", inner.commit(changes)),
        get: (scope, of, id) => turn(`get ${of.name}`, inner.get(scope, of, id)),
        getMany: (scope, of, ids) => turn(`getMany ${of.name}`, inner.getMany(scope, of, ids)),
        findUnique: (scope, of, key, value) =>
          turn(`findUnique ${of.name}`, inner.findUnique(scope, of, key, value)),
        claimDue: (query) => turn("claimDue", inner.claimDue(query))
      })
  }
}
