import type { EventDeclaration } from "../../platform/events/EventDeclaration.ts"
import type { EventType } from "../../platform/events/EventRecord.ts"
import { Refund } from "../captures-voids-refunds/resources.ts"
import { Payment } from "../charges/Payment.ts"
import { Dispute } from "../disputes/Dispute.ts"

const ofPayment = (when: string) =>
  ({ object: "payment", resource: Payment, isOfPayment: true, when }) as const

const ofRefund = (when: string) =>
  ({ object: "refund", resource: Refund, isOfPayment: true, when }) as const

const ofDispute = (when: string) =>
  ({ object: "dispute", resource: Dispute, isOfPayment: true, when }) as const

/** The published event types of payments, refunds and disputes. */
export const paymentEventCatalog = {
  "payment.succeeded": ofPayment(
    "The whole amount of the payment was captured, at once or by a later capture."
  ),
  "payment.authorized": ofPayment(
    "The amount is held on the payer's card or account. It can be captured or voided."
  ),
  "payment.declined": ofPayment(
    "The payment was declined on every account that could be tried. `decline` has the reason. " +
      "In a checkout session the payer may try again. Each decline is one such event."
  ),
  "payment.failed": ofPayment("The payment failed, and nothing was charged."),
  "payment.expired": ofPayment("The authorisation expired before it was captured or voided."),
  "payment.captured": ofPayment(
    "Held money was captured, in full or in part. After a capture in full, " +
      "`payment.succeeded` follows."
  ),
  "payment.amount_capturable_updated": ofPayment(
    "The amount that may still be captured changed without a capture: the hold was raised, or " +
      "its rest expired after a part was captured."
  ),
  "payment.voided": ofPayment("The authorisation was voided before any capture."),
  "payment.pending": ofPayment(
    "The provider has not decided the charge yet, or its outcome is unknown. The engine looks " +
      "it up until there is an outcome."
  ),
  "refund.succeeded": ofRefund("The refund succeeded."),
  "refund.failed": ofRefund("The refund failed. Its amount can be refunded again."),
  "refund.pending": ofRefund(
    "A refund was started: by the merchant, by the engine for a subscription that had ended, or " +
      "at the provider. A refund at the provider that becomes known only after its end has no " +
      "such event."
  ),
  "refund.reversed": ofRefund(
    "A refund that had succeeded came back. The payment has its money again. No event of the " +
      "payment follows."
  ),
  "dispute.created": ofDispute("The payer's bank disputes the payment, or inquires about it."),
  "dispute.updated": ofDispute("The dispute moved to another open stage."),
  "dispute.evidence_due_soon": ofDispute("Three days are left to submit evidence."),
  "dispute.won": ofDispute("The dispute was won. Its held money returns to the merchant."),
  "dispute.lost": ofDispute(
    "The dispute was lost or accepted, or it expired. The payer keeps the money."
  ),
  "dispute.alert_received": ofDispute(
    "A card network warned of a dispute that has not started. A refund may prevent it."
  )
} satisfies Record<
  Extract<EventType, `${"payment" | "refund" | "dispute"}.${string}`>,
  EventDeclaration
>
