import { TaggedError } from "../../kernel/primitives/TaggedError.ts"
import type { PaymentStatus } from "./Payment.ts"

/** The reason why a payment can't be changed. */
interface RefusedFor {
  /** The payment's id. */
  readonly payment: string
  /** The payment's status. */
  readonly status: PaymentStatus
  /** The reason, as a sentence for people. */
  readonly message: string
}

/** The payment is not `authorized`, or a capture or void of it is in progress. */
export class PaymentNotCapturable extends TaggedError("PaymentNotCapturable")<RefusedFor> {}

/** The payment is not `authorized`, or a capture or void of it is in progress. */
export class PaymentNotVoidable extends TaggedError("PaymentNotVoidable")<RefusedFor> {}

/** Nothing was captured, or nothing is left that the provider would refund. */
export class PaymentNotRefundable extends TaggedError("PaymentNotRefundable")<RefusedFor> {}

/** A charge was sent already, so the payment can't be canceled any more. */
export class PaymentInFlight extends TaggedError("PaymentInFlight")<RefusedFor> {}
