import { Clock, Effect } from "effect"
import { minuteMs } from "../../kernel/primitives/durations.ts"
import { elapsedMs } from "../../kernel/primitives/elapsedMs.ts"

/** Logs one failure of many. */
export type FailureLog = (cause: unknown) => Effect.Effect<void>

/**
 * Returns a log for failures that repeat, such as those of loops while the storage is down. The
 * first failure is logged at once. Later ones are logged once a minute, with their number.
 */
export const failureLog = (message: string): FailureLog => {
  let loggedAt = Number.NEGATIVE_INFINITY
  let unlogged = 0
  return (cause) =>
    Effect.flatMap(Clock.clockWith(Effect.succeed), (clock) => {
      const now = elapsedMs(clock)
      if (now - loggedAt < minuteMs) {
        unlogged += 1
        return Effect.void
      }
      const more =
        unlogged === 0 ? "" : ` This happened ${unlogged} times more since the last line.`
      loggedAt = now
      unlogged = 0
      return Effect.logWarning(`${message}${more}`, cause)
    })
}
