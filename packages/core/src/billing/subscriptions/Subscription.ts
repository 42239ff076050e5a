import { Effect, Option, Schema } from "effect"
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

/** Where a subscription stands. Open for reading, closed for meaning (spec 2.9). */
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

/** What happens to the cycles of a pause: they move by its length, or they are left out. */
export const PauseBehavior = Schema.Literals(["shift", "skip"])
export type PauseBehavior = Named<typeof PauseBehavior.Type>

/** How a subscriber agreed, kept as it was at that moment (spec 4.8). */
export const Consent = Schema.Struct({
  /** In milliseconds since the epoch. */
  at: Millis,
  /** Over the API, or as a payer in a checkout session. */
  source: Schema.Literals(["api", "checkout_session"]),
  /** The session; null where it was none. */
  session: Schema.NullOr(CheckoutSessionId),
  /** The plan as it was; null for terms of their own. */
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
  /** When the cycle `anchorSequence` falls due; later ones are counted from there. */
  billingCycleAnchor: Millis,
  anchorSequence: Schema.Int,
  currentPeriodStart: Millis,
  currentPeriodEnd: Millis,
  trialEnd: Schema.NullOr(Millis),
  /** Until when it is paid for; null before the first payment. */
  paidUntil: Schema.NullOr(Millis),
  /** The cycle that fell due last: 0 is the trial. */
  cycle: Schema.Int,
  /** The oldest cycle that is neither paid nor over: the next to be charged. */
  unpaid: Schema.Int,
  /** The last cycle that there is a row of. */
  materialized: Schema.Int,
  /** How many cycles were skipped: they don't count. */
  skipped: Schema.Int,
  /** The renewal that was told of last, before it fell due. */
  announced: Schema.Int,
  cancelAtPeriodEnd: Schema.Boolean,
  /** When it came to its end, whichever; null while it has not. */
  canceledAt: Schema.NullOr(Millis),
  cancelReason: Schema.NullOr(Schema.String),
  /** Null unless it is paused. */
  pause: Schema.NullOr(
    Schema.Struct({
      behavior: PauseBehavior,
      /** What it was paused from, and is again when it is resumed. */
      from: Schema.Literals(["trialing", "active", "past_due"]),
      at: Millis,
      /** The end of the period in which it was paused: a cancellation at its end happens then. */
      periodEnd: Millis
    })
  ),
  resumesAt: Schema.NullOr(Millis),
  consent: Consent,
  metadata: Metadata,
  created: Millis
})
export interface SubscriptionRecord extends Schema.Schema.Type<typeof SubscriptionRecord> {}

const ended: ReadonlySet<SubscriptionStatus> = new Set(["canceled", "expired", "terminated"])

/** Whether it is over for good. */
export const isEnded = ({ status }: { readonly status: SubscriptionStatus }): boolean =>
  ended.has(status)

export const SubscriptionCollection = collection<SubscriptionRecord>({
  name: "subscriptions",
  schema: SubscriptionRecord,
  indexes: {
    customer: { of: (subscription) => subscription.customer },
    plan: { of: (subscription) => subscription.plan },
    status: { of: (subscription) => subscription.status },
    /** The saved card that it bills: none once it is over. */
    billed: {
      of: (subscription) => (isEnded(subscription) ? null : subscription.paymentInstrument)
    }
  }
})

/** What a subscriber pays for, again and again (spec 2.9). Times are milliseconds since 1970. */
export interface Subscription {
  readonly object: "subscription"
  /** `sub_` and a ULID. */
  readonly id: SubscriptionId
  /** Who subscribed, by id. */
  readonly customer: CustomerId
  /** The saved card that is charged, by id. */
  readonly paymentInstrument: PaymentInstrumentId
  /** The plan that they subscribed to, by id; null for terms of their own. */
  readonly plan: PlanId | null
  /** The status. `grantsAccess` returns true if the customer may use the product in it. */
  readonly status: SubscriptionStatus
  /** What each cycle costs, in minor units of the currency: `1250n` is 12.50 EUR. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: CurrencyCode
  /** How often it is billed. */
  readonly interval: BillingInterval
  /** The moment that cycles are counted from. */
  readonly billingCycleAnchor: number
  /** Since when the current period runs, in milliseconds since the epoch. */
  readonly currentPeriodStart: number
  /** When it ends, and the next is due, in milliseconds since the epoch. */
  readonly currentPeriodEnd: number
  /** When the trial ends or ended; null where there was none. */
  readonly trialEnd: number | null
  /** Until when it is paid for, or tried out; null before the first payment. */
  readonly paidUntil: number | null
  /** Whether it ends with the current period. */
  readonly cancelAtPeriodEnd: boolean
  /** When it came to its end; null while it has not. */
  readonly canceledAt: number | null
  /** Why it ended or will: what the merchant gave, or what became of it; null where nobody said. */
  readonly cancelReason: string | null
  /** When a pause ends by itself; null where it doesn't, or there is none. */
  readonly resumesAt: number | null
  /** The merchant's own notes, as they were given. */
  readonly metadata: Metadata
  /** When it was made, in milliseconds since the epoch. */
  readonly created: number
}

/** A subscription as it is read from the wire: its status is open. */
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
})
  .pipe(
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
    })
  )
  .annotate({ identifier: "Subscription" })

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

/** The subscription of this scope, or the refusal that there is none. */
export const getSubscription = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const found = yield* storage.get(scope, SubscriptionCollection, id)
  return Option.isSome(found)
    ? found.value
    : yield* new ResourceNotFound({ object: "subscription", id })
})
