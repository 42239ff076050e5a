import { Schema } from "effect"
import type { Named } from "../kernel/primitives/Named.ts"
import { MidId, type RoutingRuleId } from "../kernel/primitives/PublicId.ts"

/** What routing made of a MID; docs/reference/routing.md says what each means. */
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
