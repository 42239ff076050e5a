import { Effect, Schema } from "effect"
import { named } from "../../kernel/codec/named.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import {
  type CheckoutSessionId,
  CustomerId,
  PlanId,
  SubscriptionId
} from "../../kernel/primitives/PublicId.ts"
import { idPage } from "../../platform/pagination/idPage.ts"
import { type ListCodec, list, listCodec } from "../../platform/pagination/List.ts"
import { cursorFields, type PageLimit } from "../../platform/pagination/ListQuery.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import { type Plan, toPlan } from "../plans/Plan.ts"
import {
  getSubscription,
  planStatus,
  type Subscription,
  SubscriptionCollection,
  SubscriptionStatus,
  subscriptionCodec,
  toSubscription
} from "./Subscription.ts"

/** The query of an iteration over subscriptions. All filters must match. */
export interface IterateSubscriptions extends PageLimit {
  /** Only subscriptions of the customer with this id. */
  readonly customer?: string
  /** Only subscriptions to the plan with this id. */
  readonly plan?: string
  /** Only subscriptions in this status. */
  readonly status?: SubscriptionStatus
}

/** The query of a page of subscriptions. The default limit is 10. */
export interface ListSubscriptions extends IterateSubscriptions {
  /** The id of the last subscription on the previous page. */
  readonly startingAfter?: string
}
export const ListSubscriptions = Schema.Struct({
  customer: Schema.optionalKey(CustomerId),
  plan: Schema.optionalKey(PlanId),
  status: Schema.optionalKey(SubscriptionStatus),
  limit: cursorFields.limit,
  startingAfter: Schema.optionalKey(SubscriptionId)
}).pipe(Schema.encodeKeys({ startingAfter: "starting_after" }), named("ListSubscriptions"))

export const subscriptionListCodec: ListCodec<Subscription> = listCodec(subscriptionCodec)

const checkInput = inputChecker(ListSubscriptions)

/** Returns a page of subscriptions, newest first. */
export const listSubscriptions = Effect.fnUntraced(function* (
  caller: Caller,
  query: ListSubscriptions = {}
) {
  const { scope } = caller
  const { customer, plan, status, ...cursor } = yield* Effect.fromResult(checkInput(query))
  const { rows, nextCursor } = yield* idPage({
    of: SubscriptionCollection,
    scope,
    where: {
      ...(customer === undefined ? {} : { customer }),
      ...(plan === undefined || status === undefined
        ? { ...(plan === undefined ? {} : { plan }), ...(status === undefined ? {} : { status }) }
        : { planStatus: planStatus(plan, status) })
    },
    ...cursor
  })
  return list(
    rows.map(({ row }) => toSubscription(row)),
    nextCursor
  )
})

/** Returns a subscription. */
export const retrieveSubscription = Effect.fnUntraced(function* (caller: Caller, id: string) {
  return toSubscription((yield* getSubscription(caller.scope, id)).row)
})

/** A subscriber's consent to recurring charges. */
export interface SubscriptionConsent {
  /** The time, in milliseconds since the epoch. */
  readonly at: number
  /** The channel: the API, a payer in a checkout session, or an import from another system. */
  readonly source: "api" | "checkout_session" | "import"
  /** The session's id. Null if there was none. */
  readonly session: CheckoutSessionId | null
  /** The plan as it was then. Null for terms without a plan. */
  readonly plan: Plan | null
}

/** Returns the subscriber's consent: the time, the plan as it was then, and the channel. */
export const subscriptionConsent = Effect.fnUntraced(function* (caller: Caller, id: string) {
  const { plan, ...consent } = (yield* getSubscription(caller.scope, id)).row.consent
  const shown: SubscriptionConsent = { ...consent, plan: plan === null ? null : toPlan(plan) }
  return shown
})
