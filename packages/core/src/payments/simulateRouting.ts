import { Effect } from "effect"
import { Entropy } from "../ids/Entropy.ts"
import { idBounds } from "../ids/Moment.ts"
import { chooseRoute } from "../routing/chooseRoute.ts"
import { loadRoutes } from "../routing/loadRoutes.ts"
import type { RoutingRule } from "../routing/RoutingRule.ts"
import type { Scope } from "../storage/Scope.ts"
import { Storage } from "../storage/Storage.ts"
import type { MidId, RoutingRuleId } from "../values/PublicId.ts"
import type { Millis } from "../values/Timestamp.ts"
import { AttemptCollection } from "./attempts/Attempt.ts"

/** Where a past attempt went, and where it would go by other rules. */
export interface SimulatedRoute {
  readonly attempt: string
  readonly payment: string
  readonly went: MidId | null
  readonly wouldGo: MidId | null
  readonly rule: RoutingRuleId | null
}

const maxAttempts = 1000

/**
 * Routes up to 1,000 past attempts again, oldest first, by rules that are not in force: what they
 * would have changed. All MIDs count as healthy. Nothing is written. Library call.
 */
export const simulateRouting = Effect.fnUntraced(function* (
  scope: Scope,
  rules: ReadonlyArray<RoutingRule>,
  history: { readonly since: Millis }
) {
  const storage = yield* Storage
  const { fraction } = yield* Entropy
  const { mids } = yield* loadRoutes(scope, history.since)
  const healthy = mids.map((state) => ({ ...state, healthy: true }))
  const attempts = yield* storage.page(scope, AttemptCollection, {
    order: "asc",
    limit: maxAttempts,
    idFrom: idBounds("attempt", history.since).first
  })
  return attempts.map(({ row }): SimulatedRoute => {
    const route = chooseRoute(rules, healthy, row.facts, fraction())
    return {
      attempt: row.id,
      payment: row.payment,
      went: row.mid,
      wouldGo: route.targets[0] ?? null,
      rule: route.rule
    }
  })
})
