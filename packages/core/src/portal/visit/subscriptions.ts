import { Effect, Option, Schema } from "effect"
import { BillingCycleCollection, billingCycleId } from "../../billing/cycles/BillingCycle.ts"
import { PlanCollection } from "../../billing/plans/Plan.ts"
import {
  getSubscription,
  isEnded,
  SubscriptionCollection,
  type SubscriptionRecord
} from "../../billing/subscriptions/Subscription.ts"
import {
  type UpcomingCharges,
  upcomingCharges
} from "../../billing/subscriptions/upcomingCharges.ts"
import { chargeOf } from "../../billing/Terms.ts"
import type { PayerCredentials } from "../../checkout/sessions/SessionToken.ts"
import { named } from "../../kernel/codec/named.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import { SubscriptionId } from "../../kernel/primitives/PublicId.ts"
import { LeftOut } from "../../platform/modules/LeftOut.ts"
import { idPage } from "../../platform/pagination/idPage.ts"
import { list } from "../../platform/pagination/List.ts"
import { cursorFields, type PageLimit } from "../../platform/pagination/ListQuery.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { openVisit, type Visit } from "../sessions/openVisit.ts"
import type { PortalPermission } from "../sessions/PortalSession.ts"
import {
  liveStatuses,
  type PortalAction,
  type PortalOverdue,
  type PortalSubscription
} from "./PortalSubscription.ts"

/** A page of the customer's subscriptions. */
export interface ListPortalSubscriptions extends PageLimit {
  /** The `nextCursor` of the previous page. */
  readonly startingAfter?: string
}
export const ListPortalSubscriptions = Schema.Struct({
  limit: cursorFields.limit,
  startingAfter: Schema.optionalKey(SubscriptionId)
}).pipe(Schema.encodeKeys({ startingAfter: "starting_after" }), named("ListPortalSubscriptions"))

const checkQuery = inputChecker(ListPortalSubscriptions)

/**
 * Lists the customer's subscriptions that have not ended, newest first. There are none in an engine
 * without billing.
 */
export const listPortalSubscriptions = Effect.fnUntraced(function* (
  credentials: PayerCredentials,
  query: ListPortalSubscriptions = {}
) {
  const cursor = yield* Effect.fromResult(checkQuery(query))
  const visit = yield* openVisit(credentials)
  if ((yield* LeftOut).has("billing")) return list<PortalSubscription>([])
  const { rows, nextCursor } = yield* idPage({
    of: SubscriptionCollection,
    scope: visit.scope,
    where: { customer: visit.customer.id, status: liveStatuses },
    ...cursor
  })
  const all = yield* Effect.forEach(rows, ({ row }) => shownSubscription(visit, row))
  return list(all, nextCursor)
})

/**
 * Returns a subscription of the customer. A subscription of another customer is answered as not
 * found.
 */
export const ownSubscription = Effect.fnUntraced(function* (
  { scope, customer }: Visit,
  id: string
) {
  const notFound = new ResourceNotFound({ object: "subscription", id })
  if ((yield* LeftOut).has("billing")) return yield* notFound
  const subscription = yield* getSubscription(scope, id)
  return subscription.row.customer === customer.id ? subscription : yield* notFound
})

/** Returns a subscription of the customer as it is stored now. */
export const currentSubscription = Effect.fnUntraced(function* (visit: Visit, id: string) {
  return yield* shownSubscription(visit, (yield* ownSubscription(visit, id)).row)
})

const shownSubscription = Effect.fnUntraced(function* (visit: Visit, row: SubscriptionRecord) {
  const storage = yield* Storage
  const { scope, caller, session } = visit
  const plan =
    row.plan === null ? Option.none() : yield* storage.get(scope, PlanCollection, row.plan)
  const upcoming = yield* upcomingCharges(caller, row.id, { limit: 1 })
  const overdue = row.status === "past_due" ? yield* overdueOf(visit, row, upcoming) : null
  const [next] = upcoming.charges
  const shown: PortalSubscription = {
    object: "portal_subscription",
    id: row.id,
    status: row.status,
    plan: Option.getOrNull(plan)?.row.name ?? null,
    amount: row.terms.amount,
    currency: row.terms.currency,
    interval: row.terms.interval,
    paymentInstrument: row.paymentInstrument,
    periodEnd: row.pause?.periodEnd ?? row.currentPeriodEnd,
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    resumesAt: row.resumesAt,
    nextCharge: next === undefined ? null : { at: next.at, amount: next.amount },
    isCharging: upcoming.inFlight !== null,
    overdue,
    actions: actionsOn(row, session.allow, overdue !== null && upcoming.inFlight === null)
  }
  return shown
})

const overdueOf = Effect.fnUntraced(function* (
  { scope }: Visit,
  row: SubscriptionRecord,
  { retries }: UpcomingCharges
) {
  const storage = yield* Storage
  const id = billingCycleId(row.id, row.unpaid)
  const cycle = Option.getOrNull(yield* storage.get(scope, BillingCycleCollection, id))
  if (cycle === null) return null
  const overdue: PortalOverdue = {
    amount: chargeOf(row.terms, cycle.row),
    nextRetryAt: retries?.needsCard === true ? null : (retries?.dates[0] ?? null),
    needsCard: retries?.needsCard ?? false
  }
  return overdue
})

/** Returns the actions that the session allows and the subscription's state permits. */
export const actionsOn = (
  row: Pick<SubscriptionRecord, "status" | "cancelAtPeriodEnd" | "pause">,
  allow: ReadonlyArray<PortalPermission>,
  isPayable: boolean
): ReadonlyArray<PortalAction> => {
  if (isEnded(row)) return []
  const { status, cancelAtPeriodEnd, pause } = row
  const isRunning = status === "trialing" || status === "active"
  const possible: ReadonlyArray<readonly [PortalAction, PortalPermission, boolean]> = [
    ["cancel", "cancel", !cancelAtPeriodEnd],
    ["cancel_now", "cancel_now", true],
    ["undo_cancel", "cancel", cancelAtPeriodEnd],
    // A customer with an overdue amount pays it. A pause would only postpone it.
    ["pause", "pause", isRunning && !cancelAtPeriodEnd],
    ["resume", "pause", pause?.behavior === "shift" && pause.isUnpaid !== true],
    ["pay_overdue", "pay_overdue", isPayable],
    ["change_payment_instrument", "payment_instruments", true]
  ]
  return possible.flatMap(([action, permission, isPossible]) =>
    isPossible && allow.includes(permission) ? [action] : []
  )
}
