/** The public names of plans, subscriptions and billing cycles. */

export { intervalsAfter } from "./calendar.ts"
export {
  BillingCycle,
  BillingCycleCollection,
  BillingCycleRecord,
  BillingCycleStatus,
  type BillingCycleTrigger,
  billingCycleCodec,
  billingCycleMachine
} from "./cycles/BillingCycle.ts"
export * from "./cycles/listBillingCycles.ts"
export * from "./plans/errors.ts"
export * from "./plans/listPlans.ts"
export {
  Plan,
  PlanCollection,
  PlanRecord,
  PlanStatus,
  type PlanTrial,
  planCodec,
  toPlan
} from "./plans/Plan.ts"
export * from "./plans/planInput.ts"
export type { ChargesStop, UpcomingCharge, UpcomingChargeKind } from "./projectCharges.ts"
export { intervalsBetween } from "./subscriptions/continueSubscription.ts"
export * from "./subscriptions/errors.ts"
export { grantsAccess } from "./subscriptions/grantsAccess.ts"
export {
  type IterateSubscriptions,
  ListSubscriptions,
  type SubscriptionConsent,
  subscriptionListCodec
} from "./subscriptions/listSubscriptions.ts"
export type * from "./subscriptions/previewSubscription.ts"
export {
  Consent,
  PauseBehavior,
  Subscription,
  SubscriptionCollection,
  SubscriptionRecord,
  SubscriptionStatus,
  subscriptionCodec
} from "./subscriptions/Subscription.ts"
export {
  CancelSubscription,
  CreateSubscription,
  PauseSubscription,
  type SubscriptionTerms,
  UpdateSubscription
} from "./subscriptions/subscriptionInput.ts"
export {
  type SubscriptionTrigger,
  subscriptionMachine
} from "./subscriptions/subscriptionMachine.ts"
export type * from "./subscriptions/upcomingCharges.ts"
