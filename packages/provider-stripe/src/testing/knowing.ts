import type { KnownCharge, KnownCharges } from "@payloom/core"
import { Effect, Option } from "effect"

/** Returns the engine's knowledge of these attempts, and of no others. */
export const knowing = (...attempts: ReadonlyArray<KnownCharge>): KnownCharges => ({
  attempt: (reference) =>
    Effect.succeed(Option.fromUndefinedOr(attempts.find((one) => one.reference === reference)))
})
