import type { EventType, InternalEventType } from "../../platform/events/Event.ts"
import type { Setting } from "../../platform/events/Setting.ts"
import { type Shown, tell } from "../../platform/events/tell.ts"
import { type Change, update, updated } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import {
  PaymentCollection,
  type PaymentRecord,
  type PaymentStatus,
  paymentJson
} from "./Payment.ts"
import { type PaymentTrigger, paymentAfter } from "./paymentMachine.ts"

const shown: Shown<PaymentRecord> = { show: paymentJson, payment: ({ id }) => id }

/** Tells of a payment as a commit leaves it. */
export const tellPayment = (
  setting: Setting,
  type: EventType | InternalEventType,
  payment: Stored<PaymentRecord>
): ReadonlyArray<Change> => tell(setting, type, payment, shown)

/**
 * An alert that carries the payment it is about. The payment moves to its next version and stays as
 * it is otherwise, so more can be changed of it in the same commit.
 */
export const paymentAlert = (
  setting: Setting,
  type: InternalEventType,
  payment: Stored<PaymentRecord>
): ReadonlyArray<Change> => [
  update(PaymentCollection, payment, payment.row),
  ...tellPayment(setting, type, updated(payment, payment.row))
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
export const tellTransition = (
  setting: Setting,
  before: PaymentRecord,
  after: Stored<PaymentRecord>
): ReadonlyArray<Change> => {
  const { status } = after.row
  const type = onEntering[status]
  const isReversal = afterRefund.has(before.status) && !afterRefund.has(status)
  return type === undefined || before.status === status || isReversal
    ? []
    : tellPayment(setting, type, after)
}

/** A payment as a commit leaves it, and what that commit holds for it. */
interface MovedPayment {
  readonly payment: Stored<PaymentRecord>
  readonly changes: ReadonlyArray<Change>
}

/** Moves a payment by a trigger that no attempt decides, with the event of the move. */
export const movePayment = (
  setting: Setting,
  before: Stored<PaymentRecord>,
  trigger: PaymentTrigger,
  fields: Partial<PaymentRecord> = {}
): MovedPayment => {
  const payment = updated(before, paymentAfter(before.row, trigger, fields))
  return {
    payment,
    changes: [
      update(PaymentCollection, before, payment.row),
      ...tellTransition(setting, before.row, payment)
    ]
  }
}
