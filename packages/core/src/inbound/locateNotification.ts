import { Effect, Option, Result } from "effect"
import { storableMethod } from "../cards/saved/SavedApm.ts"
import { EngineConfig } from "../kernel/EngineOptions.ts"
import { isBefore } from "../kernel/primitives/Timestamp.ts"
import {
  captureRestored,
  captureReturned,
  partRestored,
  type ReturnReason
} from "../payments/captures-voids-refunds/captureReturned.ts"
import { isContradicted, isMadeAgain } from "../payments/captures-voids-refunds/contradiction.ts"
import { decideWithExternal } from "../payments/captures-voids-refunds/decideWithExternal.ts"
import { ModificationCollection } from "../payments/captures-voids-refunds/Modification.ts"
import {
  loadModification,
  type ModificationRows
} from "../payments/captures-voids-refunds/ModificationRows.ts"
import { loadReturn } from "../payments/captures-voids-refunds/ReturnRows.ts"
import {
  type ModificationVerdict,
  readModificationFound
} from "../payments/captures-voids-refunds/readModification.ts"
import { loadRefunded, refundNotified } from "../payments/captures-voids-refunds/refundNotified.ts"
import {
  AttemptCollection,
  type AttemptRecord,
  isInFlight,
  isPayerAway
} from "../payments/charges/Attempt.ts"
import { type AttemptRows, loadAttempt, reload } from "../payments/charges/AttemptRows.ts"
import type { PaymentRecord } from "../payments/charges/Payment.ts"
import { cancelUnseenAction } from "../payments/charges/providerCalls.ts"
import { readLookup } from "../payments/charges/readLookup.ts"
import { mayStillAnswer } from "../payments/charges/recoveryJob.ts"
import { applyVerdictOnce, type ChargeInFlight } from "../payments/charges/runCharge.ts"
import type { Verdict } from "../payments/charges/toVerdict.ts"
import { disputeNotified, loadDispute } from "../payments/disputes/disputeNotified.ts"
import { externalCaptureNotified, isExternalCapture } from "../payments/holds/externalCapture.ts"
import { isExternalRelease, releaseNotified } from "../payments/holds/externalRelease.ts"
import { loadHold } from "../payments/holds/Hold.ts"
import type { CommitContext } from "../platform/events/CommitContext.ts"
import { postponeJob } from "../platform/jobs/scheduleJob.ts"
import { type Change, check, update } from "../platform/storage/Change.ts"
import type { Stored } from "../platform/storage/Collection.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import type { BookingObstacle } from "../providers/BookingObstacle.ts"
import type { ChargeFound } from "../providers/ChargeOutcome.ts"
import type { PaymentProvider } from "../providers/PaymentProvider.ts"
import type {
  ChargeNotification,
  ModificationNotification,
  ProviderNotification,
  SavedMethodNotification
} from "../providers/ProviderNotification.ts"

/** The sender of a notification. */
export interface NotificationSource {
  readonly scope: Scope
  /** The id of the merchant account. */
  readonly mid: string
  readonly provider: PaymentProvider
}

/** The result of reading a notification against the current rows. */
export interface ReadNotification {
  readonly changes: ReadonlyArray<Change>
  /** The verdict on a charge, which needs a commit of its own kind. Null if it settles none. */
  readonly settles: readonly [inFlight: ChargeInFlight, verdict: Verdict] | null
  /** The payment of the notification. Null if its reference is unknown. */
  readonly payment: Stored<PaymentRecord> | null
  /** The reason why it can't be booked. Null if it can be or is booked. */
  readonly obstacle: BookingObstacle | null
  /** True if the changes include an alert of their own. */
  readonly isAlerted: boolean
}

/**
 * Reads a notification against the rows that it is about. A reference to another account's rows is
 * unknown.
 */
export const locateNotification = Effect.fnUntraced(function* (
  commit: CommitContext,
  source: NotificationSource,
  notification: ProviderNotification
) {
  if (notification._tag === "Modification")
    return yield* readModification(commit, source, notification)
  const found = yield* loadAttempt(source.scope, notification.reference)
  if (Option.isNone(found) || found.value.attempt.row.mid !== source.mid) return unknownReference
  const rows = found.value
  switch (notification._tag) {
    case "Charge":
      return yield* readCharge(commit, source.provider, notification, rows)
    case "SavedMethod":
      return { ...nothing, payment: rows.payment, changes: methodSaved(rows, notification) }
    case "Dispute": {
      const dispute = yield* loadDispute(rows, notification.dispute.providerReference)
      return yield* readMovement(
        commit,
        rows,
        disputeNotified(commit, dispute, notification.dispute)
      )
    }
    case "Refund": {
      const refunded = yield* loadRefunded(rows, notification.refund)
      return yield* readMovement(
        commit,
        rows,
        refundNotified(commit, refunded, notification.refund)
      )
    }
  }
})

const nothing: Omit<ReadNotification, "payment"> = {
  changes: [],
  settles: null,
  obstacle: null,
  isAlerted: false
}

const unknownReference: ReadNotification = {
  ...nothing,
  payment: null,
  obstacle: "unknown_reference"
}

/** The first token stays, because later charges are made by it. Cards have theirs in the vault. */
const methodSaved = (
  { attempt, payment }: AttemptRows,
  notification: SavedMethodNotification
): ReadonlyArray<Change> => {
  const savedMethod = storableMethod(notification.savedMethod)
  const { method } = attempt.row.facts
  const isWanted = attempt.row.savedMethod === undefined && payment.row.erased === undefined
  return savedMethod !== null && method === "apm" && isWanted
    ? [update(AttemptCollection, attempt, { ...attempt.row, savedMethod })]
    : [check(AttemptCollection, attempt)]
}

const readModification = Effect.fnUntraced(function* (
  commit: CommitContext,
  { scope, mid, provider }: NotificationSource,
  { reference, modification, occurredAt }: ModificationNotification
) {
  const found = yield* loadModification(scope, reference)
  if (Option.isNone(found) || found.value.attempt.row.mid !== mid) return unknownReference
  const rows: ModificationRows =
    occurredAt === undefined ? found.value : { ...found.value, occurredAt }
  const { row } = rows.modification
  const verdict = readModificationFound(modification)
  const own = { ...nothing, payment: rows.payment }
  const decide = returning(rows, verdict)
  if (decide !== null) {
    const reason: ReturnReason = { provider, rawCode: modification.rawCode, occurredAt }
    const found = yield* loadReturn(rows, rows.modification)
    return { ...own, changes: decide(commit, found, reason) }
  }
  if (isBefore(occurredAt, row.asOf)) {
    return { ...own, changes: [check(ModificationCollection, rows.modification)] }
  }
  const isOpposite = isContradicted(row, verdict) || isMadeAgain(row, verdict, occurredAt)
  return {
    ...own,
    changes: decideWithExternal(commit, rows, verdict),
    obstacle: isOpposite ? "contradicts_books" : null,
    isAlerted: isOpposite
  } satisfies ReadNotification
})

/**
 * Returns the change for a capture that had succeeded or was returned. Null for other
 * notifications.
 */
const returning = (
  { modification, attempt }: ModificationRows,
  { _tag }: ModificationVerdict
): typeof captureReturned | null => {
  const { id, kind, status, wasReturned } = modification.row
  const { returned } = attempt.row
  if (kind !== "capture") return null
  const isTakenBack = _tag === "Failed" || _tag === "Reversed"
  if (status === "succeeded" && isTakenBack) return captureReturned
  if (_tag !== "Succeeded") return null
  if (returned?.capture === id) return captureRestored
  const isPart = status === "failed" && wasReturned === true && attempt.row.status === "captured"
  return isPart ? partRestored : null
}

/**
 * Reads a notification of a refund or dispute. Such a movement means that the money had been
 * captured. If the engine's charge is not decided yet, it is looked up at once.
 */
const readMovement = Effect.fnUntraced(function* (
  { now }: CommitContext,
  { payment, attempt, job }: AttemptRows,
  read: Result.Result<ReadonlyArray<Change>, BookingObstacle>
) {
  const { providerTimeoutMs } = yield* EngineConfig
  const own = { ...nothing, payment }
  if (Result.isSuccess(read)) return { ...own, changes: read.success } satisfies ReadNotification
  const isDue = isInFlight(attempt.row) && !mayStillAnswer(attempt.row, providerTimeoutMs, now)
  const isFree = job !== null && (job.row.leasedUntil ?? 0) <= now && job.row.dueAt > now
  const changes = isDue && isFree ? [postponeJob(job, now)] : []
  return { ...own, changes, obstacle: read.failure } satisfies ReadNotification
})

const readCharge = Effect.fnUntraced(function* (
  commit: CommitContext,
  provider: PaymentProvider,
  { charge, occurredAt }: ChargeNotification,
  found: AttemptRows
) {
  const { row } = found.attempt
  const own: ReadNotification = { ...nothing, payment: found.payment }
  if (isReturn(row, charge) || isRestored(found, charge)) {
    const decide = isReturn(row, charge) ? captureReturned : captureRestored
    const reason: ReturnReason = { provider, rawCode: charge.rawCode, occurredAt }
    return { ...own, changes: decide(commit, yield* loadReturn(found), reason) }
  }
  const isWaiting = charge.state === "requires_action" && isInFlight(row)
  // A present payer gets the result in the answer to their own request.
  if (isWaiting && row.returnUrl !== null) return own
  if (charge.state === "pending" && isPayerAway(row) && found.job !== null) {
    // Some providers report this of a charge that waits for its payer. A look-up returns the real
    // state.
    return { ...own, changes: [postponeJob(found.job, commit.now)] }
  }
  const { providerTimeoutMs } = yield* EngineConfig
  const read = readLookup(row, charge, provider, commit.now)
  if (leavesOpen(read) && mayStillAnswer(row, providerTimeoutMs, commit.now)) {
    // The call in flight decides on the next account and on step-up. If its process is gone, the
    // job looks the charge up.
    return { ...own, changes: [keptReference(found, charge)] }
  }
  const verdict = isWaiting
    ? yield* cancelUnseenAction(row, charge.providerReference, provider, read)
    : read
  const { apiVersion } = commit
  const inFlight: ChargeInFlight = { rows: found, provider, remainingTargets: [], apiVersion }
  const isHoldToo = isInFlight(row) && isCaptureOfHold(charge, verdict)
  // The hold was captured in part before the engine knew of the hold. Record the hold first.
  if (isHoldToo) yield* applyVerdictOnce(inFlight, verdict, [])
  const rows = isHoldToo ? yield* reload(found) : found
  const noticed = isExternalCapture(rows, charge)
    ? externalCaptureNotified
    : isExternalRelease(rows, charge)
      ? releaseNotified
      : null
  if (noticed !== null) {
    const { changes, isBooked } = noticed(commit, yield* loadHold(rows), charge)
    const obstacle = isBooked ? null : ("contradicts_books" as const)
    return { ...own, payment: rows.payment, changes, obstacle, isAlerted: !isBooked }
  }
  const isMismatch = verdict._tag === "Lost" && verdict.mismatch
  return {
    ...own,
    settles: [inFlight, verdict] as const,
    obstacle: isMismatch ? ("amount_mismatch" as const) : null,
    isAlerted: isMismatch
  }
})

const isReturn = ({ status, facts }: AttemptRecord, { state }: ChargeFound): boolean =>
  status === "captured" && state === "returned" && facts.amount > 0n

/** A provider reports money that came back as refunded if all of it was refunded before. */
const isRestored = ({ payment, attempt }: AttemptRows, { state }: ChargeFound): boolean => {
  const { status, returned } = attempt.row
  if (status !== "returned" || returned === undefined) return false
  const isRefunded = payment.row.amountRefunded >= returned.amount
  return state === "captured" || (state === "refunded" && isRefunded)
}

/**
 * True if the verdict moves no money. It is left to the call in flight, which may try another
 * account.
 */
const leavesOpen = ({ _tag }: Verdict): boolean =>
  _tag === "Declined" || _tag === "NotProcessed" || _tag === "Waiting"

/**
 * Stores the provider's reference of a charge that exists. If no answer comes, the charge is not
 * taken for absent.
 */
const keptReference = (
  { attempt }: AttemptRows,
  { state, providerReference }: ChargeFound
): Change =>
  state === "pending"
    ? update(AttemptCollection, attempt, { ...attempt.row, providerReference })
    : check(AttemptCollection, attempt)

const isCaptureOfHold = ({ state }: ChargeFound, verdict: Verdict): boolean =>
  state === "captured" && verdict._tag === "Charged" && !verdict.captured
