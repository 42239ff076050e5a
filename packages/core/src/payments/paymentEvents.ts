import type { EventRecord, EventType, InternalEventType } from "../events/Event.ts"
import { newEvent, type Setting } from "../events/newEvent.ts"
import { type PaymentRecord, type PaymentStatus, paymentJson } from "./Payment.ts"

/** An event about a payment: it carries the payment as its retrieve returns it, and its id. */
export const paymentEvent = (
  setting: Setting,
  type: EventType | InternalEventType,
  payment: PaymentRecord,
  version: number
): EventRecord =>
  newEvent(setting, type, {
    object: paymentJson(payment),
    version,
    payment: payment.id
  })

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

/** The event of a payment's transition; none where it stays, or a reversal puts it back. */
export const transitionEvents = (
  setting: Setting,
  before: PaymentRecord,
  after: PaymentRecord,
  version: number
): ReadonlyArray<EventRecord> => {
  const type = onEntering[after.status]
  const isReversal = afterRefund.has(before.status) && !afterRefund.has(after.status)
  return type === undefined || before.status === after.status || isReversal
    ? []
    : [paymentEvent(setting, type, after, version)]
}
