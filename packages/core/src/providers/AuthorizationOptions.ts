import { Schema } from "effect"

/**
 * The features that a payment uses of its authorization. Each is asked of the provider if its
 * account offers the feature, because providers and schemes charge for some of them.
 */
export interface AuthorizationOptions {
  /** True if the held amount may be raised later. Needs manual capture. */
  readonly incremental?: boolean
  /** True if the hold may be captured in several parts. Needs manual capture. */
  readonly multipleCaptures?: boolean
  /** True if more than the held amount may be captured, such as a tip. Needs manual capture. */
  readonly overCapture?: boolean
  /**
   * True if the issuer may approve a part of the amount, such as the balance of a prepaid card. The
   * payment is then `partially_captured`, or `authorized` with a smaller `amountCapturable`.
   * Without it, such an approval is voided and the payment is declined.
   */
  readonly partial?: boolean
}
export const AuthorizationOptions = Schema.Struct({
  incremental: Schema.optionalKey(Schema.Boolean),
  multipleCaptures: Schema.optionalKey(Schema.Boolean),
  overCapture: Schema.optionalKey(Schema.Boolean),
  partial: Schema.optionalKey(Schema.Boolean)
}).pipe(Schema.encodeKeys({ multipleCaptures: "multiple_captures", overCapture: "over_capture" }))
