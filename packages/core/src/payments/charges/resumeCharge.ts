import { Effect } from "effect"
import type { ChargeOutcome } from "../../providers/ChargeOutcome.ts"
import { mayStillSend } from "../../providers/callProvider.ts"
import type { ResumeRequest } from "../../providers/PaymentProvider.ts"
import { type AttemptRecord, chargeOf } from "./Attempt.ts"
import { applyVerdict, type ChargeInFlight } from "./applyVerdict.ts"
import { callForOutcome, readAnswer, resolveUnknownCharge } from "./lookUpCharge.ts"
import { applyWhenItAnswers } from "./runAttempts.ts"
import { noAnswer } from "./toVerdict.ts"

/**
 * Finishes a charge whose payer is back: at its provider where that wants to be told of it, and in
 * time; else by asking what the payer did. One who did nothing has given up, and may choose anew.
 */
export const resumeCharge = Effect.fnUntraced(function* (inFlight: ChargeInFlight) {
  const { provider } = inFlight
  const { resume } = provider
  const { row } = inFlight.rows.attempt
  if (resume === undefined || !(yield* mayStillSend(row.sendBefore))) {
    return yield* applyVerdict(inFlight, yield* resolveUnknownCharge(provider, row))
  }
  const request = resumeRequestOf(row)
  const called = yield* callForOutcome(() => resume(request))
  // Unheard, the payer may have paid all the same.
  if (called._tag === "Answered" && neverReached(called.answer)) {
    return yield* applyVerdict(inFlight, yield* resolveUnknownCharge(provider, row))
  }
  const verdict =
    called._tag === "Answered" ? yield* readAnswer(row, called.answer, provider) : noAnswer
  const decision = yield* applyVerdict(inFlight, verdict)
  if (called._tag === "TimedOut") yield* applyWhenItAnswers(inFlight, called.late)
  return decision
})

/** Whether a call came to nothing at its provider: it speaks of itself alone, not of one before. */
export const neverReached = (
  outcome: ChargeOutcome
): outcome is Extract<ChargeOutcome, { readonly _tag: "NotSent" | "AccountUnavailable" }> =>
  outcome._tag === "NotSent" || outcome._tag === "AccountUnavailable"

/** What a provider is told of a payer who is back. */
export const resumeRequestOf = (attempt: AttemptRecord): ResumeRequest => ({
  ...chargeOf(attempt),
  amount: attempt.facts.amount,
  currency: attempt.facts.currency,
  state: attempt.action?.state ?? null,
  returned: attempt.action?.returned ?? null,
  sendBefore: attempt.sendBefore
})
