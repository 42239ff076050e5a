import { Effect, Schema } from "effect"
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
  Subscription,
  SubscriptionCollection,
  SubscriptionStatus,
  toSubscription
} from "./Subscription.ts"

/** Which subscriptions to walk through; all filters must hold. */
export interface IterateSubscriptions extends PageLimit {
  /** Only this customer's, by id. */
  readonly customer?: string
  /** Only those to this plan, by id. */
  readonly plan?: string
  /** Only those that stand so. */
  readonly status?: SubscriptionStatus
}

/** Which subscriptions to list (operation 25, spec 4.8): 10 a page unless told. */
export interface ListSubscriptions extends IterateSubscriptions {
  /** The id of the last item on the page before. */
  readonly startingAfter?: string
}
export const ListSubscriptions = Schema.Struct({
  customer: Schema.optionalKey(CustomerId),
  plan: Schema.optionalKey(PlanId),
  status: Schema.optionalKey(SubscriptionStatus),
  limit: cursorFields.limit,
  startingAfter: Schema.optionalKey(SubscriptionId)
})
  .pipe(Schema.encodeKeys({ startingAfter: "starting_after" }))
  .annotate({ identifier: "ListSubscriptions" })

export const subscriptionListCodec: ListCodec<Subscription> = listCodec(Subscription)

const checkInput = inputChecker(ListSubscriptions)

/** Operation 25 (spec 4.8): subscriptions, newest first. */
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
      ...(plan === undefined ? {} : { plan }),
      ...(status === undefined ? {} : { status })
    },
    ...cursor
  })
  return list(
    rows.map(({ row }) => toSubscription(row)),
    nextCursor
  )
})

/** Operation 26 (spec 4.8): a subscription as it stands. */
export const retrieveSubscription = Effect.fnUntraced(function* (caller: Caller, id: string) {
  return toSubscription((yield* getSubscription(caller.scope, id)).row)
})

/** How a subscriber agreed to be charged again and again (spec 4.8). */
export interface SubscriptionConsent {
  /** When, in milliseconds since the epoch. */
  readonly at: number
  /** Over the API, or as a payer in a checkout session. */
  readonly source: "api" | "checkout_session"
  /** The session, by id; null where it was none. */
  readonly session: CheckoutSessionId | null
  /** The plan as it was at that moment; null for terms of their own. */
  readonly plan: Plan | null
}

/** How a subscriber agreed: when, to which plan as it was then, and where. Library call. */
export const subscriptionConsent = Effect.fnUntraced(function* (caller: Caller, id: string) {
  const { plan, ...consent } = (yield* getSubscription(caller.scope, id)).row.consent
  const shown: SubscriptionConsent = { ...consent, plan: plan === null ? null : toPlan(plan) }
  return shown
})
