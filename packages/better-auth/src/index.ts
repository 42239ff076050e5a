/**
 * Payloom's subscriptions for the users and organizations of better-auth.
 *
 * @packageDocumentation
 */
export type { BillingEngine, BillingMerchant } from "./BillingEngine.ts"
export type {
  BillingOptions,
  BillingPlans,
  OrganizationBilling,
  PlanIds,
  PlanName,
  PortalRequest
} from "./BillingOptions.ts"
export { findCustomer } from "./customers/findCustomer.ts"
export type { BillingAccess } from "./endpoints/read.ts"
export type { BillingPage } from "./endpoints/subscribe.ts"
export { BILLING_ERROR_CODES, type BillingError } from "./errors.ts"
export {
  type EventsEngine,
  followSubscriptions,
  type SubscriptionEvent,
  type SubscriptionHandlers
} from "./followSubscriptions.ts"
export { type Owner, ownerOf, referenceOf } from "./Owner.ts"
export { payloom } from "./payloom.ts"
export type { BillingPlan, BillingSubscription } from "./subscriptions/views.ts"
