import type { Schema } from "effect"
import type { BillingCycle } from "../../billing/cycles/BillingCycle.ts"
import type { Subscription } from "../../billing/subscriptions/Subscription.ts"
import type { CardInstrument } from "../../cards/saved/PaymentInstrument.ts"
import type { KeptNotification } from "../../inbound/KeptNotification.ts"
import type {
  Capture,
  Increment,
  Refund,
  Void
} from "../../payments/captures-voids-refunds/resources.ts"
import type { Attempt } from "../../payments/charges/Attempt.ts"
import type { Payment } from "../../payments/charges/Payment.ts"
import type { Dispute } from "../../payments/disputes/Dispute.ts"
import type { EventType, InternalEventType } from "../../platform/events/EventRecord.ts"
import type { FailingJobJson } from "../../platform/jobs/runLeased.ts"
import type { StorageLossJson } from "../../platform/loss/lossAlert.ts"
import type { ParkedEventJson } from "../consumers/ParkedEvent.ts"
import type { WebhookEndpointJson } from "../webhooks/WebhookEndpoint.ts"

/** A payment in its wire format. Amounts are texts of minor units, times are RFC 3339. */
export interface PaymentJson extends Schema.Codec.Encoded<typeof Payment> {}
/** An attempt in its wire format. */
export interface AttemptJson extends Schema.Codec.Encoded<typeof Attempt> {}
/** A capture in its wire format. */
export interface CaptureJson extends Schema.Codec.Encoded<typeof Capture> {}
/** A void in its wire format. */
export interface VoidJson extends Schema.Codec.Encoded<typeof Void> {}
/** An increment in its wire format. */
export interface IncrementJson extends Schema.Codec.Encoded<typeof Increment> {}
/** A refund in its wire format. */
export interface RefundJson extends Schema.Codec.Encoded<typeof Refund> {}
/** A dispute in its wire format. */
export interface DisputeJson extends Schema.Codec.Encoded<typeof Dispute> {}
/** A subscription in its wire format. */
export interface SubscriptionJson extends Schema.Codec.Encoded<typeof Subscription> {}
/** A billing cycle in its wire format. */
export interface BillingCycleJson extends Schema.Codec.Encoded<typeof BillingCycle> {}
/** A saved card in its wire format. */
export interface PaymentInstrumentJson extends Schema.Codec.Encoded<typeof CardInstrument> {}
/** A kept notification in the wire format of other resources. */
export interface KeptNotificationJson extends Schema.Codec.Encoded<typeof KeptNotification> {}
export type { FailingJobJson, ParkedEventJson, StorageLossJson, WebhookEndpointJson }

/**
 * The resource of an event type, as it was retrievable at that time, in its wire format. Amounts
 * are texts of minor units, times are RFC 3339.
 */
export type EventObject<Type extends EventType | InternalEventType> = Type extends InternalEventType
  ? InternalObjects[Type]
  : Type extends `payment.${string}`
    ? PaymentJson
    : Type extends `refund.${string}`
      ? RefundJson
      : Type extends `dispute.${string}`
        ? DisputeJson
        : Type extends `subscription.${string}`
          ? SubscriptionJson
          : Type extends `card.${string}`
            ? PaymentInstrumentJson
            : never

type ModificationJson = CaptureJson | VoidJson | RefundJson | IncrementJson

/**
 * The resources of the types that are not published. A new type doesn't compile until it is listed
 * here.
 */
interface InternalObjects {
  readonly "payment.canceled": PaymentJson
  readonly "payment.partially_refunded": PaymentJson
  readonly "payment.refunded": PaymentJson
  readonly "capture.failed": CaptureJson
  readonly "void.failed": VoidJson
  readonly "increment.failed": IncrementJson
  readonly "alert.account_refused": AttemptJson | ModificationJson
  readonly "alert.notice_kept": KeptNotificationJson
  readonly "alert.cycle_overdue": BillingCycleJson
  readonly "alert.renewal_blocked": BillingCycleJson
  readonly "alert.cycle_paid_twice": BillingCycleJson
  readonly "alert.webhook_disabled": WebhookEndpointJson
  readonly "alert.event_set_aside": ParkedEventJson
  readonly "alert.job_failing": FailingJobJson
  readonly "alert.storage_lost": StorageLossJson
  readonly "alert.authorization_expiring": PaymentJson
  readonly "alert.outcome_unknown": AttemptJson | ModificationJson
  readonly "alert.charge_given_up": AttemptJson
  readonly "alert.outcome_contradicted": PaymentJson | ModificationJson
  readonly "alert.dispute_amount_mismatch": DisputeJson
  readonly "alert.capture_returned": PaymentJson
  readonly "alert.refund_uncovered": RefundJson
  readonly "alert.amount_mismatch": AttemptJson
  readonly "alert.captured_elsewhere": PaymentJson
  readonly "alert.hold_unknown": PaymentJson
  readonly "alert.give_back_failed": VoidJson | RefundJson
  readonly "alert.give_back_abandoned": VoidJson | RefundJson
  readonly "alert.expired_hold_kept": VoidJson
  readonly "alert.late_charge": AttemptJson
  readonly "alert.charge_adopted": AttemptJson
  readonly "alert.late_charge_reversed": VoidJson | RefundJson
  readonly "alert.late_charge_kept": VoidJson | RefundJson
}
