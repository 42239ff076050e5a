import { EventCollection } from "../../events/Event.ts"
import type { Setting } from "../../events/newEvent.ts"
import { type Change, check, insert } from "../../storage/Change.ts"
import { newModification, toBeCarriedOut } from "../modifications/newModification.ts"
import { AttemptCollection } from "./Attempt.ts"
import type { AttemptRows } from "./AttemptRows.ts"
import { movedAttempt } from "./movedAttempt.ts"
import type { Verdict } from "./readOutcome.ts"
import { jobDone } from "./recoveryJob.ts"
import {
  atRest,
  attemptAlert,
  movementOf,
  type Settlement,
  type SettlingContext
} from "./settlement.ts"

/** News of an attempt that is settled: only a charge that shows up after all matters. */
export const lateNews = (
  context: SettlingContext,
  rows: AttemptRows,
  verdict: Verdict
): Settlement => {
  const { setting } = context
  const { status, facts } = rows.attempt.row
  const isGivenUp = status === "failed" || status === "declined"
  if (isGivenUp && verdict._tag === "Lost" && verdict.mismatch) {
    return unmoved(rows, mismatchAlert(setting, rows))
  }
  // A check of a card takes nothing, so there is nothing to take back.
  if (!isGivenUp || verdict._tag !== "Charged" || facts.amount === 0n) return unmoved(rows, [])
  const attempt = movedAttempt(rows.attempt.row, "charge_late", {
    providerReference: verdict.providerReference,
    networkReference: verdict.networkReference
  })
  const reversal = newModification(setting, attempt, {
    kind: verdict.captured ? "refund" : "void",
    purpose: "late_charge",
    amount: facts.amount
  })
  return atRest(context, { ...rows, record: null }, attempt, rows.payment.row, {
    events: [attemptAlert(setting, "alert.late_charge", attempt, rows.attempt.version + 1)],
    ...(verdict.captured ? { movement: movementOf(attempt, "late_charge") } : {}),
    changes: [...jobDone(rows), ...toBeCarriedOut(setting, reversal)]
  })
}

const unmoved = (rows: AttemptRows, changes: ReadonlyArray<Change>): Settlement => ({
  changes: [...jobDone(rows), ...changes],
  payment: rows.payment,
  next: null,
  answered: rows.record?.row.answer ?? null
})

/** How much is to be taken back nobody knows: somebody has to look at it. */
const mismatchAlert = (setting: Setting, { attempt }: AttemptRows): ReadonlyArray<Change> => [
  check(AttemptCollection, attempt),
  insert(
    setting.scope,
    EventCollection,
    attemptAlert(setting, "alert.amount_mismatch", attempt.row, attempt.version)
  )
]
