import { Effect } from "effect"
import type { ChargeOutcome } from "../../providers/ChargeOutcome.ts"
import { mayStillSend } from "../../providers/callProvider.ts"
import type { ResumeRequest } from "../../providers/PaymentProvider.ts"
import { type AttemptRecord, chargeOf } from "./Attempt.ts"
import { callForOutcome, resolveUnknownCharge, verdictOf } from "./providerCalls.ts"
import { applyVerdict, applyWhenItAnswers, type ChargeInFlight } from "./runCharge.ts"

/**
 * Finishes a charge whose payer is back. If the provider has `resume` and there is time, it is
 * called. Otherwise the charge is looked up. A payer who did nothing has given up and may choose
 * another way to pay.
 */
export const resumeCharge = Effect.fnUntraced(function* (inFlight: ChargeInFlight) {
  const { provider } = inFlight
  const { resume } = provider
  const { row } = inFlight.rows.attempt
  if (resume === undefined || !(yield* mayStillSend(row.sendBefore))) {
    return yield* applyVerdict(inFlight, yield* resolveUnknownCharge(provider, row))
  }
  const request = resumeRequestOf(row)
  const { outcome, late } = yield* callForOutcome(() => resume(request))
  // The call never arrived. The payer may have paid before it.
  if (neverReached(outcome)) {
    return yield* applyVerdict(inFlight, yield* resolveUnknownCharge(provider, row))
  }
  const decision = yield* applyVerdict(inFlight, yield* verdictOf(row, outcome, provider))
  if (late !== null) yield* applyWhenItAnswers(inFlight, late)
  return decision
})

/** Returns true if the call never reached the charge. It says nothing about an earlier call. */
export const neverReached = (
  outcome: ChargeOutcome
): outcome is Extract<ChargeOutcome, { readonly _tag: "NotSent" | "AccountUnavailable" }> =>
  outcome._tag === "NotSent" || outcome._tag === "AccountUnavailable"

/** Builds the request to a provider whose payer is back. */
export const resumeRequestOf = (attempt: AttemptRecord): ResumeRequest => ({
  ...chargeOf(attempt),
  amount: attempt.facts.amount,
  currency: attempt.facts.currency,
  state: attempt.action?.state ?? null,
  returned: attempt.action?.returned ?? null,
  sendBefore: attempt.sendBefore
})
