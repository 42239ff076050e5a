import type { CaptureId } from "../../kernel/primitives/PublicId.ts"
import { isBefore, type Millis } from "../../kernel/primitives/Timestamp.ts"
import { postingsFor } from "../../ledger/postingsFor.ts"
import { type CommitContext, withFirstEventId } from "../../platform/events/CommitContext.ts"
import { type Change, check, update, updated } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { type DeclineRecord, declineBlock } from "../../providers/Decline.ts"
import { knownDecline } from "../../providers/declineTable.ts"
import type { PaymentProvider } from "../../providers/PaymentProvider.ts"
import { storableReason } from "../../providers/storableReason.ts"
import { AttemptCollection, type AttemptRecord } from "../charges/Attempt.ts"
import { attemptAfter } from "../charges/attemptMachine.ts"
import { movementOf } from "../charges/decision.ts"
import { followedBy } from "../charges/Follower.ts"
import { PaymentCollection, type PaymentRecord } from "../charges/Payment.ts"
import { recordPaymentEvent, recordTransition } from "../charges/paymentEvents.ts"
import { paymentAfter, paymentCaptured } from "../charges/paymentMachine.ts"
import { splitMovement, splitsLeft } from "../charges/splits.ts"
import { disputeRestored } from "../disputes/disputeRestored.ts"
import { ModificationCollection, type ModificationRecord } from "./Modification.ts"
import type { ReturnRows } from "./ReturnRows.ts"
import { recordModificationEvent } from "./resources.ts"

/** The reason and time of a capture's return, or of its new capture. */
export interface ReturnReason {
  /** Null if the charge's provider is not registered any more. */
  readonly provider: PaymentProvider | null
  /** The provider's own code. Null if there is none. */
  readonly rawCode: string | null
  /** The time of the change at the provider. Undefined if it was not reported. */
  readonly occurredAt: Millis | undefined
}

/**
 * Reverses a capture that its provider took back, such as a debit that the payer's bank returned.
 * The payment fails, unless other captures stand. Its capture fails too, if it has one of its own.
 * Two alerts follow: goods may have been shipped, and pending refunds have no money behind them.
 * Pure.
 */
export const captureReturned = (
  commit: CommitContext,
  rows: ReturnRows,
  reason: ReturnReason
): ReadonlyArray<Change> => {
  const { payment, attempt, captures, pendingRefunds } = rows
  if (isBefore(reason.occurredAt, attempt.row.capturedAsOf))
    return [check(AttemptCollection, attempt)]
  const [part] = captures
  if (part !== undefined && captures.length === 1 && part.row.amount < payment.row.amountCaptured) {
    return partReturned(commit, rows, part, reason)
  }
  const amount = payment.row.amountCaptured
  const decline = declineOf(commit, reason)
  const rawCode = reason.rawCode === null ? null : storableReason(reason.rawCode)
  const splits = splitsLeft(payment.row)
  const returned = attemptAfter(attempt.row, "return_capture", {
    ...asOf(reason, commit),
    decline,
    rawCode,
    returned: { ...returnedBy(amount, captures), ...(splits === 0n ? {} : { splits }) }
  })
  const telling = withFirstEventId(commit)
  const { failed, followed } = failedPayment(commit, rows, returned, decline)
  return [
    update(PaymentCollection, payment, failed.row),
    update(AttemptCollection, attempt, returned),
    ...captures.flatMap((capture) =>
      settledAs(commit, capture, { status: "failed", rawCode: rawCode ?? "returned" })
    ),
    ...recordTransition(telling, payment.row, failed),
    ...followed,
    ...recordPaymentEvent(commit, "alert.capture_returned", failed),
    ...pendingRefunds.flatMap((refund) => [
      check(ModificationCollection, refund),
      ...recordModificationEvent(commit, "alert.refund_uncovered", refund)
    ]),
    ...postingsFor(
      commit,
      movementOf(attempt.row, "capture_return", amount),
      ...splitMovement(attempt.row, "split_reversal", splits)
    )
  ]
}

/** The payment without its money, and the changes of what it had paid for. */
const failedPayment = (
  commit: CommitContext,
  { payment, followers }: ReturnRows,
  attempt: AttemptRecord,
  decline: DeclineRecord
) => {
  const before = payment.row
  const after = paymentAfter(before, "fail", { amountCaptured: 0n, decline })
  const move = { before, after, attempt, agreement: null, isSuperseded: false }
  const followed = followedBy(followers, commit, move)
  return { failed: updated(payment, followed.payment), followed: followed.changes }
}

/** Names the captures of returned money. */
const returnedBy = (amount: bigint, captures: ReadonlyArray<Stored<ModificationRecord>>) => {
  const ids = captures.map(({ row }) => row.id as CaptureId)
  const earlier = ids.slice(0, -1)
  return { amount, capture: ids.at(-1) ?? null, ...(earlier.length === 0 ? {} : { earlier }) }
}

/** One of several captures was taken back. The payment stays captured in the rest. */
const partReturned = (
  commit: CommitContext,
  { payment, attempt, pendingRefunds }: ReturnRows,
  capture: Stored<ModificationRecord>,
  { rawCode, occurredAt }: ReturnReason
): ReadonlyArray<Change> => {
  const { amount, asOf: known } = capture.row
  if (isBefore(occurredAt, known)) return [check(ModificationCollection, capture)]
  const amountCaptured = payment.row.amountCaptured - amount
  const { status, amountRefunded } = payment.row
  // Nothing is left to refund if the rest is no more than what was refunded.
  const isExhausted = status === "partially_refunded" && amountRefunded >= amountCaptured
  const trigger = isExhausted ? "refund" : "return_part"
  const after = updated(payment, paymentAfter(payment.row, trigger, { amountCaptured }))
  const isUncovered = payment.row.amountReserved > amountCaptured
  return [
    update(PaymentCollection, payment, after.row),
    check(AttemptCollection, attempt),
    ...settledAs(commit, capture, {
      status: "failed",
      rawCode: rawCode === null ? "returned" : storableReason(rawCode),
      wasReturned: true,
      ...(occurredAt === undefined ? {} : { asOf: Math.min(occurredAt, commit.now) })
    }),
    ...(isExhausted ? recordTransition(commit, payment.row, after) : []),
    ...recordPaymentEvent(commit, "alert.capture_returned", after),
    ...(isUncovered ? pendingRefunds : []).flatMap((refund) => [
      check(ModificationCollection, refund),
      ...recordModificationEvent(commit, "alert.refund_uncovered", refund)
    ]),
    ...postingsFor(commit, movementOf(attempt.row, "capture_return", amount))
  ]
}

/** Books one of several captures again that the provider had taken back. Pure. */
export const partRestored = (
  commit: CommitContext,
  { payment, attempt, captures }: ReturnRows,
  { occurredAt }: Pick<ReturnReason, "occurredAt">
): ReadonlyArray<Change> => {
  const [capture] = captures
  if (capture === undefined || isBefore(occurredAt, capture.row.asOf)) {
    return [check(AttemptCollection, attempt)]
  }
  const { amount } = capture.row
  const amountCaptured = payment.row.amountCaptured + amount
  const after = updated(payment, paymentCaptured(payment.row, amountCaptured))
  return [
    update(PaymentCollection, payment, after.row),
    check(AttemptCollection, attempt),
    ...settledAs(commit, capture, { status: "succeeded", rawCode: null }),
    ...recordPaymentEvent(commit, "payment.captured", after),
    ...recordTransition(commit, payment.row, after),
    ...postingsFor(commit, movementOf(attempt.row, "capture", amount))
  ]
}

/**
 * Books a capture again that its provider had taken back. The payment's status follows from its
 * refunds, and disputes that began meanwhile reserve their amounts. Pure.
 */
export const captureRestored = (
  commit: CommitContext,
  rows: ReturnRows,
  reason: Pick<ReturnReason, "occurredAt">
): ReadonlyArray<Change> => {
  const { payment, attempt, captures, unreserved, followers } = rows
  const { returned, ...row } = attempt.row
  if (returned === undefined || isBefore(reason.occurredAt, row.capturedAsOf)) {
    return [check(AttemptCollection, attempt)]
  }
  const { amount, splits = 0n } = returned
  let after = restoredPayment(payment.row, amount)
  const disputed = unreserved.flatMap((dispute) => {
    const reserved = disputeRestored(commit, after, dispute)
    after = reserved.payment
    return reserved.changes
  })
  const captured = attemptAfter(row, "capture", {
    ...asOf(reason, commit),
    decline: null,
    rawCode: null
  })
  const telling = withFirstEventId(commit)
  const move = { before: payment.row, after, attempt: captured, agreement: null }
  const followed = followedBy(followers, commit, { ...move, isSuperseded: false })
  const restored = updated(payment, followed.payment)
  return [
    update(PaymentCollection, payment, restored.row),
    update(AttemptCollection, attempt, captured),
    ...captures.flatMap((capture) =>
      settledAs(commit, capture, { status: "succeeded", rawCode: null })
    ),
    ...recordPaymentEvent(telling, "payment.captured", restored),
    ...recordTransition(commit, payment.row, restored),
    ...followed.changes,
    ...postingsFor(
      commit,
      movementOf(captured, "capture", amount),
      ...splitMovement(captured, "split", splits)
    ),
    ...disputed
  ]
}

const restoredPayment = (payment: PaymentRecord, amountCaptured: bigint): PaymentRecord => {
  const { amount, amountRefunded } = payment
  const fields = { amountCaptured, decline: null }
  if (amountRefunded > 0n) {
    const isAll = amountRefunded >= amountCaptured
    return paymentAfter(payment, isAll ? "refund" : "refund_partially", fields)
  }
  const isFull = amountCaptured >= amount
  return paymentAfter(payment, isFull ? "restore_captured" : "restore_partially_captured", fields)
}

/**
 * A time in the future would make later notifications look outdated, so the present is used
 * instead.
 */
const asOf = ({ occurredAt }: Pick<ReturnReason, "occurredAt">, { now }: CommitContext) =>
  occurredAt === undefined ? {} : { capturedAsOf: Math.min(occurredAt, now) }

/** Returns the decline by the provider's table of codes. An unknown code is a technical decline. */
const declineOf = ({ now }: CommitContext, { provider, rawCode }: ReturnReason): DeclineRecord => {
  const meaning =
    provider === null || rawCode === null
      ? undefined
      : knownDecline(provider.declines, rawCode, null)
  return meaning === undefined
    ? declineBlock("processing_error", "technical", now)
    : declineBlock(meaning.code, meaning.category, now, meaning.advice)
}

const settledAs = (
  commit: CommitContext,
  capture: Stored<ModificationRecord>,
  fields: Pick<ModificationRecord, "status" | "rawCode"> & Partial<ModificationRecord>
): ReadonlyArray<Change> => {
  const row = { ...capture.row, ...fields, settledAt: commit.now }
  return [
    update(ModificationCollection, capture, row),
    ...(row.status === "failed"
      ? recordModificationEvent(commit, "capture.failed", updated(capture, row))
      : [])
  ]
}
