import { createAuthEndpoint, originCheck, sensitiveSessionMiddleware } from "better-auth/api"
import * as z from "zod"
import type { Billing } from "../Billing.ts"
import { checkoutNote, openOnlyCheckout } from "../checkout/openOnlyCheckout.ts"
import { ensureCustomer } from "../customers/ensureCustomer.ts"
import { answering, BILLING_ERROR_CODES, refusal } from "../errors.ts"
import { isEnded } from "../subscriptions/isEnded.ts"
import { allOf } from "../subscriptions/ownSubscriptions.ts"
import { organization, pageFields } from "./input.ts"
import { pageInput } from "./pageAddresses.ts"
import { requestOwner } from "./requestOwner.ts"

/** The page that a browser opens next. better-auth's client opens it if `redirect` is true. */
export interface BillingPage {
  /** The address. It contains a token of the payer, so it must not be logged. */
  readonly url: string
  readonly redirect: boolean
}

/**
 * Opens the page on which the user subscribes to a plan. A page that was opened before is closed,
 * so nobody pays twice.
 */
export const subscribeEndpoint = <Name extends string>(billing: Billing) =>
  createAuthEndpoint(
    "/billing/subscribe",
    {
      method: "POST",
      body: z.object({
        plan: z
          .string()
          .meta({ description: "The name of a plan on sale." }) as unknown as z.ZodType<Name, Name>,
        organization,
        ...pageFields
      }),
      use: [sensitiveSessionMiddleware, ownAddresses]
    },
    async ({ body, context, json }) => {
      const { owner, profile, actor, isEmailVerified } = await requestOwner(
        billing,
        { context, organization: body.organization },
        "change"
      )
      if (billing.options.requireEmailVerification === true && !isEmailVerified) {
        throw refusal("FORBIDDEN", BILLING_ERROR_CODES.EMAIL_NOT_VERIFIED)
      }
      const ids = (await billing.planIds()).get(body.plan)
      const plan = ids?.[0]
      if (ids === undefined || plan === undefined) {
        throw refusal("BAD_REQUEST", BILLING_ERROR_CODES.PLAN_NOT_FOUND)
      }
      const merchant = billing.as(actor)
      const page = pageInput(billing, context.baseURL, body)
      const session = await answering(async () => {
        const { id: customer } = await ensureCustomer(merchant, owner, profile)
        return openOnlyCheckout({
          merchant,
          customer,
          check: () => mayStart(billing, customer, ids),
          create: () =>
            merchant.checkout.create(
              {
                mode: "subscription",
                plan,
                customer,
                metadata: { [checkoutNote]: "subscribe" },
                ...page
              },
              { idempotencyKey: crypto.randomUUID() }
            )
        })
      })
      return json(pageOf(session, body.disableRedirect))
    }
  )

/** Refuses addresses of untrusted origins. */
export const ownAddresses = originCheck(({ body }) =>
  [body?.successUrl, body?.cancelUrl, body?.returnUrl].filter((url) => url !== undefined)
)

/** Returns the page of a session. */
export const pageOf = (
  { url }: { readonly url?: string },
  disableRedirect: boolean | undefined
): BillingPage => {
  if (url === undefined) {
    throw refusal("SERVICE_UNAVAILABLE", BILLING_ERROR_CODES.BILLING_UNAVAILABLE)
  }
  return { url, redirect: disableRedirect !== true }
}

/**
 * Refuses another subscription beside one that continues. A subscription that ends with its
 * period may be followed by the next. `own` is not regarded.
 */
export const mayStart = async (
  { merchant, options }: Billing,
  customer: string,
  plans: ReadonlyArray<string>,
  own?: string
): Promise<void> => {
  for await (const subscription of allOf(merchant, customer)) {
    if (isEnded(subscription) || subscription.cancelAtPeriodEnd) continue
    if (subscription.id === own) continue
    const { plan } = subscription
    const isOther = plan === null || !plans.includes(plan)
    if (options.severalSubscriptions === true && isOther) continue
    throw refusal("CONFLICT", BILLING_ERROR_CODES.ALREADY_SUBSCRIBED)
  }
}
