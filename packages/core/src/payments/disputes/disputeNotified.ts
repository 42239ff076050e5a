import { Effect, Option, Result } from "effect"
import { dayMs } from "../../kernel/primitives/durations.ts"
import { largestAmount } from "../../kernel/primitives/MinorAmount.ts"
import type { MidId } from "../../kernel/primitives/PublicId.ts"
import { isBefore, type Millis } from "../../kernel/primitives/Timestamp.ts"
import { postingsFor } from "../../ledger/postingsFor.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { findJob, postponeJob, removeJob, scheduleJob } from "../../platform/jobs/scheduleJob.ts"
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
import { Storage } from "../../platform/storage/Storage.ts"
import type { BookingObstacle } from "../../providers/BookingObstacle.ts"
import type { DisputeStage } from "../../providers/DisputeStage.ts"
import type { DisputeNotification } from "../../providers/ProviderNotification.ts"
import { storableReason } from "../../providers/storableReason.ts"
import type { AttemptRecord } from "../charges/Attempt.ts"
import { PaymentCollection, type PaymentRecord } from "../charges/Payment.ts"
import {
  DisputeCollection,
  type DisputeRecord,
  providerKey,
  recordDisputeEvent
} from "./Dispute.ts"
import { isResolved, moneyAt, movesOn } from "./disputeMachine.ts"
import {
  type DisputeMovement,
  disputedPayment,
  eventsOf,
  movementsBetween,
  takesMoney
} from "./disputeMoves.ts"
import { reasonOf } from "./disputeReasons.ts"

/** The rows that a dispute touches, as they were last read. */
export interface DisputeRows {
  readonly payment: Stored<PaymentRecord>
  readonly attempt: Stored<AttemptRecord>
  /** Null if the dispute is new. */
  readonly dispute: Stored<DisputeRecord> | null
  /** The job that warns of the deadline for evidence. Null if there is none. */
  readonly job: Stored<Job> | null
}

/** Loads the rows of a dispute by the provider's reference. */
export const loadDispute = Effect.fnUntraced(function* (
  { payment, attempt }: Pick<DisputeRows, "payment" | "attempt">,
  providerReference: string
) {
  const storage = yield* Storage
  const { scope, row } = attempt
  const key = row.mid === null ? "" : providerKey({ mid: row.mid, providerReference })
  const found = yield* storage.findUnique(scope, DisputeCollection, "atProvider", key)
  const dispute = Option.getOrNull(found)
  const job = dispute === null ? null : yield* findJob(scope, "warn_of_evidence", dispute.row.id)
  return { payment, attempt, dispute, job } satisfies DisputeRows
})

/**
 * Decides the changes of a dispute's notification, in one commit: the dispute, its reserve of the
 * payment, the ledger, and the events. A dispute of more than was captured, or in another currency,
 * reserves all that is left and raises an alert. Fails with the obstacle if the ledger can't book
 * the notification. A repeated or late notification changes nothing. Pure.
 */
export const disputeNotified = (
  commit: CommitContext,
  rows: DisputeRows,
  reported: DisputeNotification["dispute"]
): Result.Result<ReadonlyArray<Change>, BookingObstacle> => {
  const { payment, attempt, dispute } = rows
  const { mid } = attempt.row
  const before = dispute?.row ?? null
  if (reported.isUnnamed === true) return Result.fail("unknown_reference")
  if (mid === null) return Result.fail("not_captured")
  const obstacle = obstacleTo(attempt.row, reported)
  if (obstacle !== null) return Result.fail(obstacle)
  const from = before?.stage ?? null
  if (before !== null && isWonTooLate(before, reported)) return Result.fail("contradicts_books")
  if (
    dispute !== null &&
    (isBefore(reported.occurredAt, dispute.row.asOf) || !movesOn(from, reported.stage))
  ) {
    return Result.succeed([check(DisputeCollection, dispute)])
  }
  const row = disputeAfter(commit, rows, mid, reported)
  const differs = row.providerAmount !== undefined
  const after = dispute === null ? inserted(commit.scope, row) : updated(dispute, row)
  return Result.succeed([
    dispute === null
      ? insert(commit.scope, DisputeCollection, row)
      : update(DisputeCollection, dispute, row),
    update(PaymentCollection, payment, disputedPayment(payment.row, before, row)),
    ...movementsBetween(before, row).flatMap((movement) => posted(commit, row, movement)),
    ...eventsOf(from, row.stage, row.money).flatMap((type) =>
      recordDisputeEvent(commit, type, after)
    ),
    ...(differs && !isSameDifference(before, row)
      ? recordDisputeEvent(commit, "alert.dispute_amount_mismatch", after)
      : []),
    ...warned(commit, rows.job, row)
  ])
}

/** Returns the reason why the ledger can't book the dispute. Null if it can. */
const obstacleTo = (
  { status }: AttemptRecord,
  { amount }: DisputeNotification["dispute"]
): BookingObstacle | null => {
  if (amount <= 0n || amount > largestAmount) return "amount_mismatch"
  return status === "captured" || status === "returned" ? null : "not_captured"
}

/**
 * True if a dispute that was lost is won after all, such as by a payer who took it back. A lost
 * dispute doesn't reopen, so a person has to learn that the money came back.
 */
const isWonTooLate = (
  { stage, money, asOf }: DisputeRecord,
  reported: DisputeNotification["dispute"]
): boolean =>
  reported.stage === "won" &&
  stage !== "won" &&
  isResolved(stage) &&
  money === "lost" &&
  isBefore(asOf, reported.occurredAt)

/** Prevents a second alert about the same amount. */
const isSameDifference = (before: DisputeRecord | null, after: DisputeRecord): boolean =>
  before?.providerAmount === after.providerAmount &&
  before?.providerCurrency === after.providerCurrency

type AmountFields = Pick<DisputeRecord, "amount" | "providerAmount" | "providerCurrency">

/**
 * Returns the amount that a dispute reserves, and the provider's amount if the two differ. Because
 * of exchange rates a provider may report more than was captured, or another currency. Then
 * everything that was captured and not refunded is reserved, and stays reserved until the dispute
 * ends. If everything was refunded, the dispute reserves the whole capture.
 */
export const amountsOf = (
  { amountCaptured, amountRefunded, currency }: PaymentRecord,
  before: DisputeRecord | null,
  reported: Pick<DisputeNotification["dispute"], "amount" | "currency">
): AmountFields => {
  const { amount } = reported
  if (reported.currency === currency && amount <= amountCaptured) return { amount }
  const left = amountCaptured > amountRefunded ? amountCaptured - amountRefunded : amountCaptured
  const isReserved = before !== null && before.providerAmount !== undefined && takesMoney(before)
  return {
    amount: isReserved ? before.amount : left,
    providerAmount: amount,
    providerCurrency: storableReason(reported.currency)
  }
}

const disputeAfter = (
  commit: CommitContext,
  { payment, attempt, dispute }: DisputeRows,
  mid: MidId,
  reported: DisputeNotification["dispute"]
): DisputeRecord => {
  const { now } = commit
  const { stage, providerReference, rawReason, evidenceDueBy, occurredAt } = reported
  const amounts = amountsOf(payment.row, dispute?.row ?? null, reported)
  const begun: DisputeRecord = dispute?.row ?? {
    id: commit.id("dispute"),
    payment: payment.row.id,
    attempt: attempt.row.id,
    mid,
    providerReference,
    stage,
    money: "untouched",
    amount: amounts.amount,
    currency: payment.row.currency,
    reason: "other",
    reasonRaw: "",
    liabilityShift: isShifted(attempt.row),
    evidenceDueBy: null,
    warnedOf: null,
    receivedAt: now,
    resolvedAt: null,
    created: now
  }
  const isNamed = rawReason !== null || reported.reason !== undefined
  const { providerAmount: _, providerCurrency: __, ...kept } = begun
  return {
    ...kept,
    ...amounts,
    stage,
    money: moneyAt(stage, dispute?.row.stage ?? null, begun.money),
    // A time in the future would make later notifications look outdated.
    ...(occurredAt === undefined ? {} : { asOf: Math.min(occurredAt, now) }),
    ...(isNamed
      ? {
          reason: reported.reason ?? reasonOf(attempt.row.facts.brand, rawReason),
          reasonRaw: rawReason ?? begun.reasonRaw
        }
      : {}),
    evidenceDueBy: evidenceDueBy ?? begun.evidenceDueBy,
    resolvedAt: isResolved(stage) ? now : null
  }
}

/** An issuer that authenticated the payer bears the fraud. With an exemption it does not. */
const isShifted = ({ threeDs }: AttemptRecord): boolean =>
  threeDs !== null && threeDs.exemption === undefined

/** Posts a movement of a dispute to the ledger. */
export const posted = (
  commit: CommitContext,
  { id, payment, mid, currency, providerReference, providerAmount }: DisputeRecord,
  { kind, amount }: DisputeMovement
): ReadonlyArray<Change> => {
  const atProvider = {
    dispute_hold: { kind: "dispute", reference: id, providerReference } as const,
    dispute_release: { kind: "dispute_release", reference: id, providerReference } as const,
    dispute_loss: null
  }[kind]
  return postingsFor(commit, {
    kind,
    payment,
    mid,
    amount,
    currency,
    atProvider,
    isEstimate: providerAmount !== undefined
  })
}

/** The time between the warning and the deadline for evidence. */
const warnedBeforeMs = 3 * dayMs

const stagesWithEvidence: ReadonlySet<DisputeStage> = new Set([
  "retrieval_request",
  "chargeback_received",
  "evidence_required",
  "pre_arbitration",
  "arbitration"
])

/**
 * Returns the time of the warning about evidence. Null if no evidence is requested, or the warning
 * was sent.
 */
const warningAt = (dispute: DisputeRecord, now: Millis): Millis | null => {
  const { stage, evidenceDueBy, warnedOf } = dispute
  const isAsked = stagesWithEvidence.has(stage) && evidenceDueBy !== warnedOf
  return evidenceDueBy !== null && isAsked && evidenceDueBy > now
    ? evidenceDueBy - warnedBeforeMs
    : null
}

const warned = (
  commit: CommitContext,
  job: Stored<Job> | null,
  dispute: DisputeRecord
): ReadonlyArray<Change> => {
  const at = warningAt(dispute, commit.now)
  if (at === null) return removeJob(job)
  return job === null
    ? [scheduleJob(commit, "warn_of_evidence", dispute.id, at)]
    : [postponeJob(job, at)]
}
