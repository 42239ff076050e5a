import { defaultPermissions } from "@payloom/core"
import { createAuthEndpoint, sensitiveSessionMiddleware } from "better-auth/api"
import * as z from "zod"
import type { Billing } from "../Billing.ts"
import type { BillingMerchant } from "../BillingEngine.ts"
import type { PortalRequest } from "../BillingOptions.ts"
import { ensureCustomer } from "../customers/ensureCustomer.ts"
import { answering, BILLING_ERROR_CODES, refusal } from "../errors.ts"
import { organization, portalFields } from "./input.ts"
import { requestOwner } from "./requestOwner.ts"
import { ownAddresses, pageOf } from "./subscribe.ts"

/** Opens the portal for the customer of the user or of an organization. */
export const portalEndpoint = (billing: Billing) =>
  createAuthEndpoint(
    "/billing/portal",
    {
      method: "POST",
      body: z.object({ organization, ...portalFields }),
      use: [sensitiveSessionMiddleware, ownAddresses]
    },
    async ({ body, context, json }) => {
      const request = { context, organization: body.organization }
      const { owner, profile, actor } = await requestOwner(billing, request, "change")
      const { portal, portalReturnUrl } = billing.options
      if (portal === false) throw refusal("BAD_REQUEST", BILLING_ERROR_CODES.PORTAL_DISABLED)
      const back = body.returnUrl ?? portalReturnUrl
      const { origin } = new URL(context.baseURL)
      const link = await answering(async () => {
        const merchant = billing.as(actor)
        const { id: customer } = await ensureCustomer(merchant, owner, profile)
        const asked: PortalRequest = {
          customer,
          ...(back === undefined ? {} : { returnUrl: new URL(back, origin).href })
        }
        return portal === undefined ? enginePortal(billing, merchant, asked) : portal(asked)
      })
      return json(pageOf(link, body.disableRedirect))
    }
  )

/** Opens a session of the engine's customer portal. A pause is allowed by the plugin's option. */
const enginePortal = (
  { options: { publishableKey, userMayPause } }: Billing,
  merchant: BillingMerchant,
  request: PortalRequest
) =>
  merchant.portalSessions.create(
    {
      ...request,
      publishableKey,
      ...(userMayPause === true ? { allow: [...defaultPermissions, "pause"] } : {})
    },
    { idempotencyKey: crypto.randomUUID() }
  )
