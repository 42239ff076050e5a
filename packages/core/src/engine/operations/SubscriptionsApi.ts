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
import type { undoCancellation } from "../../billing/subscriptions/undoCancellation.ts"
import type { upcomingCharges } from "../../billing/subscriptions/upcomingCharges.ts"
import type { updateSubscription } from "../../billing/subscriptions/updateSubscription.ts"
import type { recoverySession } from "../../checkout/sessions/recoverySession.ts"
import type { List } from "../../platform/pagination/List.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import type { CallStyle, OnBehalf, Refusals, RefusedWith, Walk } from "./CallStyle.ts"

/** Subscriptions and their billing cycles. */
export interface Subscriptions<F extends CallStyle> {
  /**
   * Subscribes a customer with a saved card to a plan or to terms of their own. The new
   * subscription is `pending_first_payment`, and the first charge follows. After the first payment
   * it is `active`, or `trialing` if it begins with a trial. If it is not paid within 23 hours, it
   * expires.
   *
   * Refused with
   * - `InvalidInput`, such as for a currency that no merchant account settles or a card of
   *   another customer,
   * - `ResourceNotFound`, `InstrumentDetached` and `CustomerErased`,
   * - `PlanRetired` if the plan accepts no subscribers,
   * - the idempotency errors of every mutation.
   */
  readonly create: OnBehalf<F, typeof createSubscription>
  /**
   * Returns a page of subscriptions, newest first. The default limit is 10.
   *
   * Refused with `InvalidInput`.
   */
  readonly list: OnBehalf<F, typeof listSubscriptions>
  /**
   * Iterates over all subscriptions that match a query, newest first. Pages of `limit`
   * subscriptions are read as needed. Each page may be refused like `list`.
   */
  readonly iterate: Walk<
    F,
    [caller: Caller, query?: IterateSubscriptions],
    typeof listSubscriptions
  >
  /**
   * Returns a subscription by its id. Pass it to `grantsAccess` to know if it grants access.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly retrieve: OnBehalf<F, typeof retrieveSubscription>
  /**
   * Moves a subscription to another saved card of the customer, or changes its metadata. An overdue
   * amount is charged on the new card at once.
   *
   * Refused with
   * - `PlanMigrationUnavailable` for another plan,
   * - `InvalidInput` for a card of another customer,
   * - `CustomerErased` for metadata about an erased customer,
   * - `SubscriptionEnded`, `InstrumentDetached` and `ResourceNotFound`,
   * - the idempotency errors of every mutation.
   */
  readonly update: OnBehalf<F, typeof updateSubscription>
  /**
   * Cancels a subscription at once or at the end of its current period. Past charges are not
   * refunded. A charge in flight when the subscription ends at once is refunded. A canceled
   * subscription stays as it is.
   *
   * Refused with
   * - `SubscriptionEnded` if it expired or was terminated,
   * - `ResourceNotFound`,
   * - the idempotency errors of every mutation.
   */
  readonly cancel: OnBehalf<F, typeof cancelSubscription>
  /**
   * Takes a planned cancellation back. A subscription without one stays as it is.
   *
   * Refused with `SubscriptionEnded`, `ResourceNotFound` and the idempotency errors of every
   * mutation.
   */
  readonly undoCancel: OnBehalf<F, typeof undoCancellation>
  /**
   * Pauses a subscription: nothing is charged until it is resumed, or resumes itself at
   * `resumesAt`. A pause with behavior `shift` moves the schedule by the length of the pause. A
   * pause with `skip` leaves out the cycles that fall due in it. A charge in flight is completed.
   *
   * Refused with
   * - `SubscriptionNotPausable` unless it is trialing, active or past due,
   * - `SubscriptionEnded`,
   * - `InvalidInput` for a `resumesAt` in the past,
   * - `ResourceNotFound`,
   * - the idempotency errors of every mutation.
   */
  readonly pause: OnBehalf<F, typeof pauseSubscription>
  /**
   * Ends a pause with behavior `shift`. The subscription returns to the status that it was paused
   * from. A pause whose `resumesAt` has passed ended then.
   *
   * Refused with
   * - `SubscriptionNotPaused`,
   * - `PauseBehaviorUnsupported` for a pause with `skip`,
   * - `ResourceNotFound`,
   * - the idempotency errors of every mutation.
   */
  readonly resume: OnBehalf<F, typeof resumeSubscription>
  /**
   * Returns a page of a subscription's billing cycles, past and upcoming, by sequence. The default
   * limit is 20.
   *
   * Refused with `ResourceNotFound`, and with `InvalidInput` such as for a cursor of another list.
   */
  readonly listCycles: CycleList[F]
  /**
   * Iterates over all billing cycles of a subscription, by sequence. Pages of `limit` cycles are
   * read as needed. Each page may be refused like `listCycles`.
   */
  readonly iterateCycles: CycleWalk[F]
  /**
   * Creates a checkout session in which the payer pays the oldest unpaid cycle of a subscription.
   * The payer enters a card and can pass the issuer's authentication. After the payment, the
   * subscription has recovered and is billed on that card. The answer has the session's token, and
   * `url` if `publishableKey` was given. Library only.
   *
   * Refused with `SubscriptionNotPastDue`, `InvalidInput`, `ResourceNotFound`, and the idempotency
   * errors of every mutation.
   */
  readonly recoverySession: OnBehalf<F, typeof recoverySession>
  /**
   * Returns the charges and their times of a subscription on these terms that began now. Creates
   * nothing. Library only.
   *
   * Refused like `create`: with `InvalidInput`, such as for a currency that no merchant account
   * settles, and with `ResourceNotFound` or `PlanRetired` for its plan.
   */
  readonly preview: OnBehalf<F, typeof previewSubscription>
  /**
   * Returns the next charges of a subscription and their times, 12 by default, as its billing job
   * will make them: with retries, a pause that ends by itself, and a planned end. Each charge
   * assumes that the charges before it succeed. Changes nothing. Library only.
   *
   * Refused with `ResourceNotFound` and `InvalidInput`.
   */
  readonly upcoming: OnBehalf<F, typeof upcomingCharges>
  /**
   * Returns the subscriber's consent: the time, the plan as it was then, and the channel, the API
   * or a checkout session. Library only.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly consent: OnBehalf<F, typeof subscriptionConsent>
}

interface ListRefusals {
  readonly all: RefusedWith<typeof listBillingCycles> | Refusals["onBehalf"]
}

/** The type of the answer depends on `expand`. Each signature has its own documentation. */
interface CycleList {
  readonly declared: typeof listBillingCycles
  readonly effect: {
    /**
     * Returns a page of a subscription's billing cycles, past and upcoming, by sequence. The
     * default limit is 20. Refused with `ResourceNotFound` and `InvalidInput`.
     */
    (
      caller: Caller,
      subscription: string,
      query?: ListBillingCycles
    ): Effect.Effect<List<BillingCycle>, ListRefusals["all"]>
    /**
     * Returns a page of a subscription's billing cycles, by sequence, with the payment of each
     * cycle's latest charge in place of its id. Refused with `ResourceNotFound` and `InvalidInput`.
     */
    (
      caller: Caller,
      subscription: string,
      query: ListBillingCycles<"payment">
    ): Effect.Effect<List<ExpandedBillingCycle>, ListRefusals["all"]>
  }
  readonly promise: {
    /**
     * Returns a page of a subscription's billing cycles, past and upcoming, by sequence. The
     * default limit is 20. Refused with `ResourceNotFound` and `InvalidInput`.
     */
    (subscription: string, query?: ListBillingCycles): Promise<List<BillingCycle>>
    /**
     * Returns a page of a subscription's billing cycles, by sequence, with the payment of each
     * cycle's latest charge in place of its id. Refused with `ResourceNotFound` and `InvalidInput`.
     */
    (subscription: string, query: ListBillingCycles<"payment">): Promise<List<ExpandedBillingCycle>>
  }
}

interface CycleWalk {
  readonly declared: never
  readonly effect: {
    /**
     * Iterates over all billing cycles of a subscription, by sequence. Pages of `limit` cycles are
     * read as needed. Each page may be refused like `listCycles`.
     */
    (
      caller: Caller,
      subscription: string,
      query?: IterateBillingCycles
    ): Stream.Stream<BillingCycle, ListRefusals["all"]>
    /**
     * Iterates over all billing cycles of a subscription, by sequence, with the payment of each
     * cycle's latest charge in place of its id. Each page may be refused like `listCycles`.
     */
    (
      caller: Caller,
      subscription: string,
      query: IterateBillingCycles<"payment">
    ): Stream.Stream<ExpandedBillingCycle, ListRefusals["all"]>
  }
  readonly promise: {
    /**
     * Iterates over all billing cycles of a subscription, by sequence. Pages of `limit` cycles are
     * read as needed. Each page may be refused like `listCycles`.
     */
    (subscription: string, query?: IterateBillingCycles): AsyncIterable<BillingCycle>
    /**
     * Iterates over all billing cycles of a subscription, by sequence, with the payment of each
     * cycle's latest charge in place of its id. Each page may be refused like `listCycles`.
     */
    (
      subscription: string,
      query: IterateBillingCycles<"payment">
    ): AsyncIterable<ExpandedBillingCycle>
  }
}
