import { Effect } from "effect"

let underWay = 0

/** Returns true if work that takes real time is in progress. A manual clock waits for it. */
export const isRealTimeTaken = (): boolean => underWay > 0

/** Marks an effect as one that takes real time, for example a database query. */
export const takingRealTime = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    underWay += 1
    return Effect.ensuring(
      effect,
      Effect.sync(() => {
        underWay -= 1
      })
    )
  })
