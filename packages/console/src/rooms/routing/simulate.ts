import { AttemptCollection, type RoutingRuleInput, type SimulatedRoute } from "@payloom/core"
import { Effect } from "effect"
import type { ConsoleEngine, ConsoleMerchant } from "../../Room.ts"
import type { SimulationView } from "./RoutingViews.ts"

const mostAttempts = 500

/** Routes the last attempts again by rules that are not in force, and counts what would change. */
export const simulate = async (
  { services }: ConsoleEngine,
  { routing, scope }: ConsoleMerchant,
  rules: ReadonlyArray<RoutingRuleInput>
): Promise<SimulationView> => {
  const newest = { order: "desc", limit: mostAttempts } as const
  const last = await Effect.runPromise(services.storage.page(scope, AttemptCollection, newest))
  const since = last.at(-1)?.row.created ?? null
  const routes = await routing.simulate(rules, { since: since ?? 0 })
  return {
    attempts: routes.length,
    since,
    changed: routes.filter(({ went, wouldGo }) => went !== wouldGo).length,
    accounts: accountsOf(routes),
    rules: rules.map(({ name }) => ({
      name,
      attempts: routes.filter(({ rule }) => rule === name).length
    })),
    withoutRule: routes.filter(({ rule }) => rule === null).length
  }
}

const accountsOf = (routes: ReadonlyArray<SimulatedRoute>): SimulationView["accounts"] =>
  [...new Set(routes.flatMap(({ went, wouldGo }) => [went, wouldGo]))].map((mid) => ({
    mid,
    went: routes.filter(({ went }) => went === mid).length,
    wouldGo: routes.filter(({ wouldGo }) => wouldGo === mid).length
  }))
