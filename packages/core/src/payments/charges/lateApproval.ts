import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { removeJob } from "../../platform/jobs/scheduleJob.ts"
import { type Change, check, updated } from "../../platform/storage/Change.ts"
import { declineBlock } from "../../providers/Decline.ts"
import { sumOfSplits } from "../../providers/Split.ts"
import { insertPendingModification } from "../captures-voids-refunds/newModification.ts"
import { newMoneyReturn } from "../captures-voids-refunds/returnMoney.ts"
import { AttemptCollection, type AttemptRecord } from "./Attempt.ts"
import type { AttemptRows } from "./AttemptRows.ts"
import { attemptAfter } from "./attemptMachine.ts"
import { authorizedAmount } from "./capturable.ts"
import {
  atRest,
  type Decision,
  type DecisionContext,
  movementOf,
  recordAttemptAlert
} from "./decision.ts"
import { paymentAfter } from "./paymentMachine.ts"
import { splitMovements } from "./splits.ts"
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
    ...(verdict.part === undefined ? {} : { authorizedAmount: verdict.part }),
    providerReference: verdict.providerReference,
    networkReference: verdict.networkReference
  })
  return atRest(context, { ...rows, record: null }, attempt, rows.payment.row, {
    events: recordAttemptAlert(commit, "alert.late_charge", updated(rows.attempt, attempt)),
    ...moneyReturned(context, rows, attempt, verdict.captured)
  })
}

/** The movement and the changes that return an unwanted charge. */
const moneyReturned = (
  { commit }: DecisionContext,
  rows: AttemptRows,
  attempt: AttemptRecord,
  isCaptured: boolean
) => {
  const splits = paidSplits(rows, attempt)
  const reversal = newMoneyReturn(commit, attempt, {
    kind: isCaptured ? "refund" : "void",
    purpose: "late_charge",
    amount: authorizedAmount(attempt),
    // The accounts of the parts give back what they got of a charge that nobody wanted.
    ...(isCaptured && splits !== undefined ? { reversesSplits: true, splits } : {})
  })
  return {
    movements: isCaptured
      ? [movementOf(attempt, "late_charge"), ...splitMovements(attempt, "split", splits)]
      : [],
    changes: [...removeJob(rows.job), ...insertPendingModification(commit, reversal)]
  }
}

/** Returns the parts of a late charge. A provider pays none if they exceed the approved amount. */
const paidSplits = ({ payment }: AttemptRows, attempt: AttemptRecord) => {
  const { splits } = payment.row
  return sumOfSplits(splits) <= authorizedAmount(attempt) ? splits : undefined
}

/**
 * Declines a charge of which the issuer approved a part only, for a payment that doesn't accept
 * parts. The part is returned, as a late charge would be. No alert is raised.
 */
export const returnPart = (
  context: DecisionContext,
  rows: AttemptRows,
  verdict: Extract<Verdict, { readonly _tag: "Charged" }> & { readonly part: bigint }
): Decision => {
  const { now } = context.commit
  const decline = declineBlock("insufficient_funds", "soft", now)
  const { providerReference, networkReference } = verdict
  const attempt = attemptAfter(rows.attempt.row, "refuse_part", {
    authorizedAmount: verdict.part,
    decline,
    reason: null,
    rawCode: "partial_approval",
    providerReference,
    networkReference,
    settledAt: now
  })
  const payment = paymentAfter(rows.payment.row, "decline", { decline })
  return atRest(
    context,
    rows,
    attempt,
    payment,
    moneyReturned(context, rows, attempt, verdict.captured)
  )
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
