import type { Schema } from "effect"
import type { Moment } from "../ids/Moment.ts"
import { type PaymentRecord, type PaymentStatus, paymentJson } from "../payments/Payment.ts"
import type { Scope } from "../storage/Scope.ts"
import { type EventRecord, EventType, type InternalEventType } from "./Event.ts"

/** What a decision needs beside the rows: whose they are, when it is, in which revision to tell. */
export interface Setting extends Moment {
  readonly scope: Scope
  /** The API revision that events are told in. */
  readonly apiVersion: string
}

const publicTypes: ReadonlySet<string> = new Set(EventType.literals)

/** An event about a resource, as it goes into the commit of what happened. */
export const event = (
  setting: Setting,
  type: EventType | InternalEventType,
  subject: {
    readonly object: unknown
    readonly version: number
    readonly payment?: string
  }
): EventRecord => ({
  id: setting.id("event"),
  type,
  published: publicTypes.has(type),
  apiVersion: setting.apiVersion,
  occurredAt: setting.now,
  livemode: setting.scope.mode === "live",
  data: dataOf(subject.object as Schema.Json, subject.version, subject.payment)
})

const dataOf = (
  object: Schema.Json,
  version: number,
  payment: string | undefined
): EventRecord["data"] =>
  payment === undefined ? { object, version } : { object, payment_id: payment, version }

/** An event about a payment: it carries the payment as its retrieve returns it, and its id. */
export const paymentEvent = (
  setting: Setting,
  type: EventType | InternalEventType,
  payment: PaymentRecord,
  version: number
): EventRecord =>
  event(setting, type, {
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
