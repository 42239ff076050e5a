import type { MidId } from "../kernel/primitives/PublicId.ts"
import { capabilitiesFor, type ProviderCapabilities } from "../providers/ProviderCapabilities.ts"
import type { RouteFacts } from "../providers/RouteFacts.ts"
import type { Mid } from "./Mid.ts"
import type { CandidateVerdict, Route, RouteCandidate } from "./Route.ts"
import type { RoutingConditions, RoutingRule } from "./RoutingRule.ts"

/** A MID with its current state. */
export interface MidState {
  readonly mid: Mid
  /** Null if its provider isn't registered. */
  readonly capabilities: ProviderCapabilities | null
  /** False if its provider serves only the other mode. It may have served this mode before. */
  readonly servesMode?: boolean
  /** False if the source can't be charged there, such as a token of another account. */
  readonly takesSource?: boolean
  /** False while its circuit breaker is open, or a trial decides if it closes. */
  readonly healthy: boolean
  /** A rank among unhealthy MIDs: the lowest is the healthiest. 0 if absent. */
  readonly unhealthiness?: () => number
  /**
   * The share of recent charges that were approved, from 0 to 1. Only called if a rule needs it.
   */
  readonly approvalRate: () => number
}

/**
 * Chooses the MIDs of a payment. The first rule whose conditions hold decides. Without one, all
 * MIDs are considered in the order of their creation. MIDs that can't take the payment now are
 * skipped. `draw`, from 0 to 1, decides weighted rules. If only unhealthy MIDs could take the
 * payment, they are charged, the healthiest first, so a breaker never blocks the last MID. Pure, so
 * past payments can be routed again.
 */
export const chooseRoute = (
  rules: ReadonlyArray<RoutingRule>,
  mids: ReadonlyArray<MidState>,
  facts: RouteFacts,
  draw: number
): Route => {
  const rule = ruleFor(rules, facts)
  const considered =
    rule === null
      ? mids.map((state) => candidate(state.mid.id, state, facts))
      : namedBy(rule).map((id) =>
          candidate(
            id,
            mids.find(({ mid }) => mid.id === id),
            facts
          )
        )
  const usable = statesOf(considered, "usable")
  const targets =
    usable.length > 0
      ? inOrder(rule, usable, facts, draw)
      : healthiestFirst(statesOf(considered, "route_unhealthy"))
  const candidates = considered.map(
    ({ mid, verdict }): RouteCandidate => ({
      mid,
      verdict: verdict === "route_unhealthy" && usable.length === 0 ? "last_resort" : verdict
    })
  )
  return { rule: rule?.id ?? null, targets: targets.map(({ mid }) => mid.id), candidates }
}

/** Returns the first rule whose conditions hold. Null if there is none. */
export const ruleFor = (rules: ReadonlyArray<RoutingRule>, facts: RouteFacts): RoutingRule | null =>
  rules.find(({ conditions }) => conditionsHold(conditions, facts)) ?? null

interface Considered extends RouteCandidate {
  readonly state: MidState | undefined
}

const candidate = (mid: MidId, state: MidState | undefined, facts: RouteFacts): Considered => ({
  mid,
  state,
  verdict: state === undefined ? "disabled" : verdictOn(state, facts)
})

const statesOf = (considered: ReadonlyArray<Considered>, sought: CandidateVerdict) =>
  considered.flatMap(({ state, verdict }) =>
    state !== undefined && verdict === sought ? [state] : []
  )

const healthiestFirst = (unhealthy: ReadonlyArray<MidState>): ReadonlyArray<MidState> => {
  const of = ({ unhealthiness }: MidState) => unhealthiness?.() ?? 0
  return unhealthy.toSorted((left, right) => of(left) - of(right))
}

const namedBy = ({ targets }: RoutingRule): ReadonlyArray<MidId> => [
  ...new Set(targets.map(({ mid }) => mid))
]

/**
 * Returns true if a MID can take the payment, healthy or not. Unhealthy MIDs are charged if no
 * other is healthy.
 */
export const couldTake = (state: MidState, facts: RouteFacts): boolean =>
  verdictOn({ ...state, healthy: true }, facts) === "usable"

/** Returns `usable` if a MID can take the payment now, or else the reason. */
export const verdictOn = (state: MidState, facts: RouteFacts): CandidateVerdict => {
  const { mid, healthy } = state
  if (!mid.enabled) return "disabled"
  if (state.capabilities === null) return "provider_not_registered"
  const capabilities = capabilitiesFor(state.capabilities, facts)
  if (state.servesMode === false) return "mode_not_served"
  if (!mid.currencies.includes(facts.currency)) return "currency_not_settled"
  if (!mid.methods.includes(facts.method) || !takesType(capabilities, facts)) {
    return "method_not_taken"
  }
  if (!takesCurrency(capabilities, facts)) return "currency_not_taken_by_method"
  if (facts.manualCapture && !capabilities.manualCapture) return "manual_capture_not_offered"
  if (!takesSplits(capabilities, facts)) return "splits_not_offered"
  if (!fitsStep(capabilities, facts)) return "amount_too_fine"
  if (state.takesSource === false) return "source_not_chargeable"
  return healthy ? "usable" : "route_unhealthy"
}

/** Returns true if a provider's step of amounts is fine enough for an amount. */
export const fitsStep = (
  { amountStep }: ProviderCapabilities,
  { amount, currency }: Pick<RouteFacts, "amount" | "currency">
): boolean => amount % stepOf(amountStep, currency) === 0n

const stepOf = (steps: ProviderCapabilities["amountStep"], currency: string): bigint => {
  const step = steps !== undefined && Object.hasOwn(steps, currency) ? steps[currency] : undefined
  return step === undefined || step <= 0n ? 1n : step
}

const takesType = (
  { wallets = [], apms = [] }: ProviderCapabilities,
  { method, methodType }: RouteFacts
): boolean => methodType === null || (method === "wallet" ? wallets : apms).includes(methodType)

const takesSplits = (
  { splits: offered }: ProviderCapabilities,
  { splits = 0 }: RouteFacts
): boolean => splits === 0 || offered === "many" || (offered === "one" && splits === 1)

/** The currencies of a method may be fewer than the account's. */
const takesCurrency = (
  { byMethod, currencies }: ProviderCapabilities,
  { currency }: RouteFacts
): boolean => byMethod === undefined || currencies === "any" || currencies.includes(currency)

const among = <A>(allowed: ReadonlyArray<A> | undefined, value: A | null): boolean =>
  allowed === undefined || (value !== null && allowed.includes(value))

/** Returns true if a payment meets all conditions of a rule. */
export const conditionsHold = (conditions: RoutingConditions, facts: RouteFacts): boolean =>
  among(conditions.currencies, facts.currency) &&
  among(conditions.countries, facts.country) &&
  among(conditions.types, facts.type) &&
  among(conditions.methods, facts.method) &&
  among(conditions.brands, facts.brand) &&
  among(conditions.funding, facts.funding) &&
  among(conditions.cardCountries, facts.cardCountry) &&
  among(conditions.threeDs, facts.threeDs ?? "none") &&
  (conditions.amountFrom === undefined || facts.amount >= conditions.amountFrom) &&
  (conditions.amountTo === undefined || facts.amount <= conditions.amountTo)

const inOrder = (
  rule: RoutingRule | null,
  usable: ReadonlyArray<MidState>,
  facts: RouteFacts,
  draw: number
): ReadonlyArray<MidState> => {
  switch (rule?.order) {
    case "weighted":
      return drawnFirst(usable, weightsOf(rule), draw)
    case "least_cost":
      return usable.toSorted((left, right) => {
        const difference = cost(left.mid, facts.amount) - cost(right.mid, facts.amount)
        return difference < 0n ? -1 : difference > 0n ? 1 : 0
      })
    case "best_approval_rate":
      return usable.toSorted((left, right) => right.approvalRate() - left.approvalRate())
    default:
      return usable
  }
}

/** The cost in ten-thousandths of the minor unit, so that nothing is rounded. */
const cost = (mid: Mid, amount: bigint): bigint =>
  amount * BigInt(mid.fee.basisPoints) + mid.fee.fixed * 10_000n

const weightsOf = (rule: RoutingRule): ReadonlyMap<MidId, number> =>
  new Map(rule.targets.map(({ mid, weight }) => [mid, weight]))

const drawnFirst = (
  usable: ReadonlyArray<MidState>,
  weights: ReadonlyMap<MidId, number>,
  draw: number
): ReadonlyArray<MidState> => {
  const weightOf = ({ mid }: MidState) => weights.get(mid.id) ?? 0
  let rest = draw * usable.reduce((total, state) => total + weightOf(state), 0)
  const drawn = usable.find((state) => {
    rest -= weightOf(state)
    return rest < 0
  })
  return drawn === undefined ? usable : [drawn, ...usable.filter((state) => state !== drawn)]
}
