import type { BetterAuthPlugin } from "better-auth"
import { type Billing, billingOf } from "./Billing.ts"
import type { BillingOptions, BillingPlans, PlanName } from "./BillingOptions.ts"
import {
  cancelEndpoint,
  pauseEndpoint,
  recoverEndpoint,
  resumeEndpoint
} from "./endpoints/change.ts"
import { customerEndpoint } from "./endpoints/customer.ts"
import { portalEndpoint } from "./endpoints/portal.ts"
import { accessEndpoint, plansEndpoint, subscriptionsEndpoint } from "./endpoints/read.ts"
import { subscribeEndpoint } from "./endpoints/subscribe.ts"
import { undoCancelEndpoint } from "./endpoints/undoCancel.ts"
import { BILLING_ERROR_CODES } from "./errors.ts"
import { followOrganizations, type OrganizationPluginOptions, userHooks } from "./followOwners.ts"

const endpointsOf = <Name extends string>(billing: Billing) => ({
  /** Returns the plans on sale. */
  billingPlans: plansEndpoint<Name>(billing),
  /** Returns if the user has access now, and by which plans. */
  billingAccess: accessEndpoint<Name>(billing),
  /** Returns the user's subscriptions, newest first. */
  billingSubscriptions: subscriptionsEndpoint<Name>(billing),
  /** Returns the address of the page on which the user subscribes to a plan. */
  billingSubscribe: subscribeEndpoint<Name>(billing),
  /** Cancels a subscription, at the end of its period or at once. */
  billingCancel: cancelEndpoint<Name>(billing),
  /** Takes a planned cancellation back. */
  billingUndoCancel: undoCancelEndpoint<Name>(billing),
  /** Pauses a subscription. */
  billingPause: pauseEndpoint<Name>(billing),
  /** Ends a pause. */
  billingResume: resumeEndpoint<Name>(billing),
  /** Returns the address of the page on which the user pays what is overdue. */
  billingRecover: recoverEndpoint(billing),
  /** Returns the address of the customer portal. */
  billingPortal: portalEndpoint(billing),
  /** Returns the user's customer. Only the server can call it. */
  billingCustomer: customerEndpoint(billing)
})

/** The paths that open a page, which costs more than a read. */
const pages: ReadonlyArray<string> = ["/billing/subscribe", "/billing/recover", "/billing/portal"]

/**
 * The plugin for better-auth: users and organizations have customers, subscriptions and access at
 * Payloom. It adds no tables to better-auth's database.
 *
 * @example
 * export const auth = betterAuth({
 *   database,
 *   emailAndPassword: { enabled: true },
 *   plugins: [
 *     payloom({
 *       payloom: engine,
 *       tenant,
 *       mode: "live",
 *       publishableKey,
 *       plans: { pro: "plan_…" },
 *       successUrl: "/account"
 *     })
 *   ]
 * })
 * const { grantsAccess } = await auth.api.billingAccess({ headers: request.headers })
 */
export const payloom = <const Plans extends BillingPlans>(options: BillingOptions<Plans>) => {
  const billing = billingOf(options)
  return {
    id: "payloom",
    endpoints: endpointsOf<PlanName<Plans>>(billing),
    init: (ctx) => {
      if (billing.roles !== null) {
        const plugin = ctx.getPlugin("organization")
        if (plugin === null) {
          throw new TypeError(
            "organizations needs the organization plugin of better-auth: add organization() to " +
              "the plugins"
          )
        }
        const organizations = (plugin.options ?? {}) as OrganizationPluginOptions
        followOrganizations(billing, ctx.logger, organizations)
      }
      return { options: { databaseHooks: userHooks(billing, ctx.logger) } }
    },
    rateLimit: [{ pathMatcher: (path) => pages.includes(path), window: 60, max: 20 }],
    $ERROR_CODES: BILLING_ERROR_CODES
  } satisfies BetterAuthPlugin
}
