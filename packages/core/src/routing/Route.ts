import { Schema } from "effect"
import { CurrencyCode } from "../values/CurrencyCode.ts"
import { Amount } from "../values/MinorAmount.ts"
import { PaymentMethod } from "../values/PaymentMethod.ts"
import { MidId, type RoutingRuleId } from "../values/PublicId.ts"

/** What routing goes by: the payment and what is charged. */
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
export type RouteFacts = typeof RouteFacts.Type

/** What routing made of a MID. */
export const CandidateVerdict = Schema.Literals([
  "usable",
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
export type CandidateVerdict = typeof CandidateVerdict.Type

/** A MID that was considered, and what routing made of it. */
export const RouteCandidate = Schema.Struct({ mid: MidId, verdict: CandidateVerdict })
export type RouteCandidate = typeof RouteCandidate.Type

/** Where a payment may go, best first, and why. */
export interface Route {
  /** The rule that decided, null where none held and every MID stands, oldest first. */
  readonly rule: RoutingRuleId | null
  readonly targets: ReadonlyArray<MidId>
  readonly candidates: ReadonlyArray<RouteCandidate>
}
