import { Schema } from "effect"

/** The features of a hold that a payment uses. See `AuthorizationOptions`. */
export interface HoldOptions {
  /** True if the held amount may be raised later. */
  readonly incremental?: boolean
  /** True if the hold may be captured in several parts. */
  readonly multipleCaptures?: boolean
  /** True if more than the held amount may be captured, such as a tip. */
  readonly overCapture?: boolean
}
const holdOptions = {
  incremental: Schema.optionalKey(Schema.Boolean),
  multipleCaptures: Schema.optionalKey(Schema.Boolean),
  overCapture: Schema.optionalKey(Schema.Boolean)
}
const holdKeys = { multipleCaptures: "multiple_captures", overCapture: "over_capture" } as const
export const HoldOptions = Schema.Struct(holdOptions).pipe(Schema.encodeKeys(holdKeys))

/**
 * The features that a payment uses of its authorization. Each is asked of the provider if its
 * account offers the feature, because providers and schemes charge for some of them. The features
 * of a hold need manual capture.
 */
export interface AuthorizationOptions extends HoldOptions {
  /**
   * True if the issuer may approve a part of the amount, such as the balance of a prepaid card. The
   * payment is then `partially_captured`, or `authorized` with a smaller `amountCapturable`.
   * Without it, such an approval is voided and the payment is declined.
   */
  readonly partial?: boolean
}
export const AuthorizationOptions = Schema.Struct({
  ...holdOptions,
  partial: Schema.optionalKey(Schema.Boolean)
}).pipe(Schema.encodeKeys(holdKeys))
