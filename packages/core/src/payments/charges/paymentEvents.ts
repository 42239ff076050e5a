import type { CommitContext } from "../../platform/events/CommitContext.ts"
import type { EventType, InternalEventType } from "../../platform/events/EventRecord.ts"
import { type EventResource, recordEvent } from "../../platform/events/recordEvent.ts"
import { type Change, update, updated } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import {
  PaymentCollection,
  type PaymentRecord,
  type PaymentStatus,
  paymentJson
} from "./Payment.ts"
import { type PaymentTrigger, paymentAfter } from "./paymentMachine.ts"

const asEventResource: EventResource<PaymentRecord> = { show: paymentJson, payment: ({ id }) => id }

/** Tells of a payment as a commit leaves it. */
export const recordPaymentEvent = (
  commit: CommitContext,
  type: EventType | InternalEventType,
  payment: Stored<PaymentRecord>
): ReadonlyArray<Change> => recordEvent(commit, type, payment, asEventResource)

/**
 * An alert that carries the payment it is about. The payment moves to its next version and stays as
 * it is otherwise, so more can be changed of it in the same commit.
 */
export const paymentAlert = (
  commit: CommitContext,
  type: InternalEventType,
  payment: Stored<PaymentRecord>
): ReadonlyArray<Change> => [
  update(PaymentCollection, payment, payment.row),
  ...recordPaymentEvent(commit, type, updated(payment, payment.row))
]

const onEntering: Partial<Record<PaymentStatus, EventType | InternalEventType>> = {
  authorized: "payment.authorized",
  succeeded: "payment.succeeded",
  declined: "payment.declined",
  failed: "payment.failed",
  expired: "payment.expired",
  voided: "payment.voided",
  canceled: "payment.canceled",
  partially_refunded: "payment.partially_refunded",
  refunded: "payment.refunded"
}

const afterRefund: ReadonlySet<PaymentStatus> = new Set(["partially_refunded", "refunded"])

/** Tells of a payment's transition; not where it stays, or a reversal puts it back. */
export const recordTransition = (
  commit: CommitContext,
  before: PaymentRecord,
  after: Stored<PaymentRecord>
): ReadonlyArray<Change> => {
  const { status } = after.row
  const type = onEntering[status]
  const isReversal = afterRefund.has(before.status) && !afterRefund.has(status)
  return type === undefined || before.status === status || isReversal
    ? []
    : recordPaymentEvent(commit, type, after)
}

/** A payment as a commit leaves it, and what that commit holds for it. */
interface MovedPayment {
  readonly payment: Stored<PaymentRecord>
  readonly changes: ReadonlyArray<Change>
}

/** Moves a payment by a trigger that no attempt decides, with the event of the move. */
export const movePayment = (
  commit: CommitContext,
  before: Stored<PaymentRecord>,
  trigger: PaymentTrigger,
  fields: Partial<PaymentRecord> = {}
): MovedPayment => {
  const payment = updated(before, paymentAfter(before.row, trigger, fields))
  return {
    payment,
    changes: [
      update(PaymentCollection, before, payment.row),
      ...recordTransition(commit, before.row, payment)
    ]
  }
}
