import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { removeJob } from "../../platform/jobs/scheduleJob.ts"
import { type Change, check, updated } from "../../platform/storage/Change.ts"
import { insertPendingModification } from "../captures-voids-refunds/newModification.ts"
import { newMoneyReturn } from "../captures-voids-refunds/returnMoney.ts"
import { AttemptCollection } from "./Attempt.ts"
import type { AttemptRows } from "./AttemptRows.ts"
import { attemptAfter } from "./attemptMachine.ts"
import {
  atRest,
  type Decision,
  type DecisionContext,
  movementOf,
  recordAttemptAlert
} from "./decision.ts"
import type { Verdict } from "./toVerdict.ts"

/** Applies a verdict on a settled attempt. Only a charge that turns up late changes anything. */
export const applyLateVerdict = (
  context: DecisionContext,
  rows: AttemptRows,
  verdict: Verdict
): Decision => {
  const { commit } = context
  const { status, facts } = rows.attempt.row
  const isGivenUp = status === "failed" || status === "declined"
  if (isGivenUp && verdict._tag === "Lost" && verdict.mismatch) {
    return unmoved(rows, mismatchAlert(commit, rows))
  }
  // A verification takes no money, so there is none to return.
  if (!isGivenUp || verdict._tag !== "Charged" || facts.amount === 0n) return unmoved(rows, [])
  const attempt = attemptAfter(rows.attempt.row, "charge_late", {
    providerReference: verdict.providerReference,
    networkReference: verdict.networkReference
  })
  const reversal = newMoneyReturn(commit, attempt, {
    kind: verdict.captured ? "refund" : "void",
    purpose: "late_charge",
    amount: facts.amount
  })
  return atRest(context, { ...rows, record: null }, attempt, rows.payment.row, {
    events: recordAttemptAlert(commit, "alert.late_charge", updated(rows.attempt, attempt)),
    ...(verdict.captured ? { movement: movementOf(attempt, "late_charge") } : {}),
    changes: [...removeJob(rows.job), ...insertPendingModification(commit, reversal)]
  })
}

const unmoved = (rows: AttemptRows, changes: ReadonlyArray<Change>): Decision => ({
  changes: [...removeJob(rows.job), ...changes],
  payment: rows.payment,
  next: null,
  answered: rows.record?.row.answer ?? null
})

/** The amount to return is unknown, so an operator has to look at it. */
const mismatchAlert = (commit: CommitContext, { attempt }: AttemptRows): ReadonlyArray<Change> => [
  check(AttemptCollection, attempt),
  ...recordAttemptAlert(commit, "alert.amount_mismatch", attempt)
]
