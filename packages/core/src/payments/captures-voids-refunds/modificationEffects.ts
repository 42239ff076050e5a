import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type { Movement } from "../../ledger/postingsFor.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import type { EventType, InternalEventType } from "../../platform/events/EventRecord.ts"
import type { AttemptRecord } from "../charges/Attempt.ts"
import { attemptAfter } from "../charges/attemptMachine.ts"
import { authorizedAmount, capturableOf, withCapturable } from "../charges/capturable.ts"
import type { PaymentRecord } from "../charges/Payment.ts"
import { isStillRefunded, paymentAfter, paymentCaptured } from "../charges/paymentMachine.ts"
import { splitMovements } from "../charges/splits.ts"
import { lateChargeReturned } from "./lateRefunds.ts"
import { type ModificationRecord, movesPayment } from "./Modification.ts"
import type { ModificationRows } from "./ModificationRows.ts"
import { releaseSplits, splitsReturnedBy, splitsTakenBy } from "./refundSplits.ts"

/** The effects of a decided modification on the payment and the attempt. */
export interface ModificationEffects {
  readonly status: ModificationRecord["status"]
  readonly payment?: PaymentRecord
  readonly attempt?: AttemptRecord
  readonly movement?: Movement["kind"]
  readonly events: ReadonlyArray<EventType | InternalEventType>
  /** Events about the payment that don't follow from its status. */
  readonly paymentEvents?: ReadonlyArray<EventType | InternalEventType>
  readonly endsHold?: boolean
  /** The movements of parts for other accounts. */
  readonly splits?: ReadonlyArray<Movement>
  /** The parts that a refund took back. Absent if there are none. */
  readonly taken?: NonNullable<ModificationRecord["splits"]>
  /** The new end of the hold. Absent if it stays. */
  readonly holdsUntil?: Millis | undefined
}

/** Returns the effects of a modification that the provider carried out. */
export const succeeded = (
  commit: CommitContext,
  rows: ModificationRows,
  holdsUntil: Millis | undefined
): ModificationEffects => {
  const { kind, purpose, amount } = rows.modification.row
  const payment = rows.payment.row
  const attempt = rows.attempt.row
  if (purpose === "expired_hold") return { status: "succeeded", events: [] }
  if (purpose === "late_charge") return withLateParts(rows, lateChargeReturned(rows))
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
      const taken = splitsTakenBy(payment, rows.modification.row)
      return {
        status: "succeeded",
        payment: {
          ...withRefunded(taken.payment, payment.amountRefunded + amount),
          amountReserved: payment.amountReserved + (rows.isNew ? amount : 0n)
        },
        ...partsTaken(rows, taken.splits),
        movement: "refund",
        events: ["refund.succeeded", ...(rows.isNew ? uncovered(attempt) : [])]
      }
    }
  }
}

/** The effects of the parts that a refund took back. */
const partsTaken = ({ attempt }: ModificationRows, taken: ModificationRecord["splits"] = []) =>
  taken.length === 0 ? {} : { taken, splits: splitMovements(attempt.row, "split_reversal", taken) }

/**
 * Adds the parts that the refund of a late charge took back. An older release stored none on the
 * refund. Then the refund that returns the last of the charge takes all of them back.
 */
const withLateParts = (rows: ModificationRows, effects: ModificationEffects) => {
  const { reversesSplits, splits } = rows.modification.row
  if (reversesSplits !== true) return effects
  const all = effects.attempt === undefined ? [] : rows.payment.row.splits
  return { ...effects, ...partsTaken(rows, splits ?? all) }
}

/** The first capture moves the attempt. A later one of the same hold only moves the payment. */
const captured = (commit: CommitContext, rows: ModificationRows): ModificationEffects => {
  const { amount, keepsRest, endedElsewhere } = rows.modification.row
  const payment = rows.payment.row
  const attempt = rows.attempt.row
  const amountCaptured = payment.amountCaptured + amount
  const left = capturableOf(payment) - amount
  const leavesRest = keepsRest === true && left > 0n
  // The provider may have reported meanwhile that the hold has ended.
  const rest = leavesRest && endedElsewhere === undefined ? left : 0n
  const isInParts = leavesRest || payment.capturedInParts === true
  const fields = isInParts ? { capturedInParts: true as const } : {}
  return {
    status: "succeeded",
    payment: withCapturable({ ...paymentCaptured(payment, amountCaptured), ...fields }, rest),
    ...(attempt.status === "authorized"
      ? { attempt: attemptAfter(attempt, "capture", { settledAt: commit.now }) }
      : {}),
    movement: "capture",
    splits: splitMovements(attempt, "split", payment.splits),
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
    if (isStillRefunded({ ...payment, amountRefunded })) return { ...payment, amountRefunded }
    const trigger = amountRefunded >= amountCaptured ? "refund" : "refund_partially"
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
          ...releaseSplits(payment.row, modification.row),
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
  const { amount, purpose, splits: own, splitShare } = modification.row
  if (purpose === "late_charge") {
    // An older release took all parts back with the last refund, and stored their sum.
    const all = own ?? (splitShare === undefined ? [] : payment.row.splits)
    const splits = splitMovements(attempt.row, "split", all)
    return { status: "reversed", movement: "late_charge", splits, events: [] }
  }
  const { amountRefunded, amountReserved } = payment.row
  const returned = splitsReturnedBy(payment.row, modification.row)
  return {
    status: "reversed",
    payment: {
      ...withRefunded(returned.payment, amountRefunded - amount),
      amountReserved: amountReserved - amount
    },
    movement: "refund_reversal",
    splits: splitMovements(attempt.row, "split", returned.splits),
    events: ["refund.reversed"]
  }
}

/**
 * The provider no longer holds the money: the capture or void fails and the payment expires. An
 * alert is recorded with the payment.
 */
export const holdWasGone = (
  commit: CommitContext,
  rows: ModificationRows,
  alert?: InternalEventType
): ModificationEffects => {
  const { kind } = rows.modification.row
  if (!movesPayment(rows.modification.row)) return succeeded(commit, rows, undefined)
  if (kind === "refund") return failed(rows)
  const paymentEvents = alert === undefined ? [] : [alert]
  const ended = { status: "failed", events: [`${kind}.failed`], endsHold: true } as const
  return rows.attempt.row.status === "authorized"
    ? {
        ...ended,
        payment: paymentAfter(rows.payment.row, "expire", {}),
        paymentEvents,
        attempt: attemptAfter(rows.attempt.row, "expire", { settledAt: commit.now })
      }
    : {
        ...ended,
        payment: withCapturable(rows.payment.row, 0n),
        paymentEvents: ["payment.amount_capturable_updated", ...paymentEvents]
      }
}

/** The alert about a refund whose capture was returned: it has no money behind it. */
export const uncovered = ({ status }: AttemptRecord): ReadonlyArray<InternalEventType> =>
  status === "returned" ? ["alert.refund_uncovered"] : []
