import { Effect, Option, Schema } from "effect"
import { named } from "../../kernel/codec/named.ts"
import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"
import { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import { BillingInterval } from "../../kernel/primitives/BillingInterval.ts"
import { CurrencyCode } from "../../kernel/primitives/CurrencyCode.ts"
import { Metadata } from "../../kernel/primitives/Metadata.ts"
import { MinorAmount } from "../../kernel/primitives/MinorAmount.ts"
import type { Named } from "../../kernel/primitives/Named.ts"
import { openEnum } from "../../kernel/primitives/openEnum.ts"
import {
  CheckoutSessionId,
  CustomerId,
  PaymentInstrumentId,
  PlanId,
  SubscriptionId
} from "../../kernel/primitives/PublicId.ts"
import { Millis, Timestamp, timestampOf } from "../../kernel/primitives/Timestamp.ts"
import { collection } from "../../platform/storage/Collection.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { PlanRecord } from "../plans/Plan.ts"
import { Terms } from "../Terms.ts"

/** The status of a subscription. Readers must accept unknown values. */
export const SubscriptionStatus = Schema.Literals([
  "pending_first_payment",
  "trialing",
  "active",
  "past_due",
  "paused",
  "canceled",
  "expired",
  "terminated"
])
export type SubscriptionStatus = Named<typeof SubscriptionStatus.Type>

/**
 * The effect of a pause on cycles: `shift` moves them by the pause's length, `skip` leaves them
 * out.
 */
export const PauseBehavior = Schema.Literals(["shift", "skip"])
export type PauseBehavior = Named<typeof PauseBehavior.Type>

/** The subscriber's consent, kept as it was at that moment. */
export const Consent = Schema.Struct({
  /** The time, in milliseconds since the epoch. */
  at: Millis,
  /** The channel: the API, a payer in a checkout session, or an import from another system. */
  source: Schema.Literals(["api", "checkout_session", "import"]),
  /** The session. Null if there was none. */
  session: Schema.NullOr(CheckoutSessionId),
  /** The plan as it was then. Null for terms without a plan. */
  plan: Schema.NullOr(PlanRecord)
})
export interface Consent extends Schema.Schema.Type<typeof Consent> {}

/** A subscription as it is stored. Its cycles are rows of their own, found by their sequence. */
export const SubscriptionRecord = Schema.Struct({
  id: SubscriptionId,
  customer: CustomerId,
  /** The saved card that is charged. */
  paymentInstrument: PaymentInstrumentId,
  plan: Schema.NullOr(PlanId),
  terms: Terms,
  status: SubscriptionStatus,
  /** The due time of the cycle `anchorSequence`. Later cycles are counted from it. */
  billingCycleAnchor: Millis,
  anchorSequence: Schema.Int,
  currentPeriodStart: Millis,
  currentPeriodEnd: Millis,
  trialEnd: Schema.NullOr(Millis),
  /** The end of the time that is paid for. Null before the first payment. */
  paidUntil: Schema.NullOr(Millis),
  /** The cycle that fell due last. 0 is the trial. */
  cycle: Schema.Int,
  /** The oldest cycle that is still to be paid: the next one to charge. */
  unpaid: Schema.Int,
  /** The last cycle that has a row. */
  materialized: Schema.Int,
  /** The number of skipped cycles. They don't count. */
  skipped: Schema.Int,
  /** The last renewal whose announcement was recorded before it fell due. */
  announced: Schema.Int,
  cancelAtPeriodEnd: Schema.Boolean,
  /** The time at which the subscription ended, for whatever reason. Null while it has not ended. */
  canceledAt: Schema.NullOr(Millis),
  cancelReason: Schema.NullOr(Schema.String),
  /** The pause. Null unless the subscription is paused. */
  pause: Schema.NullOr(
    Schema.Struct({
      behavior: PauseBehavior,
      /** The status before the pause, which the subscription has again when it is resumed. */
      from: Schema.Literals(["trialing", "active", "past_due"]),
      at: Millis,
      /**
       * The end of the period in which it was paused. A cancellation at the period's end takes
       * effect then.
       */
      periodEnd: Millis,
      /** True if it was paused after the last retry of a cycle, which stayed unpaid. */
      isUnpaid: Schema.optionalKey(Schema.Boolean)
    })
  ),
  resumesAt: Schema.NullOr(Millis),
  consent: Consent,
  metadata: Metadata,
  created: Millis
})
export interface SubscriptionRecord extends Schema.Schema.Type<typeof SubscriptionRecord> {}

const ended: ReadonlySet<SubscriptionStatus> = new Set(["canceled", "expired", "terminated"])

/** True if the subscription has ended for good. */
export const isEnded = ({ status }: { readonly status: SubscriptionStatus }): boolean =>
  ended.has(status)

/** Returns the index key of a plan's subscriptions in one status. */
export const planStatus = (plan: string, status: SubscriptionStatus): string => `${plan}:${status}`

export const SubscriptionCollection = collection<SubscriptionRecord>({
  name: "subscriptions",
  schema: SubscriptionRecord,
  indexes: {
    customer: { of: (subscription) => subscription.customer },
    plan: { of: (subscription) => subscription.plan },
    status: { of: (subscription) => subscription.status },
    /** A plan and a status. A plan may have many subscriptions, and few in one status. */
    planStatus: { of: ({ plan, status }) => (plan === null ? null : planStatus(plan, status)) },
    /** The saved card that it bills. An ended subscription bills none. */
    billed: {
      of: (subscription) => (isEnded(subscription) ? null : subscription.paymentInstrument)
    }
  }
})

/** A subscription: a customer's recurring payments. Times are in milliseconds since the epoch. */
export interface Subscription {
  readonly object: "subscription"
  /** `sub_` and a ULID. */
  readonly id: SubscriptionId
  /** The customer's id. */
  readonly customer: CustomerId
  /** The id of the saved card or debit that is charged. */
  readonly paymentInstrument: PaymentInstrumentId
  /** The plan's id. Null for terms without a plan. */
  readonly plan: PlanId | null
  /** The status. `grantsAccess` returns true if the customer may use the product in it. */
  readonly status: SubscriptionStatus
  /** The price of each cycle, in minor units of the currency: `1250n` is 12.50 EUR. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: CurrencyCode
  /** The billing interval. */
  readonly interval: BillingInterval
  /** The time from which cycles are counted. */
  readonly billingCycleAnchor: number
  /** The start of the current period, in milliseconds since the epoch. */
  readonly currentPeriodStart: number
  /** The end of the current period, when the next cycle is due, in milliseconds since the epoch. */
  readonly currentPeriodEnd: number
  /** The end of the trial. Null if there was none. */
  readonly trialEnd: number | null
  /** The end of the time that is paid for or in trial. Null before the first payment. */
  readonly paidUntil: number | null
  /** True if it ends with the current period. */
  readonly cancelAtPeriodEnd: boolean
  /** The time at which it ended. Null while it has not ended. */
  readonly canceledAt: number | null
  /**
   * The reason of its end or planned end: the merchant's text, or the cause. Null if there is none.
   */
  readonly cancelReason: string | null
  /** The time at which a pause ends by itself. Null if there is no such time or no pause. */
  readonly resumesAt: number | null
  /** The merchant's own notes, as they were given. */
  readonly metadata: Metadata
  /** The time of creation, in milliseconds since the epoch. */
  readonly created: number
}

/** A subscription as it is read from the wire. Its status is open. */
export const Subscription = Schema.Struct({
  object: Schema.Literal("subscription"),
  id: SubscriptionId,
  customer: CustomerId,
  paymentInstrument: PaymentInstrumentId,
  plan: Schema.NullOr(PlanId),
  status: openEnum(SubscriptionStatus),
  amount: MinorAmount,
  currency: CurrencyCode,
  interval: BillingInterval,
  billingCycleAnchor: Timestamp,
  currentPeriodStart: Timestamp,
  currentPeriodEnd: Timestamp,
  trialEnd: Schema.NullOr(Timestamp),
  paidUntil: Schema.NullOr(Timestamp),
  cancelAtPeriodEnd: Schema.Boolean,
  canceledAt: Schema.NullOr(Timestamp),
  cancelReason: Schema.NullOr(Schema.String),
  resumesAt: Schema.NullOr(Timestamp),
  metadata: Metadata,
  created: Timestamp
}).pipe(
  Schema.encodeKeys({
    paymentInstrument: "payment_instrument",
    billingCycleAnchor: "billing_cycle_anchor",
    currentPeriodStart: "current_period_start",
    currentPeriodEnd: "current_period_end",
    trialEnd: "trial_end",
    paidUntil: "paid_until",
    cancelAtPeriodEnd: "cancel_at_period_end",
    canceledAt: "canceled_at",
    cancelReason: "cancel_reason",
    resumesAt: "resumes_at"
  }),
  named("Subscription")
)

const toWire = (subscription: Subscription): typeof Subscription.Encoded => ({
  object: subscription.object,
  id: subscription.id,
  customer: subscription.customer,
  payment_instrument: subscription.paymentInstrument,
  plan: subscription.plan,
  status: subscription.status,
  amount: subscription.amount.toString(),
  currency: subscription.currency,
  interval: subscription.interval,
  billing_cycle_anchor: timestampOf(subscription.billingCycleAnchor),
  current_period_start: timestampOf(subscription.currentPeriodStart),
  current_period_end: timestampOf(subscription.currentPeriodEnd),
  trial_end: timestampOrNull(subscription.trialEnd),
  paid_until: timestampOrNull(subscription.paidUntil),
  cancel_at_period_end: subscription.cancelAtPeriodEnd,
  canceled_at: timestampOrNull(subscription.canceledAt),
  cancel_reason: subscription.cancelReason,
  resumes_at: timestampOrNull(subscription.resumesAt),
  metadata: subscription.metadata,
  created: timestampOf(subscription.created)
})

const timestampOrNull = (moment: Millis | null): string | null =>
  moment === null ? null : timestampOf(moment)

export const subscriptionCodec: WireCodec<Subscription> = wireCodec(Subscription, toWire)

/** The resource of a stored subscription. */
export const toSubscription = (record: SubscriptionRecord): Subscription => ({
  object: "subscription",
  id: record.id,
  customer: record.customer,
  paymentInstrument: record.paymentInstrument,
  plan: record.plan,
  status: record.status,
  amount: record.terms.amount,
  currency: record.terms.currency,
  interval: record.terms.interval,
  billingCycleAnchor: record.billingCycleAnchor,
  currentPeriodStart: record.currentPeriodStart,
  currentPeriodEnd: record.currentPeriodEnd,
  trialEnd: record.trialEnd,
  paidUntil: record.paidUntil,
  cancelAtPeriodEnd: record.cancelAtPeriodEnd,
  canceledAt: record.canceledAt,
  cancelReason: record.cancelReason,
  resumesAt: record.resumesAt,
  metadata: record.metadata,
  created: record.created
})

/** Returns the subscription of this scope. Refused with `ResourceNotFound`. */
export const getSubscription = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const found = yield* storage.get(scope, SubscriptionCollection, id)
  return Option.isSome(found)
    ? found.value
    : yield* new ResourceNotFound({ object: "subscription", id })
})
