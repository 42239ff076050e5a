import type { Customer } from "@payloom/core"
import { createAuthEndpoint, sensitiveSessionMiddleware } from "better-auth/api"
import * as z from "zod"
import type { Billing } from "../Billing.ts"
import { ensureCustomer } from "../customers/ensureCustomer.ts"
import { answering } from "../errors.ts"
import { organization } from "./input.ts"
import { requestOwner } from "./requestOwner.ts"

/**
 * Returns the customer of the user or of an organization, and creates it if there is none. Only the
 * server can call it, for sessions and payments of its own.
 */
export const customerEndpoint = (billing: Billing) =>
  createAuthEndpoint(
    {
      method: "POST",
      body: z.object({ organization }).optional(),
      use: [sensitiveSessionMiddleware]
    },
    async ({ body, context }): Promise<Customer> => {
      const request = { context, organization: body?.organization }
      const { owner, profile, actor } = await requestOwner(billing, request, "change")
      return answering(() => ensureCustomer(billing.as(actor), owner, profile))
    }
  )
