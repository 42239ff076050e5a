import { paymentEvent } from "../events/eventsFor.ts"
import { findsDayOld, nextAsk, postponed } from "../jobs/Job.ts"
import type { AttemptRecord } from "./Attempt.ts"
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
  context: Pick<SettlingContext, "setting">,
  rows: AttemptRows,
  verdict: Extract<Verdict, { readonly _tag: "Waiting" | "Lost" }>
): Settlement => {
  const { setting } = context
  const { job } = rows
  const before = rows.attempt.row
  const attempt: AttemptRecord =
    verdict._tag === "Lost"
      ? moved(before, "lose", verdict.mismatch ? { rawCode: mismatchCode } : {})
      : { ...before, providerReference: verdict.providerReference }
  const isNews = rows.record?.row.answer === null || attempt.status !== before.status
  const version = rows.payment.version + 1
  const alerts = [
    // Told once: it is asked again and again, and the answer stays the same.
    ...(verdict._tag === "Lost" && verdict.mismatch && before.rawCode !== mismatchCode
      ? [attemptAlert(setting, "alert.amount_mismatch", attempt, rows.attempt.version + 1)]
      : []),
    ...(job !== null && findsDayOld(before.created, job.row, setting.now)
      ? [attemptAlert(setting, "alert.outcome_unknown", attempt, rows.attempt.version + 1)]
      : [])
  ]
  return atRest(context, rows, attempt, rows.payment.row, {
    events: [
      ...(isNews ? [paymentEvent(setting, "payment.pending", rows.payment.row, version)] : []),
      ...alerts
    ],
    changes:
      job === null ? [] : [postponed(job, nextAsk(before.created, job.row.tries, setting.now))]
  })
}
