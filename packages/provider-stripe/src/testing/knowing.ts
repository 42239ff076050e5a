import type { KnownCharge, KnownCharges } from "@payloom/core"
import { Effect, Option } from "effect"

/** What the engine would know of these attempts. */
export const knowing = (...attempts: ReadonlyArray<KnownCharge>): KnownCharges => ({
  attempt: (reference) =>
    Effect.succeed(Option.fromUndefinedOr(attempts.find((one) => one.reference === reference)))
})
