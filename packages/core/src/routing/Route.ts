import { Schema } from "effect"
import { CurrencyCode } from "../values/CurrencyCode.ts"
import { Amount } from "../values/MinorAmount.ts"
import type { Named } from "../values/Named.ts"
import { PaymentMethod } from "../values/PaymentMethod.ts"
import { MidId, type RoutingRuleId } from "../values/PublicId.ts"

/** What routing goes by: the payment and what is charged. */
export interface RouteFacts {
  /** In minor units of the currency. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: CurrencyCode
  /** Decides the scheme framing. */
  readonly type: "one_off" | "subscription_initial" | "subscription_rebill" | "moto" | "verify"
  /** How the payer pays. */
  readonly method: PaymentMethod
  /** Which wallet or alternative method it is; null for cards, and before the payer has chosen. */
  readonly methodType: string | null
  /** Whether the money is to be held for a capture. */
  readonly manualCapture: boolean
  /** The card's brand, such as `visa`; null without a card. */
  readonly brand: string | null
  /** Such as `credit` or `debit`; null without a card. */
  readonly funding: string | null
  /** The issuer's country, ISO 3166-1 alpha-2; null without a card. */
  readonly cardCountry: string | null
  /** The payer's country by the billing address. */
  readonly country: string | null
}
export const RouteFacts = Schema.Struct({
  amount: Amount,
  currency: CurrencyCode,
  type: Schema.Literals([
    "one_off",
    "subscription_initial",
    "subscription_rebill",
    "moto",
    "verify"
  ]),
  method: PaymentMethod,
  /** Which wallet or alternative method it is; null for cards, and before the payer has chosen. */
  methodType: Schema.NullOr(Schema.String),
  manualCapture: Schema.Boolean,
  brand: Schema.NullOr(Schema.String),
  funding: Schema.NullOr(Schema.String),
  cardCountry: Schema.NullOr(Schema.String),
  /** The payer's country by the billing address. */
  country: Schema.NullOr(Schema.String)
})

/** What routing made of a MID; docs/routing.md says what each means. */
export const CandidateVerdict = Schema.Literals([
  "usable",
  "last_resort",
  "disabled",
  "provider_not_registered",
  "mode_not_served",
  "currency_not_settled",
  "method_not_taken",
  "manual_capture_not_offered",
  "amount_too_fine",
  "source_not_chargeable",
  "route_unhealthy"
])
export type CandidateVerdict = Named<typeof CandidateVerdict.Type>

/** A MID that was considered, and what routing made of it. */
export interface RouteCandidate {
  /** The merchant account's id. */
  readonly mid: MidId
  /** Whether a payment may go there, or why not. */
  readonly verdict: CandidateVerdict
}
export const RouteCandidate = Schema.Struct({ mid: MidId, verdict: CandidateVerdict })

/** Where a payment may go, best first, and why. */
export interface Route {
  /** The rule that decided, null where none held and every MID stands, oldest first. */
  readonly rule: RoutingRuleId | null
  readonly targets: ReadonlyArray<MidId>
  readonly candidates: ReadonlyArray<RouteCandidate>
}
