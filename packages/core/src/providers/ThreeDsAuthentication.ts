import { Schema } from "effect"

/** What an issuer vouches for, to be sent along with the charge (EMV 3-D Secure). */
export const ThreeDsAuthentication = Schema.Struct({
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
