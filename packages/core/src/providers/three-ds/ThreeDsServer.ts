import { Context, Effect, Schema } from "effect"
import { ThreeDsAuthentication } from "../ThreeDsAuthentication.ts"

/** The issuer vouches for the payer. */
export interface PayerAuthenticated {
  readonly _tag: "Authenticated"
  /** What the issuer vouches for. */
  readonly authentication: ThreeDsAuthentication
}

/** The payer is to be shown the issuer's page at this address. */
export interface ChallengeRequired {
  readonly _tag: "ChallengeRequired"
  /** An absolute address. */
  readonly url: string
}

/** The card takes no part: it is charged without. */
export interface NotEnrolled {
  readonly _tag: "NotEnrolled"
}

/** The issuer will have no charge. */
export interface AuthenticationRejected {
  readonly _tag: "Rejected"
  /** Why, for the merchant's side only. */
  readonly reason: string
}

/** Nobody could say: it is charged without, and the issuer may decline. */
export interface AuthenticationUnavailable {
  readonly _tag: "Unavailable"
  /** Why, for the merchant's side only. */
  readonly reason: string
}

/** The payer did not pass the challenge. */
export interface AuthenticationFailed {
  readonly _tag: "Failed"
  /** Why, for the merchant's side only. */
  readonly reason: string
}

/** The payer is still at it. */
export interface ChallengePending {
  readonly _tag: "Pending"
}

/** What the issuer says when it is asked whether the payer has to authenticate. */
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

/** What a challenge came to. */
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
  /** Our 3DS session id: the key for asking what the challenge came to. */
  readonly reference: string
  /** The card, as the vault refers to it. */
  readonly vaultReference: string
  /** What is to be charged, in minor units of the currency. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: string
  /** `required` where the issuer has asked for the payer. */
  readonly challenge: "if_needed" | "required"
}

/** The port to a 3DS server. Nothing here fails: what goes wrong is an answer. */
export interface ThreeDsServerPort {
  /** Asks the issuer whether the payer has to authenticate. */
  readonly authenticate: (request: ThreeDsRequest) => Effect.Effect<ThreeDsAnswer>
  /** What a challenge came to, by our 3DS session id. */
  readonly result: (reference: string) => Effect.Effect<ChallengeResult>
}

/** The 3DS server that an engine asks. */
export class ThreeDsServer extends Context.Service<ThreeDsServer, ThreeDsServerPort>()(
  "@payloom/core/providers/three-ds/ThreeDsServer"
) {
  /** For deployments without one: cards are charged without authentication. */
  static readonly none: ThreeDsServer["Service"] = {
    authenticate: () => Effect.succeed({ _tag: "NotEnrolled" }),
    result: () => Effect.succeed({ _tag: "Failed", reason: "There is no 3DS server." })
  }
}
