import { Schema } from "effect"
import { Amount } from "../../kernel/primitives/MinorAmount.ts"

/** The stored fields of a payment about the parts that its refunds take back. */
export const refundedSplits = {
  /** The parts that refunds took back. Absent if there was no such refund. */
  splitsReversed: Schema.optionalKey(
    Schema.Struct({
      amount: Amount,
      /** The amount of those refunds. */
      refunded: Amount
    })
  ),
  /**
   * The parts that pending and succeeded refunds take back. Absent if no such refund was requested
   * since releases store it.
   */
  splitsReserved: Schema.optionalKey(
    Schema.Struct({
      /** The amount of those refunds. */
      refunded: Amount,
      /** The amount of each part, in the order of `splits`. */
      parts: Schema.Array(Amount)
    })
  )
}
