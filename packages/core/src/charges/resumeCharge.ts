import { Effect } from "effect"
import { mayStillSend } from "../providers/callProvider.ts"
import { chargeOf } from "./Attempt.ts"
import { applyVerdict, type ChargeInFlight } from "./applyVerdict.ts"
import { callForOutcome, findOut, readAnswer } from "./askProvider.ts"
import { noAnswer } from "./readOutcome.ts"
import { applyWhenItAnswers } from "./runAttempts.ts"

/**
 * Finishes a charge whose payer is back: at its provider where that wants to be told of it, and in
 * time; else by asking what the payer did. One who did nothing has given up, and may choose anew.
 */
export const resumeCharge = Effect.fnUntraced(function* (inFlight: ChargeInFlight) {
  const { provider } = inFlight
  const { resume } = provider
  const { row } = inFlight.rows.attempt
  if (resume === undefined || !(yield* mayStillSend(row.sendBefore))) {
    return yield* applyVerdict(inFlight, yield* findOut(provider, row))
  }
  const request = { ...chargeOf(row), sendBefore: row.sendBefore }
  const called = yield* callForOutcome(() => resume(request))
  // "Not sent" speaks of this call; the payer may have paid all the same.
  if (called._tag === "Answered" && called.answer._tag === "NotSent") {
    return yield* applyVerdict(inFlight, yield* findOut(provider, row))
  }
  const verdict =
    called._tag === "Answered" ? yield* readAnswer(row, called.answer, provider) : noAnswer
  const decision = yield* applyVerdict(inFlight, verdict)
  if (called._tag === "TimedOut") yield* applyWhenItAnswers(inFlight, called.late)
  return decision
})
