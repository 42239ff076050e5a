import { Effect } from "effect"
import { ForbiddenTransition } from "../../kernel/ForbiddenTransition.ts"

const mostTimes = 3

/**
 * Decides again if a machine forbids the transition, because another process may have committed
 * between the reads of the rows. Its commit would have been refused, so nothing was written. It
 * repeats `decide`, or runs `again` if the first decision was based on rows at hand.
 */
export const decideAnew = <A, E, R>(
  decide: Effect.Effect<A, E, R>,
  again: Effect.Effect<A, E, R> = decide,
  times = mostTimes
): Effect.Effect<A, E, R> =>
  Effect.catchDefect(decide, (defect) =>
    defect instanceof ForbiddenTransition && times > 0
      ? decideAnew(again, again, times - 1)
      : Effect.die(defect)
  )
