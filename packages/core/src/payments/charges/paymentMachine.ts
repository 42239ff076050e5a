import { type Machine, statusAfter } from "../../kernel/Machine.ts"
import { capturableOf, withCapturable } from "./capturable.ts"
import type { PaymentRecord, PaymentStatus } from "./Payment.ts"

/** The triggers of a payment. */
export type PaymentTrigger =
  | "await_method"
  | "authenticate"
  | "process"
  | "authorize"
  | "succeed"
  | "decline"
  | "fail"
  | "cancel"
  | "expire"
  | "capture"
  | "capture_partially"
  | "void"
  | "refund_partially"
  | "refund"
  | "return_part"
  | "restore_captured"
  | "restore_partially_captured"

/**
 * The statuses of a payment. A hold may be captured in parts, also after a part was refunded. A
 * declined or failed payment moves only through its own session while
 * that is open. A refunded payment moves back only when a refund is reversed. A captured payment
 * fails if its provider takes the capture back, and moves back if the provider captures again.
 */
export const paymentMachine: Machine<PaymentStatus, PaymentTrigger> = {
  name: "Payment",
  initial: ["created"],
  transitions: {
    created: {
      await_method: "requires_payment",
      authenticate: "authenticating",
      process: "processing"
    },
    requires_payment: {
      authenticate: "authenticating",
      process: "processing",
      expire: "expired",
      cancel: "canceled"
    },
    authenticating: {
      process: "processing",
      decline: "declined",
      fail: "failed",
      expire: "expired",
      cancel: "canceled"
    },
    processing: {
      authenticate: "authenticating",
      authorize: "authorized",
      succeed: "succeeded",
      capture_partially: "partially_captured",
      decline: "declined",
      fail: "failed"
    },
    authorized: {
      capture: "succeeded",
      capture_partially: "partially_captured",
      void: "voided",
      expire: "expired"
    },
    succeeded: {
      refund_partially: "partially_refunded",
      refund: "refunded",
      return_part: "partially_captured",
      fail: "failed"
    },
    partially_captured: {
      capture: "succeeded",
      capture_partially: "partially_captured",
      return_part: "partially_captured",
      refund_partially: "partially_refunded",
      refund: "refunded",
      fail: "failed"
    },
    partially_refunded: {
      fail: "failed",
      capture: "partially_refunded",
      capture_partially: "partially_refunded",
      return_part: "partially_refunded",
      refund_partially: "partially_refunded",
      refund: "refunded",
      restore_captured: "succeeded",
      restore_partially_captured: "partially_captured"
    },
    refunded: {
      fail: "failed",
      capture: "partially_refunded",
      capture_partially: "partially_refunded",
      return_part: "refunded",
      refund_partially: "partially_refunded",
      restore_captured: "succeeded",
      restore_partially_captured: "partially_captured"
    },
    declined: { authenticate: "authenticating", process: "processing" },
    failed: {
      authenticate: "authenticating",
      process: "processing",
      restore_captured: "succeeded",
      restore_partially_captured: "partially_captured",
      refund_partially: "partially_refunded",
      refund: "refunded"
    },
    expired: {},
    canceled: {},
    voided: {}
  }
}

/** Returns the payment after a trigger. A transition that the machine forbids is a defect. */
export const paymentAfter = (
  payment: PaymentRecord,
  trigger: PaymentTrigger,
  fields: Partial<PaymentRecord>
): PaymentRecord => {
  const status = statusAfter(paymentMachine, payment.status, trigger)
  const moved = { ...payment, ...fields, status }
  return moved.amountCapturable === undefined ? moved : withCapturable(moved, capturableOf(moved))
}

/**
 * Returns true if a refunded payment stays refunded, because no more is captured than was refunded.
 * The refunds may exceed what is captured after a capture was returned.
 */
export const isStillRefunded = ({
  status,
  amountCaptured,
  amountRefunded
}: Pick<PaymentRecord, "status" | "amountCaptured" | "amountRefunded">): boolean =>
  status === "refunded" && amountRefunded >= amountCaptured

/** Returns the payment after a capture of its hold, with this amount captured in all. */
export const paymentCaptured = (payment: PaymentRecord, amountCaptured: bigint): PaymentRecord => {
  const fields = { amountCaptured }
  if (isStillRefunded({ ...payment, ...fields })) return { ...payment, ...fields }
  const trigger = amountCaptured >= payment.amount ? "capture" : "capture_partially"
  return paymentAfter(payment, trigger, fields)
}
