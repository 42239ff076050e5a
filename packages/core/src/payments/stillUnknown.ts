import { paymentEvent, type Setting } from "../events/eventsFor.ts"
import { findsDayOld, type Job, nextAsk, postponed, waitBeforeAskingAgain } from "../jobs/Job.ts"
import type { Change } from "../storage/Change.ts"
import type { Stored } from "../storage/Storage.ts"
import type { Millis } from "../values/Timestamp.ts"
import type { AttemptRecord } from "./Attempt.ts"
import { sendChargeWithinMs } from "./chargeRequest.ts"
import { isPayerAway, withPayerBack } from "./payerAway.ts"
import type { Verdict } from "./readOutcome.ts"
import {
  type AttemptRows,
  atRest,
  attemptAlert,
  moved,
  type Settlement,
  type SettlingContext
} from "./settlement.ts"

/** The raw code of an attempt whose provider answered another amount or currency than asked. */
const mismatchCode = "amount_mismatch"

/** The payment waits; its job asks again, at growing intervals, and never gives up by guessing. */
export const stillUnknown = (
  context: Pick<SettlingContext, "setting" | "provider">,
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
      job !== null && isPayerAway(before) && !isPayerAway(attempt)
        ? [anew(job, setting.now + waitBeforeAskingAgain(0))]
        : askedAgain(setting, rows, attempt)
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
      const told = { providerReference: verdict.providerReference, action }
      return isPayerAway(before) ? withPayerBack(before, now, told) : { ...before, ...told }
    }
    case "Lost":
      return isPayerAway(before)
        ? before
        : moved(before, "lose", verdict.mismatch ? { rawCode: mismatchCode } : {})
  }
}

/** Since when nobody knows: a payer who still has time leaves nothing open. */
const openSince = (attempt: AttemptRecord): Millis =>
  payerEndsAt(attempt) ?? attempt.sendBefore - sendChargeWithinMs

const payerEndsAt = (attempt: AttemptRecord): Millis | null =>
  isPayerAway(attempt) && attempt.action !== null ? attempt.action.expiresAt : null

/** Its job asks again, and at the latest when the payer's time is up. */
export const askedAgain = (
  { now }: Pick<Setting, "now">,
  { job }: Pick<AttemptRows, "job">,
  attempt: AttemptRecord
): ReadonlyArray<Change> => {
  if (job === null) return []
  const next = nextAsk(openSince(attempt), job.row.tries, now)
  const endsAt = payerEndsAt(attempt) ?? now
  return [endsAt > now && endsAt <= next ? anew(job, endsAt) : postponed(job, next)]
}

/** From then on it is asked as often as of a charge that was just sent. */
const anew = (job: Stored<Job>, dueAt: Millis): Change =>
  postponed({ ...job, row: { ...job.row, tries: 0 } }, dueAt)
