import { Storage } from "@payloom/core"
import { Effect } from "effect"
import type { Scheduler } from "fast-check"

/** A storage whose every answer waits for its turn, once there is somebody who gives turns. */
export interface ScheduledStorage {
  readonly between: (inner: Storage["Service"]) => Storage["Service"]
  /** From now on the scheduler decides who goes next; without one everybody goes at once. */
  readonly scheduledBy: (scheduler: Scheduler | null) => void
}

/** Lets a property interleave what processes do to one storage, read by read, commit by commit. */
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
