import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import { isFirstAfterDays, lookUpDelayMs } from "../../platform/jobs/scheduleJob.ts"
import { updated } from "../../platform/storage/Change.ts"
import { type AttemptRecord, isPayerAway } from "./Attempt.ts"
import type { AttemptRows } from "./AttemptRows.ts"
import { attemptAfter } from "./attemptMachine.ts"
import { atRest, type Decision, type DecisionContext, recordAttemptAlert } from "./decision.ts"
import { recordPaymentEvent } from "./paymentEvents.ts"
import { withPayerBack } from "./recordPayerReturn.ts"
import { alertDays, openSince, restartLookUps, scheduleNextLookUp } from "./recoveryJob.ts"
import type { Verdict } from "./toVerdict.ts"

/** The raw code of an attempt whose provider answered with another amount or currency. */
export const mismatchCode = "amount_mismatch"

/** Keeps the payment waiting. Its job looks the charge up at growing intervals, without end. */
export const keepUnknown = (
  context: Pick<DecisionContext, "commit" | "provider" | "followers" | "isAnswer">,
  rows: AttemptRows,
  verdict: Extract<Verdict, { readonly _tag: "WithPayer" | "Waiting" | "Lost" }>
): Decision => {
  const { commit } = context
  const { job } = rows
  const settlesAt = verdict._tag === "Lost" ? verdict.settlesAt : undefined
  const before = rows.attempt.row
  const after = attemptStill(before, verdict, commit.now)
  const isNewlyPending = !after.pendingTold && !isPayerAway(after)
  const attempt = isNewlyPending ? { ...after, pendingTold: true } : after
  const payment = updated(rows.payment, rows.payment.row)
  const told = updated(rows.attempt, attempt)
  const alerts = [
    // Recorded once, though every look-up gives the same answer.
    ...(verdict._tag === "Lost" && verdict.mismatch && before.rawCode !== mismatchCode
      ? recordAttemptAlert(commit, "alert.amount_mismatch", told)
      : []),
    ...(job !== null &&
    isFirstAfterDays(alertDays(context, attempt), openSince(attempt), job.row, commit.now)
      ? recordAttemptAlert(commit, "alert.outcome_unknown", told)
      : [])
  ]
  return atRest(context, rows, attempt, rows.payment.row, {
    events: [
      ...(isNewlyPending ? recordPaymentEvent(commit, "payment.pending", payment) : []),
      ...alerts
    ],
    changes:
      isPayerAway(before) && !isPayerAway(attempt)
        ? restartLookUps(rows, commit.now + lookUpDelayMs(0))
        : scheduleNextLookUp(context, rows, attempt, settlesAt)
  })
}

const attemptStill = (
  before: AttemptRecord,
  verdict: Extract<Verdict, { readonly _tag: "WithPayer" | "Waiting" | "Lost" }>,
  now: Millis
): AttemptRecord => {
  switch (verdict._tag) {
    case "WithPayer":
      return before
    case "Waiting": {
      const action = before.action === null ? null : { ...before.action, done: true }
      const { providerReference, savedMethod } = verdict
      const saved = savedMethod === undefined ? {} : { savedMethod }
      const told = { providerReference, ...saved, action, reason: null }
      return isPayerAway(before) ? withPayerBack(before, now, told) : { ...before, ...told }
    }
    case "Lost":
      return isPayerAway(before)
        ? { ...before, reason: verdict.reason }
        : attemptAfter(before, "lose", {
            reason: verdict.reason,
            ...(verdict.mismatch ? { rawCode: mismatchCode } : {})
          })
  }
}
