import { Effect, Semaphore } from "effect"
import type { Consumer } from "./Consumer.ts"

/** What the parts of a consumer that are read in one process share. */
export interface Places {
  /** As many as are handed an event at a time. */
  readonly handling: Semaphore.Semaphore
  /**
   * Reads one part after the other. Where there is more than one read brings, whatever else goes on
   * in the process has its turn every few milliseconds: a backlog in all parts holds nothing up.
   */
  readonly inTurn: <A extends { readonly isEnd: boolean }, E, R>(
    read: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E, R>
}

/** About four pages: each turn costs something, too. */
const longestTurnNanos = 5_000_000n

/** The places of a consumer in this process. */
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
