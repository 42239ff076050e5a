import type { Effect, Stream } from "effect"
import type { BillingCycle } from "../../billing/cycles/BillingCycle.ts"
import type {
  ExpandedBillingCycle,
  IterateBillingCycles,
  ListBillingCycles,
  listBillingCycles
} from "../../billing/cycles/listBillingCycles.ts"
import type { cancelSubscription } from "../../billing/subscriptions/cancelSubscription.ts"
import type { createSubscription } from "../../billing/subscriptions/createSubscription.ts"
import type {
  IterateSubscriptions,
  listSubscriptions,
  retrieveSubscription,
  subscriptionConsent
} from "../../billing/subscriptions/listSubscriptions.ts"
import type {
  pauseSubscription,
  resumeSubscription
} from "../../billing/subscriptions/pauseSubscription.ts"
import type { previewSubscription } from "../../billing/subscriptions/previewSubscription.ts"
import type { updateSubscription } from "../../billing/subscriptions/updateSubscription.ts"
import type { recoverySession } from "../../checkout/sessions/recoverySession.ts"
import type { List } from "../../platform/pagination/List.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import type { CallStyle, OnBehalf, Refusals, RefusedWith, Walk } from "./CallStyle.ts"

/** Who pays again and again: operations 24 to 31 of the spec, and library calls. */
export interface Subscriptions<F extends CallStyle> {
  /**
   * Operation 24 (spec 4.8): subscribes a customer with a saved card, to a plan or on terms of
   * their own. It answers as `pending_first_payment`, and the first charge follows: paid, the
   * subscription is `active`, or `trialing` where it begins with a trial. One that nobody pays
   * within 23 hours expires.
   *
   * Refused with `InvalidInput`, such as for a currency that no merchant account settles, or a card
   * of another customer; `ResourceNotFound`; `InstrumentDetached`; `PlanRetired` for a plan that
   * takes no subscribers; and like every mutation for its idempotency key.
   */
  readonly create: OnBehalf<F, typeof createSubscription>
  /**
   * Operation 25 (spec 4.8): a page of subscriptions, newest first, 10 of them unless told.
   *
   * Refused with `InvalidInput`.
   */
  readonly list: OnBehalf<F, typeof listSubscriptions>
  /**
   * All subscriptions that a query finds, newest first. A page is asked for when it is needed,
   * `limit` at a time. Refused as `list` is, at the page that is.
   */
  readonly iterate: Walk<
    F,
    [caller: Caller, query?: IterateSubscriptions],
    typeof listSubscriptions
  >
  /**
   * Operation 26 (spec 4.8): a subscription as it stands, by its id. Whether it grants access tells
   * `grantsAccess`.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly retrieve: OnBehalf<F, typeof retrieveSubscription>
  /**
   * Operation 27 (spec 4.8): moves a subscription to another saved card of the customer's, or
   * changes its metadata. What is overdue is charged on the new card at once.
   *
   * Refused with `PlanMigrationUnavailable` for another plan; `SubscriptionEnded`; `InvalidInput`
   * for a card of another customer; `InstrumentDetached`; `ResourceNotFound`; and like every
   * mutation for its idempotency key.
   */
  readonly update: OnBehalf<F, typeof updateSubscription>
  /**
   * Operation 28 (spec 4.8): ends a subscription when its current period does, or at once. What was
   * charged is not given back, but for a charge that is under way when it ends at once. One that
   * was canceled stays as it is.
   *
   * Refused with `SubscriptionEnded` where it expired or was terminated, `ResourceNotFound`, and
   * like every mutation for its idempotency key.
   */
  readonly cancel: OnBehalf<F, typeof cancelSubscription>
  /**
   * Operation 29 (spec 4.8): charges nothing until the subscription is resumed, or by itself at
   * `resumesAt`. A pause of behavior `shift` moves the schedule by its length, one of `skip` leaves
   * out the cycles that fall due in it. A charge under way finishes.
   *
   * Refused with `SubscriptionNotPausable` unless it is trialing, active or past due;
   * `SubscriptionEnded`; `InvalidInput` for a `resumesAt` that is past; `ResourceNotFound`; and
   * like every mutation for its idempotency key.
   */
  readonly pause: OnBehalf<F, typeof pauseSubscription>
  /**
   * Operation 30 (spec 4.8): ends a pause of behavior `shift`: the subscription is again what it
   * was paused from.
   *
   * Refused with `SubscriptionNotPaused`, `PauseBehaviorUnsupported` for a pause that skips,
   * `ResourceNotFound`, and like every mutation for its idempotency key.
   */
  readonly resume: OnBehalf<F, typeof resumeSubscription>
  /**
   * Operation 31 (spec 4.8): a page of a subscription's billing cycles by their sequence, past and
   * upcoming, 20 of them unless told.
   *
   * Refused with `ResourceNotFound`, and with `InvalidInput` such as for a cursor of another list.
   */
  readonly listCycles: CycleList[F]
  /**
   * All billing cycles of a subscription by their sequence. A page is asked for when it is needed,
   * `limit` at a time. Refused as `listCycles` is, at the page that is.
   */
  readonly iterateCycles: CycleWalk[F]
  /**
   * A checkout session in which a payer pays what is overdue by themselves: the oldest unpaid
   * cycle, by a card that they type in, past an issuer that wants to see them. Paid, the
   * subscription has recovered and is billed on that card from then on. The answer carries the
   * token, and `url` where `publishableKey` was given. Library call.
   *
   * Refused with `SubscriptionNotPastDue`, `InvalidInput`, `ResourceNotFound`, and like every
   * mutation for its idempotency key.
   */
  readonly recoverySession: OnBehalf<F, typeof recoverySession>
  /**
   * What a subscription on these terms would charge, and when, if it began now: nothing is made.
   * Library call.
   *
   * Refused as `create` is: with `InvalidInput`, such as for a currency that no merchant account
   * settles, and `ResourceNotFound` or `PlanRetired` for its plan.
   */
  readonly preview: OnBehalf<F, typeof previewSubscription>
  /**
   * How the subscriber agreed: when, to which plan as it was at that moment, and whether over the
   * API or in a checkout session. Library call.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly consent: OnBehalf<F, typeof subscriptionConsent>
}

interface ListRefusals {
  readonly all: RefusedWith<typeof listBillingCycles> | Refusals["onBehalf"]
}

/** What the list answers depends on whether it is asked to expand; each signature is documented. */
interface CycleList {
  readonly declared: typeof listBillingCycles
  readonly effect: {
    /**
     * A page of a subscription's billing cycles by their sequence, past and upcoming, 20 of them
     * unless told (operation 31, spec 4.8). Refused with `ResourceNotFound` and `InvalidInput`.
     */
    (
      caller: Caller,
      subscription: string,
      query?: ListBillingCycles
    ): Effect.Effect<List<BillingCycle>, ListRefusals["all"]>
    /** The same, each with the payment of its latest try in place of that one's id. */
    (
      caller: Caller,
      subscription: string,
      query: ListBillingCycles<"payment">
    ): Effect.Effect<List<ExpandedBillingCycle>, ListRefusals["all"]>
  }
  readonly promise: {
    /**
     * A page of a subscription's billing cycles by their sequence, past and upcoming, 20 of them
     * unless told (operation 31, spec 4.8). Refused with `ResourceNotFound` and `InvalidInput`.
     */
    (subscription: string, query?: ListBillingCycles): Promise<List<BillingCycle>>
    /** The same, each with the payment of its latest try in place of that one's id. */
    (subscription: string, query: ListBillingCycles<"payment">): Promise<List<ExpandedBillingCycle>>
  }
}

interface CycleWalk {
  readonly declared: never
  readonly effect: {
    /**
     * All billing cycles of a subscription by their sequence. A page is asked for when it is
     * needed, `limit` at a time. Refused as `listCycles` is, at the page that is.
     */
    (
      caller: Caller,
      subscription: string,
      query?: IterateBillingCycles
    ): Stream.Stream<BillingCycle, ListRefusals["all"]>
    /** The same, each with the payment of its latest try in place of that one's id. */
    (
      caller: Caller,
      subscription: string,
      query: IterateBillingCycles<"payment">
    ): Stream.Stream<ExpandedBillingCycle, ListRefusals["all"]>
  }
  readonly promise: {
    /**
     * All billing cycles of a subscription by their sequence. A page is asked for when it is
     * needed, `limit` at a time. Refused as `listCycles` is, at the page that is.
     */
    (subscription: string, query?: IterateBillingCycles): AsyncIterable<BillingCycle>
    /** The same, each with the payment of its latest try in place of that one's id. */
    (
      subscription: string,
      query: IterateBillingCycles<"payment">
    ): AsyncIterable<ExpandedBillingCycle>
  }
}
