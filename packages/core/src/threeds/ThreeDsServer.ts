import { Context, Effect, Schema } from "effect"
import { ThreeDsAuthentication } from "../providers/ThreeDsAuthentication.ts"

/** What the issuer says when it is asked whether the payer has to authenticate. */
export const ThreeDsAnswer = Schema.TaggedUnion({
  /** Without asking the payer. */
  Authenticated: { authentication: ThreeDsAuthentication },
  /** The payer is to be shown the issuer's page at this address. */
  ChallengeRequired: { url: Schema.String },
  /** The card takes no part: it is charged without. */
  NotEnrolled: {},
  /** The issuer will have no charge. */
  Rejected: { reason: Schema.String },
  /** Nobody could say: it is charged without, and the issuer may decline. */
  Unavailable: { reason: Schema.String }
})
export type ThreeDsAnswer = typeof ThreeDsAnswer.Type

/** What a challenge came to. */
export const ChallengeResult = Schema.TaggedUnion({
  Authenticated: { authentication: ThreeDsAuthentication },
  Failed: { reason: Schema.String },
  /** The payer is still at it. */
  Pending: {},
  Unavailable: { reason: Schema.String }
})
export type ChallengeResult = typeof ChallengeResult.Type

/** A card to authenticate. The amount is minor units. */
export interface ThreeDsRequest {
  /** Our 3DS session id: the key for asking what the challenge came to. */
  readonly reference: string
  readonly vaultReference: string
  readonly amount: bigint
  readonly currency: string
  /** `required` where the issuer has asked for the payer. */
  readonly challenge: "if_needed" | "required"
}

/** The port to a 3DS server. Nothing here fails: what goes wrong is an answer. */
export class ThreeDsServer extends Context.Service<
  ThreeDsServer,
  {
    readonly authenticate: (request: ThreeDsRequest) => Effect.Effect<ThreeDsAnswer>
    readonly result: (reference: string) => Effect.Effect<ChallengeResult>
  }
>()("@payloom/core/threeds/ThreeDsServer") {
  /** For deployments without one: cards are charged without authentication. */
  static readonly none: ThreeDsServer["Service"] = {
    authenticate: () => Effect.succeed({ _tag: "NotEnrolled" }),
    result: () => Effect.succeed({ _tag: "Failed", reason: "There is no 3DS server." })
  }
}
