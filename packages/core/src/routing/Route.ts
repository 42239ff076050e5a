import { Schema } from "effect"
import type { Named } from "../kernel/primitives/Named.ts"
import { MidId, type RoutingRuleId } from "../kernel/primitives/PublicId.ts"

/** The verdict of routing on a MID. See docs/reference/routing.md. */
export const CandidateVerdict = Schema.Literals([
  "usable",
  "last_resort",
  "disabled",
  "provider_not_registered",
  "mode_not_served",
  "currency_not_settled",
  "method_not_taken",
  "currency_not_taken_by_method",
  "manual_capture_not_offered",
  "splits_not_offered",
  "amount_too_fine",
  "source_not_chargeable",
  "route_unhealthy"
])
export type CandidateVerdict = Named<typeof CandidateVerdict.Type>

/** A considered MID and the verdict on it. */
export interface RouteCandidate {
  /** The merchant account's id. */
  readonly mid: MidId
  /** `usable`, `last_resort`, or the reason why the payment can't be charged there. */
  readonly verdict: CandidateVerdict
}
export const RouteCandidate = Schema.Struct({ mid: MidId, verdict: CandidateVerdict })

/** The MIDs that a payment may be charged on, best first, and the reasons. */
export interface Route {
  /**
   * The rule that decided. Null if no rule's conditions held: then all MIDs are considered, oldest
   * first.
   */
  readonly rule: RoutingRuleId | null
  readonly targets: ReadonlyArray<MidId>
  readonly candidates: ReadonlyArray<RouteCandidate>
}
