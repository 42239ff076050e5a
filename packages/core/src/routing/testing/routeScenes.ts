import fc from "fast-check"
import type { CurrencyCode } from "../../kernel/primitives/CurrencyCode.ts"
import type { MidId, RoutingRuleId } from "../../kernel/primitives/PublicId.ts"
import type { ProviderCapabilities } from "../../providers/ProviderCapabilities.ts"
import type { RouteFacts } from "../../providers/RouteFacts.ts"
import type { MidState } from "../chooseRoute.ts"
import type { RoutingOrder, RoutingRule } from "../RoutingRule.ts"

/** Brands a currency code without a check. */
export const currency = (code: string) => code as CurrencyCode

/** The facts of a payment of 100 EUR by a German credit card. */
export const facts: RouteFacts = {
  amount: 10_000n,
  currency: currency("EUR"),
  type: "one_off",
  method: "card",
  methodType: null,
  manualCapture: false,
  brand: "visa",
  funding: "credit",
  cardCountry: "DE",
  country: null
}

const capabilities = { manualCapture: true } as ProviderCapabilities

/** Returns the id of the n-th account. */
export const midId = (n: number) => `mid_${n.toString().padStart(26, "0")}` as MidId

/** The traits of an account. */
export interface Trait {
  readonly enabled: boolean
  readonly registered: boolean
  readonly healthy: boolean
  readonly unhealthiness: number
  readonly settles: boolean
  readonly takes: boolean
  readonly holds: boolean
  readonly fee: { readonly basisPoints: number; readonly fixed: bigint }
  readonly approvalRate: number
}

export const usual: Trait = {
  enabled: true,
  registered: true,
  healthy: true,
  unhealthiness: 0,
  settles: true,
  takes: true,
  holds: true,
  fee: { basisPoints: 0, fixed: 0n },
  approvalRate: 0.5
}

/** Returns the n-th account, usable except for the given traits. */
export const state = (n: number, trait: Partial<Trait> = {}): MidState => {
  const { enabled, registered, healthy, unhealthiness, settles, takes, holds, fee, approvalRate } =
    {
      ...usual,
      ...trait
    }
  return {
    mid: {
      id: midId(n),
      name: `account ${n}`,
      provider: "sandbox",
      currencies: [currency(settles ? "EUR" : "USD")],
      methods: [takes ? "card" : "wallet"],
      credentials: "",
      fee,
      enabled,
      statementDescriptor: null,
      metadataKeys: [],
      created: 0
    },
    capabilities: registered ? { ...capabilities, manualCapture: holds } : null,
    healthy,
    unhealthiness: () => unhealthiness,
    approvalRate: () => approvalRate
  }
}

/** Returns a rule over accounts by number, each with its weight. */
export const rule = (
  order: RoutingOrder,
  targets: ReadonlyArray<readonly [number, number]>,
  conditions: RoutingRule["conditions"] = {},
  n = 1
): RoutingRule => {
  const [first = { mid: midId(1), weight: 1 }, ...others] = targets.map(([mid, weight]) => ({
    mid: midId(mid),
    weight
  }))
  const id = `rule_${n.toString().padStart(26, "0")}` as RoutingRuleId
  return { id, name: order, conditions, order, targets: [first, ...others] }
}

const trait = fc.record({
  enabled: fc.boolean(),
  registered: fc.boolean(),
  healthy: fc.boolean(),
  unhealthiness: fc.double({ min: 0, max: 2, noNaN: true }),
  settles: fc.boolean(),
  takes: fc.boolean(),
  holds: fc.boolean(),
  fee: fc.record({
    basisPoints: fc.integer({ min: 0, max: 10_000 }),
    fixed: fc.bigInt({ min: 0n, max: 1000n })
  }),
  approvalRate: fc.double({ min: 0, max: 1, noNaN: true })
})

/** Returns true if an account could take the payment if it were healthy. */
export const isEligible = (of: Trait, manual: boolean) =>
  of.enabled && of.registered && of.settles && of.takes && (of.holds || !manual)

/** Returns true if an account can take the payment. */
export const isUsable = (of: Trait, manual: boolean) => of.healthy && isEligible(of, manual)

const orders = fc.constantFrom<RoutingOrder>(
  "weighted",
  "listed",
  "least_cost",
  "best_approval_rate"
)
/** The random number for weighted rules. */
export const draw = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
/** Any accounts under any rule. */
export const scenario = fc.record({
  traits: fc.array(trait, { minLength: 1, maxLength: 6 }),
  order: fc.option(orders, { nil: null }),
  weights: fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 6, maxLength: 6 }),
  manualCapture: fc.boolean(),
  draw
})

/** A value of `scenario`. */
export type Scenario = typeof scenario extends fc.Arbitrary<infer A> ? A : never
