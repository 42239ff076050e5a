import { Effect } from "effect"

let underWay = 0

/** Whether something is under way that takes real time: whoever moves a clock waits for it. */
export const isRealTimeTaken = (): boolean => underWay > 0

/** The same effect, which takes real time: a question to a database, say. */
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
