import { Effect } from "effect"
import type { BillingInterval } from "../../kernel/primitives/BillingInterval.ts"
import type { CurrencyCode } from "../../kernel/primitives/CurrencyCode.ts"
import { orRefused, refused } from "../../platform/idempotency/claimKey.ts"
import { check } from "../../platform/storage/Change.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { PlanRetired } from "../plans/errors.ts"
import { getPlan, PlanCollection } from "../plans/Plan.ts"
import type { Terms } from "../Terms.ts"
import { termsOf, withTrialDays } from "./newSubscription.ts"

/** The terms of a checked input: a plan, or terms without a plan. */
export interface GivenTerms {
  readonly plan?: string
  readonly amount?: bigint
  readonly currency?: CurrencyCode
  readonly interval?: BillingInterval
  readonly trialDays?: number
}

/** Loads the terms: those of an active plan, or the given ones. */
export const loadTerms = Effect.fnUntraced(function* (scope: Scope, given: GivenTerms) {
  const { plan: id, amount, currency, interval, trialDays } = given
  if (id === undefined) {
    const own = { amount, currency, interval } as Pick<Terms, "amount" | "currency" | "interval">
    const terms: Terms = { ...own, trial: null, setupFee: 0n, endAfterCycles: null }
    return { terms: withTrialDays(terms, trialDays), plan: null, seen: [] }
  }
  const plan = yield* orRefused(getPlan(scope, id))
  const checks = [check(PlanCollection, plan)]
  const { status } = plan.row
  if (status !== "active") return yield* refused(new PlanRetired({ plan: id, status }), ...checks)
  return { terms: withTrialDays(termsOf(plan.row), trialDays), plan: plan.row, seen: checks }
})
