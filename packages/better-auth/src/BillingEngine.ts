import type { Acting, Merchant, Scope } from "@payloom/core"

/** The operations of a merchant that the plugin calls. */
export type BillingMerchant = Pick<
  Merchant,
  "checkout" | "customers" | "plans" | "portalSessions" | "scope" | "subscriptions"
>

/**
 * The part of an engine that the plugin uses. An engine with modules of its own is one too, unless
 * it was made without billing or checkout.
 */
export interface BillingEngine {
  /** Returns the operations of a merchant. */
  readonly merchant: (scope: Scope) => BillingMerchant
  /** Returns the operations as an actor calls them. */
  readonly as: (acting: Acting) => { readonly merchant: (scope: Scope) => BillingMerchant }
}
