import { Clock, Effect } from "effect"

/**
 * Creates an effect that returns a sandbox's time in milliseconds. An effect that a test runs
 * without a clock gets the time of the engine that used the sandbox last, not the machine's.
 */
export const sandboxTime = (): Effect.Effect<number> => {
  const machine = Effect.runSync(Clock.Clock)
  let known = machine
  return Effect.clockWith((clock) => {
    if (clock !== machine) known = clock
    return known.currentTimeMillis
  })
}
