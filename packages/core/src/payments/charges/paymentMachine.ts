import { type Machine, statusAfter } from "../../kernel/Machine.ts"
import type { PaymentRecord, PaymentStatus } from "./Payment.ts"

/** What moves a payment on. */
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
  | "restore_captured"
  | "restore_partially_captured"

/**
 * The life of a payment (spec 3.1). A declined or failed one moves on only through its own session
 * while that is open, and refunded ones move back only when a refund is reversed. A captured one
 * fails if its provider takes the capture back, and moves back if that is captured again.
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
      decline: "declined",
      fail: "failed"
    },
    authorized: {
      capture: "succeeded",
      capture_partially: "partially_captured",
      void: "voided",
      expire: "expired"
    },
    succeeded: { refund_partially: "partially_refunded", refund: "refunded", fail: "failed" },
    partially_captured: {
      refund_partially: "partially_refunded",
      refund: "refunded",
      fail: "failed"
    },
    partially_refunded: {
      fail: "failed",
      refund_partially: "partially_refunded",
      refund: "refunded",
      restore_captured: "succeeded",
      restore_partially_captured: "partially_captured"
    },
    refunded: {
      fail: "failed",
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

/** The payment after a trigger; a move that its machine forbids is a defect. */
export const paymentAfter = (
  payment: PaymentRecord,
  trigger: PaymentTrigger,
  fields: Partial<PaymentRecord>
): PaymentRecord => ({
  ...payment,
  ...fields,
  status: statusAfter(paymentMachine, payment.status, trigger)
})
