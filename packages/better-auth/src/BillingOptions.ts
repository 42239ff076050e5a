import type { BillingEngine } from "./BillingEngine.ts"

/**
 * The plans on sale by a name of your own. An older plan that keeps its subscribers has the same
 * name: the first id is on sale, and subscribers of all of them have the plan of that name.
 */
export type PlanIds = Readonly<Record<string, string | ReadonlyArray<string>>>

/** The plans: a table, or a function that reads it, such as from a database. */
export type BillingPlans = PlanIds | (() => PlanIds | Promise<PlanIds>)

/** The names of the plans. Any text if a function reads them. */
export type PlanName<Plans extends BillingPlans> = Plans extends PlanIds
  ? Extract<keyof Plans, string>
  : string

/** The settings for organizations. */
export interface OrganizationBilling {
  /**
   * The roles of members who may subscribe and cancel. The default is `owner` and `admin`. Every
   * member may see the subscriptions.
   */
  readonly roles?: ReadonlyArray<string>
}

/** The request for a link to a portal. */
export interface PortalRequest {
  /** The id of the customer of the signed-in user or of the organization. */
  readonly customer: string
  /** The address for the link back. Absent if neither the browser nor the options name one. */
  readonly returnUrl?: string
}

/** The options of the plugin. */
export interface BillingOptions<Plans extends BillingPlans = BillingPlans> {
  /** The engine, as `Payloom.make` returns it. */
  readonly payloom: BillingEngine
  /** The id of the tenant that sells. */
  readonly tenant: string
  /** The mode. Customers and subscriptions of test mode and of live mode are apart. */
  readonly mode: "live" | "test"
  /** A publishable key of the tenant in this mode. The hosted page needs it. */
  readonly publishableKey: string
  /** The plans on sale by name: `{ pro: "plan_…" }`. Browsers can subscribe to no other plan. */
  readonly plans: Plans
  /**
   * The address for payers who have paid, if the browser names none. An address may be a path of
   * better-auth's origin, such as `/account`.
   */
  readonly successUrl?: string
  /** The address for payers who don't pay, if the browser names none. */
  readonly cancelUrl?: string
  /**
   * Returns a link to a page of your own on which the customer manages cards and subscriptions.
   * Make the link short-lived: everybody who has it is the customer. By default it is the engine's
   * customer portal. With false there is no portal.
   */
  readonly portal?: false | ((request: PortalRequest) => Promise<{ readonly url: string }>)
  /** The address for the link back from the portal, if the browser names none. */
  readonly portalReturnUrl?: string
  /**
   * Creates the customer when a user signs up. With false it is created when the user first
   * subscribes. The default is true.
   */
  readonly createCustomerOnSignUp?: boolean
  /**
   * The effect of the deletion of a user or of an organization. `erase` ends the subscriptions at
   * once and erases the customer's personal data. `cancel` ends the subscriptions and keeps the
   * data. The default is `erase`.
   */
  readonly onDelete?: "cancel" | "erase"
  /** Only users with a verified email address may subscribe. The default is false. */
  readonly requireEmailVerification?: boolean
  /** Users may pause their subscriptions. The default is false. */
  readonly userMayPause?: boolean
  /**
   * A customer may have a subscription to each plan at the same time. With false, the default, a
   * customer has one subscription, and may start another one once it is canceled.
   */
  readonly severalSubscriptions?: boolean
  /** Organizations have customers of their own. It needs better-auth's organization plugin. */
  readonly organizations?: OrganizationBilling | boolean
  /** Returns the time in milliseconds. The default is `Date.now`. */
  readonly now?: () => number
}
