import { Schema } from "effect"

/**
 * The result of an authentication by the issuer (EMV 3-D Secure). It is sent along with the charge.
 */
export interface ThreeDsAuthentication {
  /** `attempted` if the issuer took no part and the scheme answered in its place. */
  readonly status?: "authenticated" | "attempted"
  /** The exemption that was granted (PSD2). With one the payer need not authenticate. */
  readonly exemption?:
    | "low_value"
    | "transaction_risk_analysis"
    | "trusted_beneficiary"
    | "corporate"
  /** `challenge` if the payer had to act. */
  readonly flow: "frictionless" | "challenge"
  /** The protocol's version, such as 2.2.0. */
  readonly version: string
  /** The electronic commerce indicator. */
  readonly eci: string | null
  /** The authentication value, with which the issuer recognizes its own authentication. */
  readonly authenticationValue: string | null
  /** The directory server's transaction id. */
  readonly transactionId: string | null
}
export const ThreeDsAuthentication = Schema.Struct({
  status: Schema.optionalKey(Schema.Literals(["authenticated", "attempted"])),
  exemption: Schema.optionalKey(
    Schema.Literals(["low_value", "transaction_risk_analysis", "trusted_beneficiary", "corporate"])
  ),
  flow: Schema.Literals(["frictionless", "challenge"]),
  version: Schema.String,
  eci: Schema.NullOr(Schema.String),
  authenticationValue: Schema.NullOr(Schema.String),
  transactionId: Schema.NullOr(Schema.String)
})
