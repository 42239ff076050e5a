import { Effect, Semaphore } from "effect"
import type { Consumer } from "./Consumer.ts"

/** What the parts of a consumer that are read in one process share. */
export interface Places {
  /** As many as are handed an event at a time. */
  readonly handling: Semaphore.Semaphore
  /**
   * Reads one part after the other. Where there is more than one read brings, whatever else goes on
   * in the process has its turn in between: a backlog in all parts holds nothing up for long.
   */
  readonly inTurn: <A extends { readonly isEnd: boolean }, E, R>(
    read: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E, R>
}

/** The places of a consumer in this process. */
export const placesOf = ({ concurrency }: Consumer): Places => {
  const reading = Semaphore.makeUnsafe(1)
  let isBehind = false
  return {
    handling: Semaphore.makeUnsafe(concurrency),
    inTurn: (read) =>
      reading.withPermit(
        Effect.gen(function* () {
          if (isBehind) yield* Effect.yieldNow
          const page = yield* read
          isBehind = !page.isEnd
          return page
        })
      )
  }
}
