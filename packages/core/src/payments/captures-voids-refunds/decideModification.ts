import type { AtProvider } from "../../ledger/LedgerGroup.ts"
import { type Movement, postingsFor } from "../../ledger/postingsFor.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import type { EventType, InternalEventType } from "../../platform/events/EventRecord.ts"
import {
  isFirstAfterDay,
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
import { AttemptCollection, type AttemptRecord, chargeAtProvider } from "../charges/Attempt.ts"
import { attemptAfter } from "../charges/attemptMachine.ts"
import { PaymentCollection, type PaymentRecord } from "../charges/Payment.ts"
import { recordPaymentEvent, recordTransition } from "../charges/paymentEvents.ts"
import { paymentAfter } from "../charges/paymentMachine.ts"
import { isContradicted, isMadeAgain } from "./contradiction.ts"
import { isFullyReturned, lateChargeReturned } from "./lateRefunds.ts"
import {
  ModificationCollection,
  type ModificationRecord,
  movesPayment,
  recordModificationEvent
} from "./Modification.ts"
import type { ModificationRows } from "./ModificationRows.ts"
import type { ModificationVerdict } from "./readModification.ts"
import { moneyReturnFailed } from "./returnMoney.ts"

/** The effects of a decided modification on the payment and the attempt. */
interface Effects {
  readonly status: ModificationRecord["status"]
  readonly payment?: PaymentRecord
  readonly attempt?: AttemptRecord
  readonly movement?: Movement["kind"]
  readonly events: ReadonlyArray<EventType | InternalEventType>
  /** Events about the payment that don't follow from its status. */
  readonly paymentEvents?: ReadonlyArray<EventType>
  readonly endsHold?: boolean
}

/** Returns the changes of a capture, void or refund after a provider's verdict. Pure. */
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
      return applied(commit, rows, succeeded(commit, rows), {
        providerReference: verdict.providerReference
      })
    case "Failed":
      return applied(commit, rows, failed(rows), { rawCode: verdict.rawCode })
    // It was taken back before we knew that it was made, so no money moved.
    case "Reversed":
      return applied(commit, rows, failed(rows), { rawCode: "reversed" })
    case "HoldExpired":
      return applied(commit, rows, holdWasGone(commit, rows), { rawCode: "hold_expired" })
    case "Waiting":
    case "NotSent":
    case "Lost":
      return lookUpAgain(commit, rows, verdict)
  }
}

/** The alert about a refund whose capture was returned: it has no money behind it. */
export const uncovered = ({ status }: AttemptRecord): ReadonlyArray<InternalEventType> =>
  status === "returned" ? ["alert.refund_uncovered"] : []

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
  effects: Effects,
  fields: Partial<ModificationRecord>
): ReadonlyArray<Change> => {
  const { scope } = commit
  const modification: ModificationRecord = {
    ...rows.modification.row,
    ...fields,
    status: effects.status,
    settledAt: commit.now,
    // A time in the future would make later notifications look outdated.
    ...(rows.occurredAt === undefined ? {} : { asOf: Math.min(rows.occurredAt, commit.now) })
  }
  const { isNew } = rows
  const after = isNew ? inserted(scope, modification) : updated(rows.modification, modification)
  const payment = updated(rows.payment, effects.payment ?? rows.payment.row)
  const postings = posted(commit, rows, modification, effects.movement)
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
    ...(effects.endsHold ? rows.holdJobs.flatMap(removeJob) : [])
  ]
}

const posted = (
  commit: CommitContext,
  { attempt }: ModificationRows,
  modification: ModificationRecord,
  kind: Movement["kind"] | undefined
) => {
  const { mid } = attempt.row
  if (mid === null || kind === undefined) return []
  const { payment, amount, currency, id: reference, providerReference, status } = modification
  const atProvider: AtProvider =
    modification.kind === "capture"
      ? chargeAtProvider(attempt.row)
      : { kind: status === "reversed" ? "reversal" : "refund", reference, providerReference }
  return postingsFor(commit, { kind, payment, mid, amount, currency, atProvider })
}

const succeeded = (commit: CommitContext, rows: ModificationRows): Effects => {
  const { kind, purpose, amount } = rows.modification.row
  const payment = rows.payment.row
  const attempt = rows.attempt.row
  if (purpose === "expired_hold") return { status: "succeeded", events: [] }
  if (purpose === "late_charge") return lateChargeReturned(rows)
  switch (kind) {
    case "capture": {
      const trigger = amount === payment.amount ? "capture" : "capture_partially"
      return {
        status: "succeeded",
        payment: paymentAfter(payment, trigger, { amountCaptured: amount }),
        attempt: attemptAfter(attempt, "capture", { settledAt: commit.now }),
        movement: "capture",
        events: [],
        paymentEvents: ["payment.captured"],
        endsHold: true
      }
    }
    case "void":
      return {
        status: "succeeded",
        payment: paymentAfter(payment, "void", {}),
        attempt: attemptAfter(attempt, "void", { settledAt: commit.now }),
        events: [],
        endsHold: true
      }
    case "refund":
      return {
        status: "succeeded",
        payment: {
          ...withRefunded(payment, payment.amountRefunded + amount),
          amountReserved: payment.amountReserved + (rows.isNew ? amount : 0n)
        },
        movement: "refund",
        events: ["refund.succeeded", ...(rows.isNew ? uncovered(attempt) : [])]
      }
  }
}

/**
 * Returns the payment with this total refunded. It stays `failed` if its capture was taken back
 * meanwhile.
 */
const withRefunded = (payment: PaymentRecord, amountRefunded: bigint): PaymentRecord => {
  const { amount, amountCaptured, status } = payment
  if (status === "failed") return { ...payment, amountRefunded }
  if (amountRefunded > 0n) {
    const trigger = amountRefunded === amountCaptured ? "refund" : "refund_partially"
    return paymentAfter(payment, trigger, { amountRefunded })
  }
  const trigger = amountCaptured === amount ? "restore_captured" : "restore_partially_captured"
  return paymentAfter(payment, trigger, { amountRefunded })
}

const failed = ({ modification, payment }: ModificationRows): Effects => {
  const { kind, amount } = modification.row
  if (!movesPayment(modification.row)) return { status: "failed", events: [] }
  return kind === "refund"
    ? {
        status: "failed",
        payment: {
          ...payment.row,
          amountReserved: payment.row.amountReserved - amount
        },
        events: ["refund.failed"]
      }
    : { status: "failed", events: [`${kind}.failed`] }
}

const reverseRefund = ({ modification, payment }: ModificationRows): Effects => {
  const { amount, purpose } = modification.row
  if (purpose === "late_charge") {
    return { status: "reversed", movement: "late_charge", events: [] }
  }
  const { amountRefunded, amountReserved } = payment.row
  return {
    status: "reversed",
    payment: {
      ...withRefunded(payment.row, amountRefunded - amount),
      amountReserved: amountReserved - amount
    },
    movement: "refund_reversal",
    events: ["refund.reversed"]
  }
}

/** The provider no longer holds the money: the capture or void fails and the payment expires. */
const holdWasGone = (commit: CommitContext, rows: ModificationRows): Effects => {
  const { kind } = rows.modification.row
  if (!movesPayment(rows.modification.row)) return succeeded(commit, rows)
  return kind === "refund"
    ? failed(rows)
    : {
        status: "failed",
        payment: paymentAfter(rows.payment.row, "expire", {}),
        attempt: attemptAfter(rows.attempt.row, "expire", { settledAt: commit.now }),
        events: [`${kind}.failed`],
        endsHold: true
      }
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
  const isOverdue = job !== null && isFirstAfterDay(before.created, job.row, commit.now)
  return [
    update(ModificationCollection, rows.modification, row),
    ...(isOverdue
      ? recordModificationEvent(commit, "alert.outcome_unknown", updated(rows.modification, row))
      : []),
    ...(isFirstRefused(verdict, job)
      ? recordModificationEvent(commit, "alert.account_refused", updated(rows.modification, row))
      : []),
    ...(job === null ? [] : [runAgain(commit, rows, job, verdict._tag === "NotSent")])
  ]
}

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
