import type { AtProvider } from "../../ledger/LedgerGroup.ts"
import { postingsFor } from "../../ledger/postingsFor.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import {
  isFirstAfterDays,
  nextLookUpAt,
  postponeJob,
  removeJob,
  retryUnsent
} from "../../platform/jobs/scheduleJob.ts"
import {
  type Change,
  check,
  insert,
  inserted,
  update,
  updated
} from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Job } from "../../platform/storage/Job.ts"
import { AttemptCollection, chargeAtProvider } from "../charges/Attempt.ts"
import { holdPostponed } from "../charges/holdJobs.ts"
import { PaymentCollection } from "../charges/Payment.ts"
import { recordPaymentEvent, recordTransition } from "../charges/paymentEvents.ts"
import { isContradicted, isMadeAgain } from "./contradiction.ts"
import { isFullyReturned } from "./lateRefunds.ts"
import { ModificationCollection, type ModificationRecord } from "./Modification.ts"
import type { ModificationRows } from "./ModificationRows.ts"
import {
  failed,
  holdWasGone,
  type ModificationEffects,
  reverseRefund,
  succeeded
} from "./modificationEffects.ts"
import type { ModificationVerdict } from "./readModification.ts"
import { recordModificationEvent } from "./resources.ts"
import { moneyReturnFailed } from "./returnMoney.ts"

/** Returns the changes of a capture, void, refund or increment after a verdict. Pure. */
export const decideModification = (
  commit: CommitContext,
  rows: ModificationRows,
  verdict: ModificationVerdict
): ReadonlyArray<Change> => {
  const { kind, status } = rows.modification.row
  if (verdict._tag === "Reversed" && status === "succeeded" && kind === "refund") {
    return applied(commit, rows, reverseRefund(rows), {})
  }
  const { row } = rows.modification
  if (isContradicted(row, verdict) || isMadeAgain(row, verdict, rows.occurredAt)) {
    return contradicted(commit, rows)
  }
  if (status !== "pending") return removeJob(rows.job)
  switch (verdict._tag) {
    case "Succeeded":
      return applied(commit, rows, succeeded(commit, rows, verdict.holdsUntil), {
        providerReference: verdict.providerReference
      })
    case "Failed":
      return applied(commit, rows, failed(rows), { rawCode: verdict.rawCode })
    // It was taken back before we knew that it was made, so no money moved.
    case "Reversed":
      return applied(commit, rows, failed(rows), { rawCode: "reversed" })
    case "HoldExpired":
      return applied(commit, rows, holdWasGone(commit, rows, verdict.alert), {
        rawCode: "hold_expired"
      })
    case "Waiting":
    case "NotSent":
    case "Lost":
      return lookUpAgain(commit, rows, verdict)
  }
}

/** Records that money moved against the books. An alert asks a person to look. */
const contradicted = (commit: CommitContext, rows: ModificationRows): ReadonlyArray<Change> => {
  return [
    ...removeJob(rows.job),
    check(ModificationCollection, rows.modification),
    ...recordModificationEvent(commit, "alert.outcome_contradicted", rows.modification)
  ]
}

const applied = (
  commit: CommitContext,
  rows: ModificationRows,
  effects: ModificationEffects,
  fields: Partial<ModificationRecord>
): ReadonlyArray<Change> => {
  const { scope } = commit
  const modification: ModificationRecord = {
    ...rows.modification.row,
    ...fields,
    status: effects.status,
    settledAt: commit.now,
    ...(effects.taken === undefined ? {} : { splits: effects.taken }),
    // A time in the future would make later notifications look outdated.
    ...(rows.occurredAt === undefined ? {} : { asOf: Math.min(rows.occurredAt, commit.now) })
  }
  const { isNew } = rows
  const after = isNew ? inserted(scope, modification) : updated(rows.modification, modification)
  const payment = updated(rows.payment, effects.payment ?? rows.payment.row)
  const postings = posted(commit, rows, modification, effects)
  return [
    isNew
      ? insert(scope, ModificationCollection, modification)
      : update(ModificationCollection, rows.modification, modification),
    update(PaymentCollection, rows.payment, payment.row),
    ...(effects.attempt === undefined
      ? []
      : [update(AttemptCollection, rows.attempt, effects.attempt)]),
    ...effects.events.flatMap((type) => recordModificationEvent(commit, type, after)),
    ...(effects.paymentEvents ?? []).flatMap((type) => recordPaymentEvent(commit, type, payment)),
    ...recordTransition(commit, rows.payment.row, payment),
    ...postings,
    ...(effects.status === "succeeded" || isFullyReturned(rows)
      ? []
      : moneyReturnFailed(commit, after)),
    ...removeJob(rows.job),
    ...(effects.endsHold ? rows.holdJobs.flatMap(removeJob) : []),
    ...(effects.holdsUntil === undefined
      ? []
      : holdPostponed(commit, rows.holdJobs, effects.holdsUntil))
  ]
}

const posted = (
  commit: CommitContext,
  { attempt }: ModificationRows,
  modification: ModificationRecord,
  { movement: kind, splits = [] }: ModificationEffects
) => {
  const { mid } = attempt.row
  if (mid === null || kind === undefined) return []
  const { payment, amount, currency, id: reference, providerReference, status } = modification
  const atProvider: AtProvider =
    modification.kind === "capture"
      ? chargeAtProvider(attempt.row)
      : { kind: status === "reversed" ? "reversal" : "refund", reference, providerReference }
  const moved = { kind, payment, mid, amount, currency, atProvider }
  return postingsFor(commit, moved, ...splits)
}

const lookUpAgain = (
  commit: CommitContext,
  rows: ModificationRows,
  verdict: Extract<ModificationVerdict, { readonly _tag: "Waiting" | "NotSent" | "Lost" }>
): ReadonlyArray<Change> => {
  const before = rows.modification.row
  const row: ModificationRecord = {
    ...before,
    ...(verdict._tag === "Waiting" ? { providerReference: verdict.providerReference } : {}),
    ...(verdict._tag === "NotSent" ? { lastSentAt: null } : {})
  }
  const { job } = rows
  const isOverdue = job !== null && isFirstAfterDays(1, before.created, job.row, commit.now)
  const isStuck = verdict._tag === "Lost" && verdict.isSaved === true && job?.row.asked === stuckAt
  return [
    update(ModificationCollection, rows.modification, row),
    ...(isOverdue || isStuck
      ? recordModificationEvent(commit, "alert.outcome_unknown", updated(rows.modification, row))
      : []),
    ...(isFirstRefused(verdict, job)
      ? recordModificationEvent(commit, "alert.account_refused", updated(rows.modification, row))
      : []),
    ...(job === null ? [] : [runAgain(commit, rows, job, verdict._tag === "NotSent")])
  ]
}

/** The number of look-ups before the one that raises an alert, ten minutes after the others. */
const stuckAt = 3

/** An alert about the account is raised once for consecutive failures. */
const isFirstRefused = (verdict: ModificationVerdict, job: Stored<Job> | null): boolean =>
  verdict._tag === "NotSent" && verdict.refused === true && (job?.row.failures ?? 0) === 0

/** An operation that was never sent has no look-up to count. */
const runAgain = (
  { now }: CommitContext,
  { modification, isAnswer }: ModificationRows,
  job: Stored<Job>,
  isUnsent: boolean
): Change => {
  const { created } = modification.row
  const asked = job.row.asked + (isAnswer === true ? 1 : 0)
  return isUnsent
    ? retryUnsent(job, created, now)
    : postponeJob(job, nextLookUpAt(created, asked, now), asked)
}
