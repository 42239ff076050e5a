import { Effect, Semaphore } from "effect"
import type { Consumer } from "./Consumer.ts"

/** The resources that the parts of a consumer share in one process. */
export interface Places {
  /** Limits the number of events that are handled at a time. */
  readonly handling: Semaphore.Semaphore
  /**
   * Reads one part after the other. During a backlog it yields every few milliseconds, so other
   * tasks of the process are not blocked.
   */
  readonly inTurn: <A extends { readonly isEnd: boolean }, E, R>(
    read: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E, R>
}

/** About the time of four pages. Each yield has a cost too. */
const longestTurnNanos = 5_000_000n

/** Returns the shared resources of a consumer in this process. */
export const placesOf = ({ concurrency }: Consumer): Places => {
  const reading = Semaphore.makeUnsafe(1)
  let isBehind = false
  let turnBegan = 0n
  return {
    handling: Semaphore.makeUnsafe(concurrency),
    inTurn: (read) =>
      reading.withPermit(
        Effect.gen(function* () {
          const clock = yield* Effect.clockWith(Effect.succeed)
          if (isBehind && clock.monotonicTimeNanosUnsafe() > turnBegan + longestTurnNanos) {
            yield* Effect.yieldNow
            turnBegan = clock.monotonicTimeNanosUnsafe()
          }
          const page = yield* read
          isBehind = !page.isEnd
          return page
        })
      )
  }
}
