import { Clock, Effect } from "effect"

/** A job that took a second is followed by a rest of this many seconds. */
const restPerRun = 3
const longestRestMs = 5000

/** One job after another, with a rest after each. */
export interface Rest {
  /** Returns a job after which the rest begins. No other job starts until then. */
  readonly around: <A, E, R>(job: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** The milliseconds until the next job may start. Infinity while a job runs. */
  readonly left: Effect.Effect<number>
}

/** Returns the rests of a lane. The time of a job decides how long the rest after it is. */
export const makeRest = (): Rest => {
  let until = 0
  return {
    around: (job) => {
      until = Number.POSITIVE_INFINITY
      return Effect.flatMap(Clock.currentTimeMillis, (began) =>
        Effect.ensuring(
          job,
          Effect.map(Clock.currentTimeMillis, (ended) => {
            until = ended + Math.min((ended - began) * restPerRun, longestRestMs)
          })
        )
      )
    },
    left: Effect.map(Clock.currentTimeMillis, (now) => Math.max(until - now, 0))
  }
}
