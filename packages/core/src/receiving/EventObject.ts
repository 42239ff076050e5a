import type { Schema } from "effect"
import type { Subscription } from "../billing/subscriptions/Subscription.ts"
import type { PaymentInstrument } from "../cards/PaymentInstrument.ts"
import type { Payment } from "../charges/Payment.ts"
import type { Dispute } from "../disputes/Dispute.ts"
import type { EventType } from "../events/Event.ts"
import type { Refund } from "../modifications/Modification.ts"

/** A payment as it is on the wire. Amounts are texts of minor units, times are RFC 3339. */
export interface PaymentJson extends Schema.Codec.Encoded<typeof Payment> {}
/** A refund as it is on the wire. */
export interface RefundJson extends Schema.Codec.Encoded<typeof Refund> {}
/** A dispute as it is on the wire. */
export interface DisputeJson extends Schema.Codec.Encoded<typeof Dispute> {}
/** A subscription as it is on the wire. */
export interface SubscriptionJson extends Schema.Codec.Encoded<typeof Subscription> {}
/** A saved card as it is on the wire. */
export interface PaymentInstrumentJson extends Schema.Codec.Encoded<typeof PaymentInstrument> {}

/** What an event of a type is about, as retrieving it answered then. */
export type EventObject<Type extends EventType> = Type extends `payment.${string}`
  ? PaymentJson
  : Type extends `refund.${string}`
    ? RefundJson
    : Type extends `dispute.${string}`
      ? DisputeJson
      : Type extends `subscription.${string}`
        ? SubscriptionJson
        : PaymentInstrumentJson
