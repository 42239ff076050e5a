import { TaggedError } from "../../kernel/primitives/TaggedError.ts"
import type { PaymentStatus } from "./Payment.ts"

/** What stands in the way of changing a payment. */
interface RefusedFor {
  /** The payment's id. */
  readonly payment: string
  /** Where the payment stands. */
  readonly status: PaymentStatus
  /** Why not, as a sentence for people. */
  readonly message: string
}

/** The payment is not `authorized`, or a capture or void of it is under way. */
export class PaymentNotCapturable extends TaggedError("PaymentNotCapturable")<RefusedFor> {}

/** The payment is not `authorized`, or a capture or void of it is under way. */
export class PaymentNotVoidable extends TaggedError("PaymentNotVoidable")<RefusedFor> {}

/** Nothing was captured, or nothing of it is left that its provider would refund. */
export class PaymentNotRefundable extends TaggedError("PaymentNotRefundable")<RefusedFor> {}

/** Something was sent already, so the payment can't be given up any more. */
export class PaymentInFlight extends TaggedError("PaymentInFlight")<RefusedFor> {}
