import { Schema } from "effect"
import { PaymentStatus } from "./Payment.ts"

const refusedFor = { payment: Schema.String, status: PaymentStatus, message: Schema.String }

/** The payment is not `authorized`, or a capture or void of it is under way. */
export class PaymentNotCapturable extends Schema.TaggedError<PaymentNotCapturable>()(
  "PaymentNotCapturable",
  refusedFor
) {}

/** The payment is not `authorized`, or a capture or void of it is under way. */
export class PaymentNotVoidable extends Schema.TaggedError<PaymentNotVoidable>()(
  "PaymentNotVoidable",
  refusedFor
) {}

/** Nothing was captured, or nothing of it is left that its provider would refund. */
export class PaymentNotRefundable extends Schema.TaggedError<PaymentNotRefundable>()(
  "PaymentNotRefundable",
  refusedFor
) {}

/** Something was sent already, so the payment can't be given up any more. */
export class PaymentInFlight extends Schema.TaggedError<PaymentInFlight>()(
  "PaymentInFlight",
  refusedFor
) {}
