import { Effect } from "effect"
import type { ChargeOutcome } from "../providers/ChargeOutcome.ts"
import type { PaymentProvider } from "../providers/PaymentProvider.ts"
import { type AttemptRecord, chargeOf } from "./Attempt.ts"
import { giveUpCharge } from "./giveUpCharge.ts"
import { readOutcome } from "./readOutcome.ts"

/** Reads an answer to a charge; one that waits for a payer whom nobody asked is given up. */
export const hearOutcome = Effect.fnUntraced(function* (
  attempt: AttemptRecord,
  outcome: ChargeOutcome,
  provider: PaymentProvider
) {
  const verdict = readOutcome(attempt, outcome, provider)
  if (outcome._tag === "RequiresAction" && verdict._tag === "Declined") {
    yield* giveUpCharge(provider, chargeOf(attempt, outcome.providerReference))
  }
  return verdict
})
