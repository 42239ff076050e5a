import type { CommitContext } from "../../platform/events/CommitContext.ts"
import type { EventType, InternalEventType } from "../../platform/events/EventRecord.ts"
import { type EventResource, recordEvent } from "../../platform/events/recordEvent.ts"
import { type Change, update, updated } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { PaymentCollection, type PaymentRecord, type PaymentStatus } from "./Payment.ts"
import { paymentJson } from "./paymentAnswer.ts"
import { type PaymentTrigger, paymentAfter } from "./paymentMachine.ts"

const asEventResource: EventResource<PaymentRecord> = { show: paymentJson, payment: ({ id }) => id }

/** Records an event with the payment as a commit leaves it. */
export const recordPaymentEvent = (
  commit: CommitContext,
  type: EventType | InternalEventType,
  payment: Stored<PaymentRecord>
): ReadonlyArray<Change> => recordEvent(commit, type, payment, asEventResource)

/**
 * Records an alert with its payment. The payment gets its next version and stays as it is
 * otherwise, so the same commit can change more of it.
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

/** Records the event of a payment's transition. No event if the status stays, or returns. */
export const recordTransition = (
  commit: CommitContext,
  before: PaymentRecord,
  after: Stored<PaymentRecord>
): ReadonlyArray<Change> => {
  const { status } = after.row
  const type = onEntering[status]
  const isReversal = afterRefund.has(before.status) && status === "succeeded"
  return type === undefined || before.status === status || isReversal
    ? []
    : recordPaymentEvent(commit, type, after)
}

/** A payment after a commit, with the changes of that commit. */
interface MovedPayment {
  readonly payment: Stored<PaymentRecord>
  readonly changes: ReadonlyArray<Change>
}

/** Moves a payment by a trigger that no attempt causes, and records its event. */
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
