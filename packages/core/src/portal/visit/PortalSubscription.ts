import { Schema } from "effect"
import { SubscriptionStatus } from "../../billing/subscriptions/Subscription.ts"
import { named } from "../../kernel/codec/named.ts"
import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"
import { BillingInterval } from "../../kernel/primitives/BillingInterval.ts"
import { CurrencyCode } from "../../kernel/primitives/CurrencyCode.ts"
import { MinorAmount } from "../../kernel/primitives/MinorAmount.ts"
import type { Named } from "../../kernel/primitives/Named.ts"
import { openEnum } from "../../kernel/primitives/openEnum.ts"
import { PaymentInstrumentId, SubscriptionId } from "../../kernel/primitives/PublicId.ts"
import { Timestamp } from "../../kernel/primitives/Timestamp.ts"
import { type ListCodec, listCodec } from "../../platform/pagination/List.ts"

/** The statuses of subscriptions that the portal lists: all that have not ended. */
export const liveStatuses: ReadonlyArray<SubscriptionStatus> = [
  "pending_first_payment",
  "trialing",
  "active",
  "past_due",
  "paused"
]

/** An action that the customer may take now. Readers must accept unknown values. */
export const PortalAction = Schema.Literals([
  "cancel",
  "cancel_now",
  "undo_cancel",
  "pause",
  "resume",
  "pay_overdue",
  "change_payment_instrument"
])
export type PortalAction = Named<typeof PortalAction.Type>

/** The next charge of a subscription. */
export interface PortalCharge {
  /** The time, in milliseconds since the epoch. */
  readonly at: number
  /** The amount in minor units. */
  readonly amount: bigint
}

/** The overdue amount of a subscription. */
export interface PortalOverdue {
  /** The amount of the oldest unpaid period, in minor units. */
  readonly amount: bigint
  /** The time of the next charge. Null if the card is not charged again. */
  readonly nextRetryAt: number | null
  /** True if the card can't be charged any more, so that another card is needed. */
  readonly needsCard: boolean
}

/** A subscription, as its customer sees it. */
export interface PortalSubscription {
  readonly object: "portal_subscription"
  /** `sub_` and a ULID. */
  readonly id: SubscriptionId
  /** The status. */
  readonly status: SubscriptionStatus
  /** The name of the plan. Null for terms without a plan. */
  readonly plan: string | null
  /** The price of each cycle, in minor units of the currency. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: CurrencyCode
  /** The billing interval. */
  readonly interval: BillingInterval
  /** The id of the card that is charged. */
  readonly paymentInstrument: PaymentInstrumentId
  /** The end of the period, at which a cancellation at the period's end takes effect. */
  readonly periodEnd: number
  /** True if it ends with the period. */
  readonly cancelAtPeriodEnd: boolean
  /** The time at which a pause ends by itself. Null if there is no such time or no pause. */
  readonly resumesAt: number | null
  /** The next charge. Null if nothing more is charged. */
  readonly nextCharge: PortalCharge | null
  /** True if a charge is in progress. */
  readonly isCharging: boolean
  /** The overdue amount. Null if nothing is overdue. */
  readonly overdue: PortalOverdue | null
  /** The actions that the customer may take now. */
  readonly actions: ReadonlyArray<PortalAction>
}

/** A subscription of the portal as it is read from the wire. Its enumerations are open. */
export const PortalSubscription = Schema.Struct({
  object: Schema.Literal("portal_subscription"),
  id: SubscriptionId,
  status: openEnum(SubscriptionStatus),
  plan: Schema.NullOr(Schema.String),
  amount: MinorAmount,
  currency: CurrencyCode,
  interval: BillingInterval,
  paymentInstrument: PaymentInstrumentId,
  periodEnd: Timestamp,
  cancelAtPeriodEnd: Schema.Boolean,
  resumesAt: Schema.NullOr(Timestamp),
  nextCharge: Schema.NullOr(Schema.Struct({ at: Timestamp, amount: MinorAmount })),
  isCharging: Schema.Boolean,
  overdue: Schema.NullOr(
    Schema.Struct({
      amount: MinorAmount,
      nextRetryAt: Schema.NullOr(Timestamp),
      needsCard: Schema.Boolean
    }).pipe(Schema.encodeKeys({ nextRetryAt: "next_retry_at", needsCard: "needs_card" }))
  ),
  actions: Schema.Array(openEnum(PortalAction))
}).pipe(
  Schema.encodeKeys({
    paymentInstrument: "payment_instrument",
    periodEnd: "period_end",
    cancelAtPeriodEnd: "cancel_at_period_end",
    resumesAt: "resumes_at",
    nextCharge: "next_charge",
    isCharging: "is_charging"
  }),
  named("PortalSubscription")
)

export const portalSubscriptionCodec: WireCodec<PortalSubscription> = wireCodec(PortalSubscription)

export const portalSubscriptionListCodec: ListCodec<PortalSubscription> =
  listCodec(portalSubscriptionCodec)
