import { Schema } from "effect"
import type { Named } from "../kernel/primitives/Named.ts"

/**
 * A reason for which European rules (PSD2) require no authentication. `low_value` is a small
 * amount. `transaction_risk_analysis` is a low risk by the acquirer's own analysis.
 * `trusted_beneficiary` is a merchant whom the payer has put on a list. `corporate` is a card of a
 * company, used by secure processes.
 */
export const ScaExemption = Schema.Literals([
  "low_value",
  "transaction_risk_analysis",
  "trusted_beneficiary",
  "corporate"
])
export type ScaExemption = Named<typeof ScaExemption.Type>

/**
 * The result of an authentication by the issuer (EMV 3-D Secure). It is sent along with the charge.
 */
export interface ThreeDsAuthentication {
  /** `attempted` if the issuer took no part and the scheme answered in its place. */
  readonly status?: "authenticated" | "attempted"
  /** The exemption that was granted (PSD2). With one the payer need not authenticate. */
  readonly exemption?: ScaExemption
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
  exemption: Schema.optionalKey(ScaExemption),
  flow: Schema.Literals(["frictionless", "challenge"]),
  version: Schema.String,
  eci: Schema.NullOr(Schema.String),
  authenticationValue: Schema.NullOr(Schema.String),
  transactionId: Schema.NullOr(Schema.String)
})

/**
 * The kind of a charge's authentication, by which rules route. `exempted` if the issuer granted an
 * exemption, `none` if there was no authentication.
 */
export const AuthenticationKind = Schema.Literals([
  "authenticated",
  "attempted",
  "exempted",
  "none"
])
export type AuthenticationKind = Named<typeof AuthenticationKind.Type>

/** Returns the kind of an authentication. Null is no authentication. */
export const authenticationKind = (threeDs: ThreeDsAuthentication | null): AuthenticationKind => {
  if (threeDs === null) return "none"
  if (threeDs.exemption !== undefined) return "exempted"
  return threeDs.status ?? "authenticated"
}
