import { Effect, Option, Result } from "effect"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import type { EventType, InternalEventType } from "../../platform/events/EventRecord.ts"
import { lookUpDelayMs, scheduleJob } from "../../platform/jobs/scheduleJob.ts"
import { type Change, insert, inserted, update } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { BookingObstacle } from "../../providers/BookingObstacle.ts"
import type { RefundNotification } from "../../providers/ProviderNotification.ts"
import { storableReason } from "../../providers/storableReason.ts"
import type { AttemptRecord } from "../charges/Attempt.ts"
import type { AttemptRows } from "../charges/AttemptRows.ts"
import { PaymentCollection, type PaymentRecord } from "../charges/Payment.ts"
import { isContradicted } from "./contradiction.ts"
import { decideModification } from "./decideModification.ts"
import { lateChargeLeft } from "./lateRefunds.ts"
import { ModificationCollection, type ModificationRecord, movesPayment } from "./Modification.ts"
import {
  loadLateRefunds,
  loadModification,
  loadRefunds,
  type ModificationRows
} from "./ModificationRows.ts"
import { uncovered } from "./modificationEffects.ts"
import { newModification } from "./newModification.ts"
import type { ModificationVerdict } from "./readModification.ts"
import { recordModificationEvent } from "./resources.ts"

type Reported = RefundNotification["refund"]

/** The rows that a refund made at the provider touches, as they were last read. */
export interface RefundedRows extends Pick<AttemptRows, "payment" | "attempt"> {
  /**
   * All refunds of the payment, or of the attempt's late charge. They were read after the payment,
   * and each of them changes it.
   */
  readonly refunds: ReadonlyArray<ModificationRecord>
  /** The refund of the notification, if it is known. */
  readonly known: ModificationRows | null
}

/** Loads the rows of a refund by the provider's reference. */
export const loadRefunded = Effect.fnUntraced(function* (
  { payment, attempt }: Pick<AttemptRows, "payment" | "attempt">,
  { providerReference }: Reported
) {
  const { scope, row } = payment
  const refunds = isLate(attempt.row)
    ? yield* loadLateRefunds(scope, attempt.row.id)
    : (yield* loadRefunds(scope, row.id)).map((refund) => refund.row)
  const same = refunds.find((refund) => refund.providerReference === providerReference)
  const known =
    same === undefined ? null : Option.getOrNull(yield* loadModification(scope, same.id))
  return { payment, attempt, refunds, known } satisfies RefundedRows
})

/** Returns true if the attempt's charge was found late, so that the payment doesn't show it. */
const isLate = ({ status }: AttemptRecord): boolean =>
  status === "late_charged" || status === "reversed"

/**
 * Returns the changes of a refund's notification, or the obstacle to booking it. A notification
 * about our own refund settles it. A refund made in the provider's dashboard, or by another
 * program, is recorded as a new refund. Refunded money is booked even if a dispute had taken it.
 * Pure.
 */
export const refundNotified = (
  commit: CommitContext,
  rows: RefundedRows,
  reported: Reported
): Result.Result<ReadonlyArray<Change>, BookingObstacle> => {
  const { known } = rows
  if (known !== null) {
    const { amount, status } = known.modification.row
    const verdict = reportedVerdict(reported, status)
    if (amount !== reported.amount) return Result.fail("amount_mismatch")
    if (isContradicted(known.modification.row, verdict)) return Result.fail("contradicts_books")
    return Result.succeed(decideModification(commit, known, verdict))
  }
  const obstacle = obstacleTo(rows, reported)
  return obstacle === null
    ? Result.succeed(bookExternalRefund(commit, rows, reported))
    : Result.fail(obstacle)
}

const reportedVerdict = (
  { state, providerReference, rawCode }: Reported,
  status: ModificationRecord["status"]
): ModificationVerdict => {
  switch (state) {
    case "pending":
      return { _tag: "Waiting", providerReference }
    case "succeeded":
      return { _tag: "Succeeded", providerReference }
    case "failed":
      return status === "pending" ? failed(rawCode) : { _tag: "Reversed" }
    case "reversed":
      return { _tag: "Reversed" }
  }
}

const failed = (rawCode: Reported["rawCode"]): ModificationVerdict => ({
  _tag: "Failed",
  rawCode: storableReason(rawCode ?? "unknown")
})

const obstacleTo = (
  rows: RefundedRows,
  { amount, currency, state }: Reported
): BookingObstacle | null => {
  const { payment, refunds } = rows
  if (currency !== payment.row.currency) return "currency_mismatch"
  if (amount <= 0n || amount > payment.row.amount) return "amount_mismatch"
  const left = leftOf(rows)
  if (left === null) return "not_captured"
  const underWay = refunds.filter(({ status }) => status === "pending")
  const sent = underWay.filter(({ lastSentAt }) => lastSentAt !== null)
  if (sent.some((refund) => mayBe(refund, amount))) return "refund_in_flight"
  // A refund that was not sent yet fails if too little is left for it.
  if (!movesMoney(state) || amount <= left + totalOf(underWay) - totalOf(sent)) return null
  return amount <= left + totalOf(underWay) ? "refund_in_flight" : "amount_mismatch"
}

const totalOf = (refunds: ReadonlyArray<ModificationRecord>): bigint =>
  refunds.reduce((sum, { amount }) => sum + amount, 0n)

/**
 * Returns the captured amount that is not refunded or being refunded. Null if nothing was captured.
 * A refund may have been made before its capture was returned.
 */
const leftOf = ({ payment, attempt, refunds }: RefundedRows): bigint | null => {
  const { amountCaptured, amountReserved } = payment.row
  switch (attempt.row.status) {
    case "captured":
      return amountCaptured - amountReserved
    case "returned":
      return (attempt.row.returned?.amount ?? 0n) - amountReserved
    case "late_charged":
    case "reversed":
      // The engine refunds each captured late charge, and voids each held one.
      return refunds.length === 0 ? null : lateChargeLeft(attempt.row, refunds)
    default:
      return null
  }
}

/** True if this may be our own refund that was sent, whose provider reference is not known yet. */
const mayBe = (refund: ModificationRecord, amount: bigint): boolean =>
  refund.providerReference === null && refund.amount === amount

const movesMoney = (state: Reported["state"]): boolean =>
  state === "pending" || state === "succeeded"

const bookExternalRefund = (
  commit: CommitContext,
  { payment, attempt, refunds }: RefundedRows,
  reported: Reported
): ReadonlyArray<Change> => {
  const made: ModificationRecord = {
    ...newExternalRefund(commit, attempt.row, reported.amount),
    providerReference: reported.providerReference
  }
  switch (reported.state) {
    case "pending":
      return externalRefundPending(commit, { payment, attempt }, made)
    case "succeeded":
      return decideModification(
        commit,
        {
          modification: inserted(commit.scope, made),
          isNew: true,
          payment,
          attempt,
          job: null,
          holdJobs: [],
          ...(isLate(attempt.row) ? { lateRefunds: refunds } : {})
        },
        { _tag: "Succeeded", providerReference: reported.providerReference }
      )
    case "failed":
    case "reversed":
      return recordFailedRefund(commit, payment, made, reported)
  }
}

/** It is looked up until it is settled. A payment doesn't show refunds of a late charge. */
const externalRefundPending = (
  commit: CommitContext,
  { payment, attempt }: Pick<RefundedRows, "payment" | "attempt">,
  made: ModificationRecord
): ReadonlyArray<Change> => {
  const types: ReadonlyArray<EventType | InternalEventType> = movesPayment(made)
    ? ["refund.pending", ...uncovered(attempt.row)]
    : []
  const dueAt = commit.now + lookUpDelayMs(0)
  return [
    insert(commit.scope, ModificationCollection, made),
    update(
      PaymentCollection,
      payment,
      movesPayment(made) ? reserving(payment.row, made.amount) : payment.row
    ),
    ...types.flatMap((type) => recordModificationEvent(commit, type, inserted(commit.scope, made))),
    scheduleJob(commit, "carry_out_modification", made.id, dueAt)
  ]
}

/** It is recorded too, so that later notifications about it are known to be outdated. */
const recordFailedRefund = (
  commit: CommitContext,
  payment: Stored<PaymentRecord>,
  made: ModificationRecord,
  { state, rawCode }: Reported
): ReadonlyArray<Change> => {
  const row: ModificationRecord = {
    ...made,
    status: "failed",
    rawCode: state === "reversed" ? "reversed" : storableReason(rawCode ?? "unknown"),
    settledAt: commit.now
  }
  return [
    insert(commit.scope, ModificationCollection, row),
    update(PaymentCollection, payment, payment.row),
    ...(movesPayment(row)
      ? recordModificationEvent(commit, "refund.failed", inserted(commit.scope, row))
      : [])
  ]
}

const newExternalRefund = (commit: CommitContext, attempt: AttemptRecord, amount: bigint) => ({
  ...newModification(commit, attempt, {
    kind: "refund",
    purpose: isLate(attempt) ? "late_charge" : "merchant",
    origin: "provider",
    amount
  }),
  lastSentAt: commit.now
})

const reserving = (payment: PaymentRecord, amount: bigint): PaymentRecord => ({
  ...payment,
  amountReserved: payment.amountReserved + amount
})
