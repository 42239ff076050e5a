import type { Subscription } from "@payloom/core"
import { createAuthEndpoint, sensitiveSessionMiddleware } from "better-auth/api"
import * as z from "zod"
import type { Billing } from "../Billing.ts"
import type { BillingMerchant } from "../BillingEngine.ts"
import { closeCheckouts } from "../checkout/openOnlyCheckout.ts"
import { change, targetFields } from "./change.ts"
import { mayStart } from "./subscribe.ts"

/**
 * Takes a planned cancellation back. Refused if another subscription has followed. A page for
 * another subscription is closed, so nobody pays for two.
 */
export const undoCancelEndpoint = <Name extends string>(billing: Billing) =>
  createAuthEndpoint(
    "/billing/undo-cancel",
    { method: "POST", body: z.object(targetFields), use: [sensitiveSessionMiddleware] },
    async ({ body, context, json }) =>
      json(
        await change<Name>(billing, { context, ...body }, (merchant, subscription, key) =>
          subscription.cancelAtPeriodEnd
            ? undoCancel(billing, merchant, subscription, key)
            : Promise.resolve(subscription)
        )
      )
  )

/**
 * The order matters. The subscription continues before the open pages are read, so a page that is
 * opened later is refused because of it. If a page was paid meanwhile, the cancellation is planned
 * again.
 */
const undoCancel = async (
  billing: Billing,
  merchant: BillingMerchant,
  { id, customer, plan, cancelReason }: Subscription,
  key: { readonly idempotencyKey: string }
): Promise<Subscription> => {
  const plans = plan === null ? [] : await plansNamedLike(billing, plan)
  await mayStart(billing, customer, plans, id)
  const continued = await merchant.subscriptions.undoCancel(id, key)
  try {
    await closeCheckouts(merchant, customer)
    await mayStart(billing, customer, plans, id)
  } catch (error) {
    await merchant.subscriptions.cancel(
      id,
      { cancelAtPeriodEnd: true, ...(cancelReason === null ? {} : { reason: cancelReason }) },
      { idempotencyKey: crypto.randomUUID() }
    )
    throw error
  }
  return continued
}

/** Returns the ids of all plans that have the name of a plan. */
const plansNamedLike = async (billing: Billing, plan: string): Promise<ReadonlyArray<string>> => {
  for (const ids of (await billing.planIds()).values()) if (ids.includes(plan)) return ids
  return [plan]
}
