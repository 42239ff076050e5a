import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { chooseRoute } from "./chooseRoute.ts"
import { draw, facts, midId, rule, scenario, state, usual } from "./testing/routeScenes.ts"

describe("the order", () => {
  const states = [0, 1, 2].map((n) => state(n))

  it("weighted: shares out first attempts by weight over uniform draws", () => {
    const weights = [
      [0, 70],
      [1, 25],
      [2, 5]
    ] as const
    const first = new Map<string, number>()
    const draws = 10_000
    for (let n = 0; n < draws; n++) {
      const [target = ""] = chooseRoute(
        [rule("weighted", weights)],
        states,
        facts,
        n / draws
      ).targets
      first.set(target, (first.get(target) ?? 0) + 1)
    }
    for (const [mid, weight] of weights) {
      expect((first.get(midId(mid)) ?? 0) / draws).toBeCloseTo(weight / 100, 3)
    }
  })

  it("weighted: gives the shares of unusable accounts to the others", () => {
    const some = [state(0), state(1, { healthy: false }), state(2)]
    const weighted = rule("weighted", [
      [0, 1],
      [1, 98],
      [2, 1]
    ])
    const firsts = [0, 0.4, 0.6, 0.99].map(
      (at) => chooseRoute([weighted], some, facts, at).targets[0]
    )
    expect(firsts).toEqual([midId(0), midId(0), midId(2), midId(2)])
  })

  it("weighted: never begins with weight 0 if another account has weight", () => {
    fc.assert(
      fc.property(draw, (drawn) => {
        const weighted = rule("weighted", [
          [0, 0],
          [1, 1],
          [2, 0]
        ])
        const { targets } = chooseRoute([weighted], states, facts, drawn)
        expect(targets).toEqual([midId(1), midId(0), midId(2)])
      })
    )
  })

  it("weighted: keeps the order of the rule if all weights are 0", () => {
    const { targets } = chooseRoute(
      [
        rule("weighted", [
          [2, 0],
          [0, 0]
        ])
      ],
      states,
      facts,
      0.5
    )
    expect(targets).toEqual([midId(2), midId(0)])
  })

  it("listed: keeps the order of the rule", () => {
    const { targets } = chooseRoute(
      [
        rule("listed", [
          [2, 1],
          [0, 9],
          [1, 5]
        ])
      ],
      states,
      facts,
      0.7
    )
    expect(targets).toEqual([midId(2), midId(0), midId(1)])
  })

  it("least_cost: begins with the cheapest account for the amount, by share and fixed fee", () => {
    const fees = [
      state(0, { fee: { basisPoints: 100, fixed: 0n } }),
      state(1, { fee: { basisPoints: 0, fixed: 50n } })
    ]
    const cheapest = (amount: bigint) =>
      chooseRoute(
        [
          rule("least_cost", [
            [0, 1],
            [1, 1]
          ])
        ],
        fees,
        { ...facts, amount },
        0
      ).targets[0]
    expect([cheapest(4_999n), cheapest(5_001n)]).toEqual([midId(0), midId(1)])
    expect(cheapest(5_000n)).toBe(midId(0))
  })

  it("least_cost: never puts a more expensive account before a cheaper one", () => {
    fc.assert(
      fc.property(scenario, fc.bigInt({ min: 1n, max: 10n ** 15n }), ({ traits }, amount) => {
        // If none is healthy, the healthiest goes first, whatever its cost.
        const all = traits.map((of, n) => state(n, { ...of, healthy: true }))
        const least = rule(
          "least_cost",
          traits.map((_, n) => [n, 1] as const)
        )
        const { targets } = chooseRoute([least], all, { ...facts, amount }, 0)
        const costs = targets.map((id) => {
          const fee = all.find(({ mid }) => mid.id === id)?.mid.fee ?? usual.fee
          return amount * BigInt(fee.basisPoints) + fee.fixed * 10_000n
        })
        expect(costs).toEqual(costs.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
      })
    )
  })

  it("best_approval_rate: begins with the highest rate, and keeps the rule's order for equal rates", () => {
    const rates = [0.4, 0.9, 0.9].map((approvalRate, n) => state(n, { approvalRate }))
    const best = rule("best_approval_rate", [
      [0, 1],
      [2, 1],
      [1, 1]
    ])
    expect(chooseRoute([best], rates, facts, 0).targets).toEqual([midId(2), midId(1), midId(0)])
  })
})
