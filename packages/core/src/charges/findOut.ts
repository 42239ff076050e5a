import { Clock, Effect } from "effect"
import type { PaymentProvider } from "../providers/PaymentProvider.ts"
import { type AttemptRecord, chargeOf, isPayerAway, isTimeUp } from "./Attempt.ts"
import { giveUpCharge } from "./giveUpCharge.ts"
import { lookUpCharge } from "./lookUpCharge.ts"
import { readLookup } from "./readOutcome.ts"

/**
 * Asks a provider what became of a charge. One that waits for a payer who is not waited for, or not
 * any more, is given up first: what counts is what the provider says after that, for until then the
 * payer may have paid.
 */
export const findOut = Effect.fnUntraced(function* (
  provider: PaymentProvider,
  attempt: AttemptRecord
) {
  const isAwaited = isPayerAway(attempt) && !isTimeUp(attempt, yield* Clock.currentTimeMillis)
  const { answer, verdict } = yield* ask(provider, attempt)
  if (answer._tag !== "Found" || answer.state !== "requires_action" || isAwaited) return verdict
  return yield* stopWaiting(provider, attempt, answer.providerReference)
})

/** Has a charge given up that waits for its payer, and asks what became of it. */
export const stopWaiting = Effect.fnUntraced(function* (
  provider: PaymentProvider,
  attempt: AttemptRecord,
  providerReference: string = attempt.providerReference
) {
  yield* giveUpCharge(provider, chargeOf(attempt, providerReference))
  return (yield* ask(provider, attempt)).verdict
})

const ask = Effect.fnUntraced(function* (provider: PaymentProvider, attempt: AttemptRecord) {
  // An absence is as old as the question, however long its answer took.
  const askedAt = yield* Clock.currentTimeMillis
  const answer = yield* lookUpCharge(provider, attempt)
  return { answer, verdict: readLookup(attempt, answer, provider, askedAt) }
})
