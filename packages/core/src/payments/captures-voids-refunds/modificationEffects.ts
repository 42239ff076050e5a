import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type { Movement } from "../../ledger/postingsFor.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import type { EventType, InternalEventType } from "../../platform/events/EventRecord.ts"
import { sumOfSplits } from "../../providers/Split.ts"
import type { AttemptRecord } from "../charges/Attempt.ts"
import { attemptAfter } from "../charges/attemptMachine.ts"
import { authorizedAmount, capturableOf, withCapturable } from "../charges/capturable.ts"
import type { PaymentRecord } from "../charges/Payment.ts"
import { paymentAfter } from "../charges/paymentMachine.ts"
import { splitMovement, splitMovements, splitShare, withReversed } from "../charges/splits.ts"
import { lateChargeReturned } from "./lateRefunds.ts"
import { type ModificationRecord, movesPayment } from "./Modification.ts"
import type { ModificationRows } from "./ModificationRows.ts"

/** The effects of a decided modification on the payment and the attempt. */
export interface ModificationEffects {
  readonly status: ModificationRecord["status"]
  readonly payment?: PaymentRecord
  readonly attempt?: AttemptRecord
  readonly movement?: Movement["kind"]
  readonly events: ReadonlyArray<EventType | InternalEventType>
  /** Events about the payment that don't follow from its status. */
  readonly paymentEvents?: ReadonlyArray<EventType>
  readonly endsHold?: boolean
  /** The movements of parts for other accounts. */
  readonly splits?: ReadonlyArray<Movement>
  /** The share of a refund that those accounts pay. */
  readonly splitShare?: bigint
  /** The new end of the hold. Absent if it stays. */
  readonly holdsUntil?: Millis | undefined
}

/** Returns the effects of a modification that the provider carried out. */
export const succeeded = (
  commit: CommitContext,
  rows: ModificationRows,
  holdsUntil: Millis | undefined
): ModificationEffects => {
  const { kind, purpose, amount, reversesSplits } = rows.modification.row
  const payment = rows.payment.row
  const attempt = rows.attempt.row
  if (purpose === "expired_hold") return { status: "succeeded", events: [] }
  if (purpose === "late_charge") return withLateShare(rows, lateChargeReturned(rows))
  switch (kind) {
    case "capture":
      return captured(commit, rows)
    case "increment":
      return incremented(rows, holdsUntil)
    case "void":
      return {
        status: "succeeded",
        payment: paymentAfter(payment, "void", {}),
        attempt: attemptAfter(attempt, "void", { settledAt: commit.now }),
        events: [],
        endsHold: true
      }
    case "refund": {
      const share = reversesSplits === true ? splitShare(payment, amount) : 0n
      return {
        status: "succeeded",
        payment: {
          ...withRefunded(payment, payment.amountRefunded + amount),
          amountReserved: payment.amountReserved + (rows.isNew ? amount : 0n),
          ...(reversesSplits === true ? withReversed(payment, share, amount) : {})
        },
        ...shareTaken(rows, share),
        movement: "refund",
        events: ["refund.succeeded", ...(rows.isNew ? uncovered(attempt) : [])]
      }
    }
  }
}

/** The effects of a share that the accounts of the payment's parts pay. */
const shareTaken = ({ attempt }: ModificationRows, share: bigint) =>
  share === 0n
    ? {}
    : { splitShare: share, splits: splitMovement(attempt.row, "split_reversal", share) }

/** The accounts give all of their parts back with the refund that returns the last of a charge. */
const withLateShare = (rows: ModificationRows, effects: ModificationEffects) => {
  const isLast = effects.attempt !== undefined && rows.modification.row.reversesSplits === true
  return { ...effects, ...shareTaken(rows, isLast ? sumOfSplits(rows.payment.row.splits) : 0n) }
}

/** The first capture moves the attempt. A later one of the same hold only moves the payment. */
const captured = (commit: CommitContext, rows: ModificationRows): ModificationEffects => {
  const { amount, keepsRest } = rows.modification.row
  const payment = rows.payment.row
  const attempt = rows.attempt.row
  const amountCaptured = payment.amountCaptured + amount
  const left = capturableOf(payment) - amount
  const rest = keepsRest === true && left > 0n ? left : 0n
  const trigger = amountCaptured >= payment.amount ? "capture" : "capture_partially"
  const isInParts = rest > 0n || payment.capturedInParts === true
  const fields = { amountCaptured, ...(isInParts ? { capturedInParts: true as const } : {}) }
  return {
    status: "succeeded",
    payment: withCapturable(paymentAfter(payment, trigger, fields), rest),
    ...(attempt.status === "authorized"
      ? { attempt: attemptAfter(attempt, "capture", { settledAt: commit.now }) }
      : {}),
    movement: "capture",
    splits: splitMovements(attempt, payment),
    events: [],
    paymentEvents: ["payment.captured"],
    endsHold: rest === 0n
  }
}

/** The payment is about the new total from now on. */
const incremented = (
  { modification, payment, attempt }: ModificationRows,
  holdsUntil: Millis | undefined
): ModificationEffects => {
  const { amount } = modification.row
  const rest = capturableOf(payment.row) + amount - authorizedAmount(attempt.row)
  return {
    status: "succeeded",
    payment: withCapturable({ ...payment.row, amount }, rest),
    attempt: { ...attempt.row, authorizedAmount: amount },
    events: [],
    paymentEvents: ["payment.amount_capturable_updated"],
    holdsUntil
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
  const trigger = amountCaptured >= amount ? "restore_captured" : "restore_partially_captured"
  return paymentAfter(payment, trigger, { amountRefunded })
}

/** Returns the effects of a modification that was not carried out and will not be. */
export const failed = ({ modification, payment }: ModificationRows): ModificationEffects => {
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

/** Returns the effects of a refund whose money came back. */
export const reverseRefund = ({
  modification,
  payment,
  attempt
}: ModificationRows): ModificationEffects => {
  const { amount, purpose, reversesSplits, splitShare: share = 0n } = modification.row
  const splits = splitMovement(attempt.row, "split", share)
  if (purpose === "late_charge") {
    return { status: "reversed", movement: "late_charge", splits, events: [] }
  }
  const { amountRefunded, amountReserved } = payment.row
  return {
    status: "reversed",
    payment: {
      ...withRefunded(payment.row, amountRefunded - amount),
      amountReserved: amountReserved - amount,
      ...(reversesSplits === true ? withReversed(payment.row, -share, -amount) : {})
    },
    movement: "refund_reversal",
    splits,
    events: ["refund.reversed"]
  }
}

/** The provider no longer holds the money: the capture or void fails and the payment expires. */
export const holdWasGone = (commit: CommitContext, rows: ModificationRows): ModificationEffects => {
  const { kind } = rows.modification.row
  if (!movesPayment(rows.modification.row)) return succeeded(commit, rows, undefined)
  if (kind === "refund") return failed(rows)
  const ended = { status: "failed", events: [`${kind}.failed`], endsHold: true } as const
  return rows.attempt.row.status === "authorized"
    ? {
        ...ended,
        payment: paymentAfter(rows.payment.row, "expire", {}),
        attempt: attemptAfter(rows.attempt.row, "expire", { settledAt: commit.now })
      }
    : {
        ...ended,
        payment: withCapturable(rows.payment.row, 0n),
        paymentEvents: ["payment.amount_capturable_updated"]
      }
}

/** The alert about a refund whose capture was returned: it has no money behind it. */
export const uncovered = ({ status }: AttemptRecord): ReadonlyArray<InternalEventType> =>
  status === "returned" ? ["alert.refund_uncovered"] : []
