import { type BillingInterval, grantsAccess, type Plan, type Subscription } from "@payloom/core"

/** A plan on sale, for a page with prices. */
export interface BillingPlan<Name extends string = string> {
  /** The name in the options of the plugin. */
  readonly name: Name
  /** The id of the plan. */
  readonly id: string
  /** The name of the plan at the engine. */
  readonly title: string
  /** The price of each cycle in minor units, as text: `"1250"` is 12.50 EUR. */
  readonly amount: string
  /** An ISO 4217 code. */
  readonly currency: string
  /** The billing interval. */
  readonly interval: BillingInterval
  /** The trial at the start. Null if there is none. */
  readonly trial: { readonly days: number; readonly amount: string } | null
  /** The fee of the first charge in minor units, as text. Null if there is none. */
  readonly setupFee: string | null
}

/** Returns a plan as browsers get it. */
export const toBillingPlan = <Name extends string>(name: Name, plan: Plan): BillingPlan<Name> => ({
  name,
  id: plan.id,
  title: plan.name,
  amount: `${plan.amount}`,
  currency: plan.currency,
  interval: plan.interval,
  trial: plan.trial === null ? null : { days: plan.trial.days, amount: `${plan.trial.amount}` },
  setupFee: plan.setupFee === null ? null : `${plan.setupFee}`
})

/** A subscription of the signed-in user or of an organization. */
export interface BillingSubscription<Name extends string = string> {
  /** `sub_` and a ULID. */
  readonly id: string
  /** The name of its plan in the options of the plugin. Null if its plan has no name there. */
  readonly plan: Name | null
  /** The id of its plan. Null for terms without a plan. */
  readonly planId: string | null
  /** The status. Readers must accept unknown values. */
  readonly status: Subscription["status"]
  /** True if it grants access now. */
  readonly grantsAccess: boolean
  /** The price of each cycle in minor units, as text: `"1250"` is 12.50 EUR. */
  readonly amount: string
  /** An ISO 4217 code. */
  readonly currency: string
  /** The billing interval. */
  readonly interval: BillingInterval
  /** The start of the current period. */
  readonly currentPeriodStart: Date
  /** The end of the current period, when the next charge is due. */
  readonly currentPeriodEnd: Date
  /** The end of the time that is paid for or in trial. Null before the first payment. */
  readonly paidUntil: Date | null
  /** The end of the trial. Null if there was none. */
  readonly trialEnd: Date | null
  /** True if it ends with the current period. */
  readonly cancelAtPeriodEnd: boolean
  /** The time at which it ended. Null while it has not ended. */
  readonly canceledAt: Date | null
  /** The time at which a pause ends by itself. Null if there is no such time or no pause. */
  readonly resumesAt: Date | null
  /** The time of creation. */
  readonly createdAt: Date
}

const dateOrNull = (time: number | null): Date | null => (time === null ? null : new Date(time))

/** Returns a subscription as browsers get it. */
export const toBillingSubscription = (
  subscription: Subscription,
  names: ReadonlyMap<string, string>,
  now: number
): BillingSubscription => ({
  id: subscription.id,
  plan: subscription.plan === null ? null : (names.get(subscription.plan) ?? null),
  planId: subscription.plan,
  status: subscription.status,
  grantsAccess: grantsAccess(subscription, now),
  amount: `${subscription.amount}`,
  currency: subscription.currency,
  interval: subscription.interval,
  currentPeriodStart: new Date(subscription.currentPeriodStart),
  currentPeriodEnd: new Date(subscription.currentPeriodEnd),
  paidUntil: dateOrNull(subscription.paidUntil),
  trialEnd: dateOrNull(subscription.trialEnd),
  cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
  canceledAt: dateOrNull(subscription.canceledAt),
  resumesAt: dateOrNull(subscription.resumesAt),
  createdAt: new Date(subscription.created)
})
