import type { ChargeQuery, KnownCharges } from "@payloom/core"
import { Effect, Option } from "effect"

/** What the engine would know of these attempts. */
export const knowing = (...attempts: ReadonlyArray<ChargeQuery>): KnownCharges => ({
  attempt: (reference) =>
    Effect.succeed(Option.fromUndefinedOr(attempts.find((one) => one.reference === reference)))
})
