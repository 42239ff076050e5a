import { Context, Effect, Schema } from "effect"
import { ThreeDsAuthentication } from "../ThreeDsAuthentication.ts"

/** The issuer authenticated the payer. */
export interface PayerAuthenticated {
  readonly _tag: "Authenticated"
  /** The result of the authentication. */
  readonly authentication: ThreeDsAuthentication
}

/** The payer has to complete a challenge on the issuer's page at this address. */
export interface ChallengeRequired {
  readonly _tag: "ChallengeRequired"
  /** An absolute address. */
  readonly url: string
}

/** The card does not support 3DS. It is charged without authentication. */
export interface NotEnrolled {
  readonly _tag: "NotEnrolled"
}

/** The issuer rejected the authentication, so the card is not charged. */
export interface AuthenticationRejected {
  readonly _tag: "Rejected"
  /** The reason, for the merchant only. */
  readonly reason: string
}

/**
 * 3DS is unavailable. The card is charged without authentication, and may be declined.
 */
export interface AuthenticationUnavailable {
  readonly _tag: "Unavailable"
  /** The reason, for the merchant only. */
  readonly reason: string
}

/** The payer did not pass the challenge. */
export interface AuthenticationFailed {
  readonly _tag: "Failed"
  /** The reason, for the merchant only. */
  readonly reason: string
}

/** The payer has not completed the challenge yet. */
export interface ChallengePending {
  readonly _tag: "Pending"
}

/** The issuer's answer to an authentication request. */
export type ThreeDsAnswer =
  | PayerAuthenticated
  | ChallengeRequired
  | NotEnrolled
  | AuthenticationRejected
  | AuthenticationUnavailable
export const ThreeDsAnswer = Schema.TaggedUnion({
  Authenticated: { authentication: ThreeDsAuthentication },
  ChallengeRequired: { url: Schema.String },
  NotEnrolled: {},
  Rejected: { reason: Schema.String },
  Unavailable: { reason: Schema.String }
})

/** The result of a challenge. */
export type ChallengeResult =
  | PayerAuthenticated
  | AuthenticationFailed
  | ChallengePending
  | AuthenticationUnavailable
export const ChallengeResult = Schema.TaggedUnion({
  Authenticated: { authentication: ThreeDsAuthentication },
  Failed: { reason: Schema.String },
  Pending: {},
  Unavailable: { reason: Schema.String }
})

/** A card to authenticate. The amount is minor units. */
export interface ThreeDsRequest {
  /** Our 3DS session id. The key for looking the challenge up. */
  readonly reference: string
  /** The card's reference in the vault. */
  readonly vaultReference: string
  /** The amount of the charge, in minor units of the currency. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: string
  /** `required` if the issuer asked for an authentication. */
  readonly challenge: "if_needed" | "required"
}

/** The port to a 3DS server. Its functions never fail: a failure is an answer. */
export interface ThreeDsServerPort {
  /** Asks the issuer to authenticate the payer. */
  readonly authenticate: (request: ThreeDsRequest) => Effect.Effect<ThreeDsAnswer>
  /** Looks up the result of a challenge by our 3DS session id. */
  readonly result: (reference: string) => Effect.Effect<ChallengeResult>
}

/** The 3DS server of an engine. */
export class ThreeDsServer extends Context.Service<ThreeDsServer, ThreeDsServerPort>()(
  "@payloom/core/providers/three-ds/ThreeDsServer"
) {
  /**
   * The stand-in for deployments without a 3DS server. Cards are charged without authentication.
   */
  static readonly none: ThreeDsServer["Service"] = {
    authenticate: () => Effect.succeed({ _tag: "NotEnrolled" }),
    result: () => Effect.succeed({ _tag: "Failed", reason: "There is no 3DS server." })
  }
}
