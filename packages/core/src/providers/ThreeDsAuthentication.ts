import { Schema } from "effect"

/** What an issuer vouches for, to be sent along with the charge (EMV 3-D Secure). */
export const ThreeDsAuthentication = Schema.Struct({
  /** `attempted` where the issuer took no part, and the scheme answered in its place. */
  status: Schema.optionalKey(Schema.Literals(["authenticated", "attempted"])),
  /** Why the payer need not be asked, where that was granted (PSD2). */
  exemption: Schema.optionalKey(
    Schema.Literals(["low_value", "transaction_risk_analysis", "trusted_beneficiary", "corporate"])
  ),
  /** Whether the payer was asked. */
  flow: Schema.Literals(["frictionless", "challenge"]),
  /** The protocol's version, such as 2.2.0. */
  version: Schema.String,
  /** The electronic commerce indicator. */
  eci: Schema.NullOr(Schema.String),
  /** The authentication value, by which the issuer knows its own word again. */
  authenticationValue: Schema.NullOr(Schema.String),
  /** The directory server's transaction id. */
  transactionId: Schema.NullOr(Schema.String)
})
export type ThreeDsAuthentication = typeof ThreeDsAuthentication.Type
