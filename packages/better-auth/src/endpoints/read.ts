import { isEngineError, type Plan } from "@payloom/core"
import { createAuthEndpoint, sessionMiddleware } from "better-auth/api"
import * as z from "zod"
import type { Billing } from "../Billing.ts"
import { answering } from "../errors.ts"
import { asViews, subscriptionsOf } from "../subscriptions/ownSubscriptions.ts"
import {
  type BillingPlan,
  type BillingSubscription,
  toBillingPlan
} from "../subscriptions/views.ts"
import { organization } from "./input.ts"
import { requestOwner } from "./requestOwner.ts"

/** The access of a user or of an organization. */
export interface BillingAccess<Name extends string = string> {
  /** True if any subscription grants access now. */
  readonly grantsAccess: boolean
  /** The names of the plans that grant access now. */
  readonly plans: ReadonlyArray<Name>
}

const query = z.object({ organization }).optional()

/** Returns the plans on sale. Nobody has to be signed in. */
export const plansEndpoint = <Name extends string>(billing: Billing) =>
  createAuthEndpoint("/billing/plans", { method: "GET" }, async ({ json }) => {
    const plans = await answering(async () => {
      const onSale = [...(await billing.planIds())].map(async ([name, [id]]) => {
        const plan = id === undefined ? null : await retrieved(billing, id)
        return plan?.status === "active" ? [toBillingPlan(name as Name, plan)] : []
      })
      return (await Promise.all(onSale)).flat()
    })
    return json<{ readonly plans: ReadonlyArray<BillingPlan<Name>> }>({ plans })
  })

const retrieved = async ({ merchant }: Billing, id: string): Promise<Plan | null> => {
  try {
    return await merchant.plans.retrieve(id)
  } catch (error) {
    if (isEngineError(error) && error._tag === "ResourceNotFound") return null
    throw error
  }
}

/** Returns whether the user, or an organization of theirs, has access now. */
export const accessEndpoint = <Name extends string>(billing: Billing) =>
  createAuthEndpoint(
    "/billing/access",
    { method: "GET", query, use: [sessionMiddleware] },
    async (ctx) => {
      const views = await ownViews<Name>(billing, ctx)
      const granting = views.filter(({ grantsAccess }) => grantsAccess)
      const names = granting.flatMap(({ plan }) => (plan === null ? [] : [plan]))
      return ctx.json<BillingAccess<Name>>({
        grantsAccess: granting.length > 0,
        plans: [...new Set(names)]
      })
    }
  )

/** Returns the subscriptions of the user or of an organization, newest first. */
export const subscriptionsEndpoint = <Name extends string>(billing: Billing) =>
  createAuthEndpoint(
    "/billing/subscriptions",
    { method: "GET", query, use: [sessionMiddleware] },
    async (ctx) => {
      const subscriptions = await ownViews<Name>(billing, ctx)
      return ctx.json<{ readonly subscriptions: ReadonlyArray<BillingSubscription<Name>> }>({
        subscriptions
      })
    }
  )

const ownViews = async <Name extends string>(
  billing: Billing,
  ctx: {
    readonly context: Parameters<typeof requestOwner>[1]["context"]
    readonly query?: { readonly organization?: string | undefined } | undefined
  }
): Promise<ReadonlyArray<BillingSubscription<Name>>> => {
  const request = { context: ctx.context, organization: ctx.query?.organization }
  const { owner } = await requestOwner(billing, request, "see")
  const views = await answering(async () => asViews(billing, await subscriptionsOf(billing, owner)))
  return views as ReadonlyArray<BillingSubscription<Name>>
}
