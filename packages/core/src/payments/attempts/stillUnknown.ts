import { findsDayOld, waitBeforeAskingAgain } from "../../jobs/Job.ts"
import type { Millis } from "../../values/Timestamp.ts"
import { paymentEvent } from "../paymentEvents.ts"
import { type AttemptRecord, isPayerAway } from "./Attempt.ts"
import type { AttemptRows } from "./AttemptRows.ts"
import { movedAttempt } from "./movedAttempt.ts"
import { withPayerBack } from "./payerBack.ts"
import type { Verdict } from "./readOutcome.ts"
import { askedAgain, askedAnew, openSince } from "./recoveryJob.ts"
import { atRest, attemptAlert, type Settlement, type SettlingContext } from "./settlement.ts"

/** The raw code of an attempt whose provider answered another amount or currency than asked. */
const mismatchCode = "amount_mismatch"

/** The payment waits; its job asks again, at growing intervals, and never gives up by guessing. */
export const stillUnknown = (
  context: Pick<SettlingContext, "setting" | "provider" | "followers" | "isAnswer">,
  rows: AttemptRows,
  verdict: Extract<Verdict, { readonly _tag: "WithPayer" | "Waiting" | "Lost" }>
): Settlement => {
  const { setting } = context
  const { job } = rows
  const before = rows.attempt.row
  const after = attemptAfter(before, verdict, setting.now)
  const isNews = !after.pendingTold && !isPayerAway(after)
  const attempt = isNews ? { ...after, pendingTold: true } : after
  const version = rows.payment.version + 1
  const alerts = [
    // Told once: it is asked again and again, and the answer stays the same.
    ...(verdict._tag === "Lost" && verdict.mismatch && before.rawCode !== mismatchCode
      ? [attemptAlert(setting, "alert.amount_mismatch", attempt, rows.attempt.version + 1)]
      : []),
    ...(job !== null && findsDayOld(openSince(attempt), job.row, setting.now)
      ? [attemptAlert(setting, "alert.outcome_unknown", attempt, rows.attempt.version + 1)]
      : [])
  ]
  return atRest(context, rows, attempt, rows.payment.row, {
    events: [
      ...(isNews ? [paymentEvent(setting, "payment.pending", rows.payment.row, version)] : []),
      ...alerts
    ],
    changes:
      isPayerAway(before) && !isPayerAway(attempt)
        ? askedAnew(rows, setting.now + waitBeforeAskingAgain(0))
        : askedAgain(setting, rows, attempt, context.isAnswer)
  })
}

const attemptAfter = (
  before: AttemptRecord,
  verdict: Extract<Verdict, { readonly _tag: "WithPayer" | "Waiting" | "Lost" }>,
  now: Millis
): AttemptRecord => {
  switch (verdict._tag) {
    case "WithPayer":
      return before
    case "Waiting": {
      const action = before.action === null ? null : { ...before.action, done: true }
      const told = { providerReference: verdict.providerReference, action, reason: null }
      return isPayerAway(before) ? withPayerBack(before, now, told) : { ...before, ...told }
    }
    case "Lost":
      return isPayerAway(before)
        ? { ...before, reason: verdict.reason }
        : movedAttempt(before, "lose", {
            reason: verdict.reason,
            ...(verdict.mismatch ? { rawCode: mismatchCode } : {})
          })
  }
}
