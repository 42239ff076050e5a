import { Schema } from "effect"

/** What an issuer vouches for, to be sent along with the charge (EMV 3-D Secure). */
export interface ThreeDsAuthentication {
  /** `attempted` where the issuer took no part, and the scheme answered in its place. */
  readonly status?: "authenticated" | "attempted"
  /** Why the payer need not be asked, where that was granted (PSD2). */
  readonly exemption?:
    | "low_value"
    | "transaction_risk_analysis"
    | "trusted_beneficiary"
    | "corporate"
  /** `challenge` where the payer was asked. */
  readonly flow: "frictionless" | "challenge"
  /** The protocol's version, such as 2.2.0. */
  readonly version: string
  /** The electronic commerce indicator. */
  readonly eci: string | null
  /** The authentication value, by which the issuer knows its own word again. */
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
