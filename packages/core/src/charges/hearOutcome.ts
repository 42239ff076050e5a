import { Effect } from "effect"
import type { ChargeOutcome } from "../providers/ChargeOutcome.ts"
import type { PaymentProvider } from "../providers/PaymentProvider.ts"
import { type AttemptRecord, chargeOf } from "./Attempt.ts"
import { stopWaiting } from "./findOut.ts"
import { giveUpCharge } from "./giveUpCharge.ts"
import { readOutcome, type Verdict } from "./readOutcome.ts"

/**
 * Reads an answer to a charge. One that waits for a payer whom nobody asked is given up, and where
 * that can be found out, stands all the same if it turns out that they have paid.
 */
export const hearOutcome = (
  attempt: AttemptRecord,
  outcome: ChargeOutcome,
  provider: PaymentProvider
) => {
  const verdict = readOutcome(attempt, outcome, provider)
  return outcome._tag === "RequiresAction" && verdict._tag === "Declined"
    ? givenUp(attempt, outcome.providerReference, provider, verdict)
    : Effect.succeed(verdict)
}

/** Gives up what nobody was asked to do; declined, unless that turns out to have been paid. */
export const givenUp = Effect.fnUntraced(function* (
  attempt: AttemptRecord,
  providerReference: string,
  provider: PaymentProvider,
  declined: Verdict
) {
  if (!provider.capabilities.lookup) {
    yield* giveUpCharge(provider, chargeOf(attempt, providerReference))
    return declined
  }
  const found = yield* stopWaiting(provider, attempt, providerReference)
  // That it was given up is our doing; why it came to nothing is that nobody could be asked.
  return found._tag === "Declined" || found._tag === "NotProcessed" ? declined : found
})
