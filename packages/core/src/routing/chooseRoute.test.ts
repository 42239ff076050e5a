import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { MethodCapabilities } from "../providers/ProviderCapabilities.ts"
import { chooseRoute, conditionsHold, type MidState, verdictOn } from "./chooseRoute.ts"
import {
  currency,
  facts,
  isEligible,
  isUsable,
  midId,
  rule,
  type Scenario,
  scenario,
  state
} from "./testing/routeScenes.ts"

const routed = ({ traits, order, weights, manualCapture, draw: drawn }: Scenario) => {
  const states = traits.map((of, n) => state(n, of))
  const targets = traits.map((_, n) => [n, weights[n] ?? 0] as const)
  const rules = order === null ? [] : [rule(order, targets)]
  return chooseRoute(rules, states, { ...facts, manualCapture }, drawn)
}

describe("a route", () => {
  it("has all usable accounts and no others, each once, in any order of a rule", () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const { traits, manualCapture } = given
        const usable = traits.flatMap((of, n) => (isUsable(of, manualCapture) ? [midId(n)] : []))
        fc.pre(usable.length > 0)
        const route = routed(given)
        expect([...route.targets].toSorted()).toEqual(usable)
        const verdicts = route.candidates.filter(({ verdict }) => verdict === "usable")
        expect(verdicts.map(({ mid }) => mid)).toEqual(usable)
        expect(route.candidates).toHaveLength(traits.length)
      })
    )
  })

  it("is never empty if any account is eligible, healthy or not", () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const { traits, manualCapture } = given
        const isAny = traits.some((of) => isEligible(of, manualCapture))
        expect(routed(given).targets.length > 0).toBe(isAny)
      })
    )
  })

  it("begins with the healthiest account as a last resort if none is healthy", () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const { manualCapture } = given
        const traits = given.traits.map((of) => ({ ...of, healthy: false }))
        const { targets, candidates } = routed({ ...given, traits })
        const eligible = traits.flatMap((of, n) =>
          isEligible(of, manualCapture) ? [{ mid: midId(n), by: of.unhealthiness }] : []
        )
        const by = (mid: string) => eligible.find((each) => each.mid === mid)?.by ?? -1
        expect(targets.map(by)).toEqual(targets.map(by).toSorted((a, b) => a - b))
        expect([...targets].toSorted()).toEqual(eligible.map(({ mid }) => mid))
        const tried = candidates.filter(({ verdict }) => verdict === "last_resort")
        expect(tried.map(({ mid }) => mid)).toEqual(eligible.map(({ mid }) => mid))
      })
    )
  })

  it("is the same for the same draw", () => {
    fc.assert(
      fc.property(scenario, ({ traits, weights, draw: drawn }) => {
        const states = traits.map((of, n) => state(n, of))
        const rules = [
          rule(
            "weighted",
            traits.map((_, n) => [n, weights[n] ?? 0] as const)
          )
        ]
        expect(chooseRoute(rules, states, facts, drawn)).toEqual(
          chooseRoute(rules, states, facts, drawn)
        )
      })
    )
  })

  it("has every account in the order of creation if no rule holds", () => {
    const states = [state(3), state(1), state(2)]
    const elsewhere = rule("listed", [[1, 1]], { currencies: [currency("USD")] })
    const route = chooseRoute([elsewhere], states, facts, 0.9)
    expect(route).toMatchObject({ rule: null, targets: [midId(3), midId(1), midId(2)] })
  })

  it("is decided by the first rule that holds, even if none of its accounts is usable", () => {
    const rules = [
      rule("listed", [[9, 1]], { brands: ["amex"] }, 1),
      rule("listed", [[2, 1]], { brands: ["visa"] }, 2),
      rule("listed", [[1, 1]], {}, 3)
    ]
    const route = chooseRoute(rules, [state(1), state(2, { enabled: false })], facts, 0)
    expect(route).toMatchObject({
      rule: rules[1]?.id,
      targets: [],
      candidates: [{ mid: midId(2), verdict: "disabled" }]
    })
  })

  it("has the reason for each skipped candidate", () => {
    const states = [
      state(0, { enabled: false }),
      state(1, { registered: false }),
      state(2, { settles: false }),
      state(3, { takes: false }),
      state(4, { holds: false }),
      state(5, { healthy: false }),
      state(6)
    ]
    const route = chooseRoute([], states, { ...facts, manualCapture: true }, 0)
    expect(route.candidates.map(({ verdict }) => verdict)).toEqual([
      ...["disabled", "provider_not_registered", "currency_not_settled", "method_not_taken"],
      ...["manual_capture_not_offered", "route_unhealthy", "usable"]
    ])
  })
})

describe("capabilities by method", () => {
  const ideal = { ...facts, method: "apm", methodType: "ideal" } as const
  const taking = (own: MethodCapabilities) => {
    const able = state(0)
    const capabilities = { ...able.capabilities, apms: ["ideal"], currencies: "any" }
    return {
      ...able,
      mid: { ...able.mid, methods: ["card", "apm"] },
      capabilities: { ...capabilities, byMethod: { ideal: own } }
    } as MidState
  }

  it("decide for their method in place of the provider's", () => {
    const able = taking({ manualCapture: false })
    expect(verdictOn(able, { ...ideal, manualCapture: true })).toBe("manual_capture_not_offered")
    expect(verdictOn(able, ideal)).toBe("usable")
    expect(verdictOn(able, { ...facts, manualCapture: true })).toBe("usable")
  })

  it("may have fewer currencies than the account settles", () => {
    expect(verdictOn(taking({ currencies: ["USD"] }), ideal)).toBe("currency_not_taken_by_method")
    expect(verdictOn(taking({ currencies: ["EUR"] }), ideal)).toBe("usable")
  })
})

describe("conditions", () => {
  it("always hold if they are absent, and must all hold otherwise", () => {
    expect(conditionsHold({}, facts)).toBe(true)
    expect(conditionsHold({ brands: ["visa"], cardCountries: ["DE"] }, facts)).toBe(true)
    expect(conditionsHold({ brands: ["visa"], cardCountries: ["FR"] }, facts)).toBe(false)
    expect(conditionsHold({ brands: [] }, facts)).toBe(false)
  })

  it("do not hold on unknown facts", () => {
    expect(conditionsHold({ countries: ["DE"] }, facts)).toBe(false)
  })

  it("include both bounds of an amount", () => {
    const between = { amountFrom: 10_000n, amountTo: 10_000n }
    expect(conditionsHold(between, facts)).toBe(true)
    expect(conditionsHold(between, { ...facts, amount: 9_999n })).toBe(false)
    expect(conditionsHold(between, { ...facts, amount: 10_001n })).toBe(false)
  })
})
