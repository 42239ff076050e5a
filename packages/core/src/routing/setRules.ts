import { Effect, Result, Schema } from "effect"
import { canonicalJson } from "../kernel/codec/canonicalJson.ts"
import { currentMoment, type Moment } from "../kernel/ids/Moment.ts"
import { inputChecker } from "../kernel/input/decodeInput.ts"
import { type InvalidInput, parameterInvalid } from "../kernel/input/InvalidInput.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { changeTable, routingTable } from "./changeTable.ts"
import {
  conditionsInCapitals,
  RoutingRule,
  RoutingRuleInput,
  type RoutingTable
} from "./RoutingRule.ts"

const checkRules = inputChecker(
  Schema.Array(RoutingRuleInput).annotate({ expected: "a list of rules" })
)

/** The options of new routing rules. */
export interface SetRulesOptions {
  /**
   * The rules in force, as `rules` returned them. If given, other rules in force are not replaced,
   * so that nobody overwrites a change that they have not seen.
   */
  readonly replacing?: ReadonlyArray<RoutingRule>
}
const checkOptions = inputChecker(
  Schema.Struct({
    replacing: Schema.optionalKey(
      Schema.Array(RoutingRule).annotate({ expected: "a list of rules in force" })
    )
  })
)

/**
 * Replaces all routing rules of a scope, in one commit with their checks. The first rule whose
 * conditions hold decides. Library call.
 */
export const setRoutingRules = Effect.fnUntraced(function* (
  scope: Scope,
  rules: ReadonlyArray<RoutingRuleInput>,
  options: SetRulesOptions = {}
) {
  const { replacing } = yield* Effect.fromResult(checkOptions(options))
  const seen = replacing === undefined ? null : canonicalJson(replacing)
  const { id } = yield* currentMoment
  const change = Effect.fnUntraced(function* (table: RoutingTable) {
    if (seen !== null && canonicalJson(table.rules) !== seen) {
      return yield* parameterInvalid(
        "replacing",
        "are not the rules in force, because somebody changed these: read them again by rules"
      )
    }
    return { ...table, rules: yield* Effect.fromResult(rulesFrom(rules, table, id)) }
  })
  return (yield* changeTable(scope, change)).rules
})

/** Checks new rules against the MIDs and gives each new rule an id. */
export const rulesFrom = (
  rules: ReadonlyArray<RoutingRuleInput>,
  { mids, rules: standing }: Pick<RoutingTable, "mids" | "rules">,
  id: Moment["id"]
): Result.Result<ReadonlyArray<RoutingRule>, InvalidInput> =>
  Result.flatMap(checkRules(rules), (given) => {
    const known = new Set<string>(mids.map((mid) => mid.id))
    for (const [position, { id: own, targets }] of given.entries()) {
      if (own !== undefined && !standing.some((rule) => rule.id === own)) {
        return Result.fail(
          parameterInvalid(
            `${position}.id`,
            "is not the id of a rule in force: leave it out for a new rule"
          )
        )
      }
      if (own !== undefined && given.findIndex((rule) => rule.id === own) < position) {
        return Result.fail(
          parameterInvalid(
            `${position}.id`,
            "is the id of an earlier rule in this list: give each id once"
          )
        )
      }
      const stranger = targets.find(({ mid }) => !known.has(mid))
      if (stranger !== undefined) {
        const complaint = `names ${stranger.mid}, which is not a MID of this tenant`
        return Result.fail(parameterInvalid(`${position}.targets`, complaint))
      }
    }
    return Result.succeed(
      given.map((rule) => ({
        ...rule,
        conditions: conditionsInCapitals(rule.conditions),
        id: rule.id ?? id("rule")
      }))
    )
  })

/** Lists the routing rules of a scope, in their order. Library call. */
export const routingRules = Effect.fnUntraced(function* (scope: Scope) {
  return (yield* routingTable(scope)).rules
})
