import { Effect, Schema } from "effect"
import { Entropy } from "../../kernel/ids/Entropy.ts"
import { currentMoment, idBounds } from "../../kernel/ids/Moment.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import type { MidId } from "../../kernel/primitives/PublicId.ts"
import { Timestamp } from "../../kernel/primitives/Timestamp.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { chooseRoute } from "../../routing/chooseRoute.ts"
import { loadRoutes } from "../../routing/loadRoutes.ts"
import type { RoutingRuleInput } from "../../routing/RoutingRule.ts"
import { rulesFrom } from "../../routing/setRules.ts"
import { AttemptCollection } from "../charges/Attempt.ts"

/** The merchant account of a past attempt, and the one that other rules would choose. */
export interface SimulatedRoute {
  /** The attempt's id. */
  readonly attempt: string
  /** The payment's id. */
  readonly payment: string
  /** The merchant account that it went to. Null if no merchant account could take it. */
  readonly went: MidId | null
  /** The merchant account that it would go to. Null if no merchant account could take it. */
  readonly wouldGo: MidId | null
  /** The name of the rule that would decide. Null if no rule matches. */
  readonly rule: string | null
}

/** The past attempts to route again. */
export interface RoutingHistory {
  /** Attempts created at this time or later, in milliseconds since the epoch. */
  readonly since: number
}

const checkInput = inputChecker(Schema.Struct({ since: Timestamp }))

const maxAttempts = 1000

/**
 * Routes up to 1,000 past attempts again, oldest first, by rules that are not in force. Returns
 * what would have changed. All MIDs count as healthy. Nothing is written.
 */
export const simulateRouting = Effect.fnUntraced(function* (
  scope: Scope,
  rules: ReadonlyArray<RoutingRuleInput>,
  history: RoutingHistory
) {
  const { since } = yield* Effect.fromResult(checkInput(history))
  const storage = yield* Storage
  const { fraction } = yield* Entropy
  const { mids, rules: standing } = yield* loadRoutes(scope, since)
  const { id } = yield* currentMoment
  const table = { mids: mids.map(({ mid }) => mid), rules: standing }
  const tried = yield* Effect.fromResult(rulesFrom(rules, table, id))
  const names = new Map(tried.map((rule) => [rule.id, rule.name]))
  const healthy = mids.map((state) => ({ ...state, healthy: true }))
  const attempts = yield* storage.page(scope, AttemptCollection, {
    order: "asc",
    limit: maxAttempts,
    idFrom: idBounds("attempt", since).first
  })
  return attempts.map(({ row }): SimulatedRoute => {
    const route = chooseRoute(tried, healthy, row.facts, fraction())
    return {
      attempt: row.id,
      payment: row.payment,
      went: row.mid,
      wouldGo: route.targets[0] ?? null,
      rule: route.rule === null ? null : (names.get(route.rule) ?? null)
    }
  })
})
