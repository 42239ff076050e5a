import type { Subscription } from "@payloom/core"
import { createAuthEndpoint, sensitiveSessionMiddleware } from "better-auth/api"
import * as z from "zod"
import type { Billing } from "../Billing.ts"
import type { BillingMerchant } from "../BillingEngine.ts"
import { checkoutNote, openOnlyCheckout } from "../checkout/openOnlyCheckout.ts"
import { answering, BILLING_ERROR_CODES, refusal } from "../errors.ts"
import type { Owner } from "../Owner.ts"
import { isEnded } from "../subscriptions/isEnded.ts"
import { asViews, ownSubscription, subscriptionsOf } from "../subscriptions/ownSubscriptions.ts"
import type { BillingSubscription } from "../subscriptions/views.ts"
import { organization, pageFields, subscription } from "./input.ts"
import { pageInput } from "./pageAddresses.ts"
import { type OwnedRequest, requestOwner } from "./requestOwner.ts"
import { ownAddresses, pageOf } from "./subscribe.ts"

/** The subscription to change, and the organization that has it. */
export const targetFields = { subscription, organization }

/** Cancels a subscription at the end of its period, or at once. A second call changes nothing. */
export const cancelEndpoint = <Name extends string>(billing: Billing) =>
  createAuthEndpoint(
    "/billing/cancel",
    {
      method: "POST",
      body: z.object({
        ...targetFields,
        immediately: z
          .boolean()
          .meta({ description: "With true it ends at once. Nothing is refunded." })
          .optional(),
        reason: z.string().max(500).optional()
      }),
      use: [sensitiveSessionMiddleware]
    },
    async ({ body, context, json }) =>
      json(
        await change<Name>(billing, { context, ...body }, ({ subscriptions }, { id }, key) =>
          subscriptions.cancel(
            id,
            {
              cancelAtPeriodEnd: body.immediately !== true,
              ...(body.reason === undefined ? {} : { reason: body.reason })
            },
            key
          )
        )
      )
  )

/** Pauses a subscription, if the options allow it. */
export const pauseEndpoint = <Name extends string>(billing: Billing) =>
  createAuthEndpoint(
    "/billing/pause",
    { method: "POST", body: z.object(targetFields), use: [sensitiveSessionMiddleware] },
    async ({ body, context, json }) => {
      if (billing.options.userMayPause !== true) {
        throw refusal("FORBIDDEN", BILLING_ERROR_CODES.PAUSES_DISABLED)
      }
      return json(
        await change<Name>(billing, { context, ...body }, ({ subscriptions }, { id }, key) =>
          subscriptions.pause(id, {}, key)
        )
      )
    }
  )

/** Ends a pause. */
export const resumeEndpoint = <Name extends string>(billing: Billing) =>
  createAuthEndpoint(
    "/billing/resume",
    { method: "POST", body: z.object(targetFields), use: [sensitiveSessionMiddleware] },
    async ({ body, context, json }) =>
      json(
        await change<Name>(billing, { context, ...body }, ({ subscriptions }, { id }, key) =>
          subscriptions.resume(id, key)
        )
      )
  )

/** Opens the page on which the user pays what is overdue, with a new card if they like. */
export const recoverEndpoint = (billing: Billing) =>
  createAuthEndpoint(
    "/billing/recover",
    {
      method: "POST",
      body: z.object({ ...targetFields, ...pageFields }),
      use: [sensitiveSessionMiddleware, ownAddresses]
    },
    async ({ body, context, json }) => {
      const request = { context, organization: body.organization }
      const { owner, actor } = await requestOwner(billing, request, "change")
      const merchant = billing.as(actor)
      const page = pageInput(billing, context.baseURL, body)
      const session = await answering(async () => {
        const { id, customer } = await targetOf(billing, owner, body.subscription)
        const create = () =>
          merchant.subscriptions.recoverySession(
            id,
            { metadata: { [checkoutNote]: "recover" }, ...page },
            { idempotencyKey: crypto.randomUUID() }
          )
        // The engine itself refuses a subscription that is not overdue.
        return openOnlyCheckout({ merchant, customer, create, check: async () => {} })
      })
      return json(pageOf(session, body.disableRedirect))
    }
  )

interface ChangeRequest extends Omit<OwnedRequest, "organization"> {
  readonly subscription?: string | undefined
  readonly organization?: string | undefined
}

/** Changes a subscription of the request's owner, as the user who sent the request. */
export const change = async <Name extends string>(
  billing: Billing,
  { context, subscription: id, organization: of }: ChangeRequest,
  run: (
    merchant: BillingMerchant,
    subscription: Subscription,
    key: { readonly idempotencyKey: string }
  ) => Promise<Subscription>
): Promise<BillingSubscription<Name>> => {
  const { owner, actor } = await requestOwner(billing, { context, organization: of }, "change")
  return answering(async () => {
    const found = await targetOf(billing, owner, id)
    // A repeated change finds the status that it leads to, so its key needs no memory.
    const key = { idempotencyKey: crypto.randomUUID() }
    const [view] = await asViews(billing, [await run(billing.as(actor), found, key)])
    return view as BillingSubscription<Name>
  })
}

/** Returns the named subscription of an owner, or the only one that has not ended. */
const targetOf = async (
  billing: Billing,
  owner: Owner,
  id: string | undefined
): Promise<Subscription> => {
  if (id !== undefined) return ownSubscription(billing, owner, id)
  const running = (await subscriptionsOf(billing, owner)).filter((one) => !isEnded(one))
  const [only] = running
  if (only !== undefined && running.length === 1) return only
  if (only !== undefined) throw refusal("BAD_REQUEST", BILLING_ERROR_CODES.SUBSCRIPTION_AMBIGUOUS)
  throw refusal("NOT_FOUND", BILLING_ERROR_CODES.SUBSCRIPTION_NOT_FOUND)
}
