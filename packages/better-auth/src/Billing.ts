import type { Actor } from "@payloom/core"
import type { BillingMerchant } from "./BillingEngine.ts"
import type { BillingOptions, BillingPlans, PlanIds } from "./BillingOptions.ts"

/** The options with their defaults, as the endpoints use them. */
export interface Billing {
  readonly options: BillingOptions
  /** The merchant's operations, without an actor. */
  readonly merchant: BillingMerchant
  /** Returns the merchant's operations as an actor calls them. */
  readonly as: (actor: Actor) => BillingMerchant
  /** Returns the ids of each plan by its name. The first is on sale. */
  readonly planIds: () => Promise<ReadonlyMap<string, ReadonlyArray<string>>>
  readonly now: () => number
  /** The roles that may act for an organization. Null if organizations are disabled. */
  readonly roles: ReadonlyArray<string> | null
}

/** Returns the options with their defaults. Throws if they contradict each other. */
export const billingOf = <Plans extends BillingPlans>(options: BillingOptions<Plans>): Billing => {
  const { payloom, tenant, mode, publishableKey, organizations } = options
  if (!String(publishableKey).startsWith(`pk_${mode}_`)) {
    throw new TypeError(
      `publishableKey is not a publishable key of ${mode} mode: its beginning must be pk_${mode}_`
    )
  }
  const scope = { tenant, mode } as BillingMerchant["scope"]
  return {
    options,
    merchant: payloom.merchant(scope),
    as: (actor) => payloom.as({ actor }).merchant(scope),
    planIds: async () => listedIds(await readPlans(options.plans)),
    now: options.now ?? Date.now,
    roles: rolesOf(organizations)
  }
}

const readPlans = async (plans: BillingPlans): Promise<PlanIds> =>
  typeof plans === "function" ? plans() : plans

const listedIds = (plans: PlanIds): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map(Object.entries(plans).map(([name, ids]) => [name, typeof ids === "string" ? [ids] : ids]))

const rolesOf = (organizations: BillingOptions["organizations"]): ReadonlyArray<string> | null => {
  if (organizations === undefined || organizations === false) return null
  return (organizations === true ? undefined : organizations.roles) ?? ["owner", "admin"]
}
