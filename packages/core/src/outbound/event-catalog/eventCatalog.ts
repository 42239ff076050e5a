import type { EventType } from "../../platform/events/EventRecord.ts"
import type { EventObject } from "./EventObject.ts"

/** The documentation of an event type. */
export interface CatalogEntry<Type extends EventType = EventType> {
  /** The name of the resource in `data.object`. */
  readonly object: EventObject<Type>["object"]
  /** The occasion on which it is sent, in a sentence or two. */
  readonly when: string
}

/**
 * Every published event type, with its resource and its occasion. The webhooks of the OpenAPI
 * document and the document on events are made from it. A new type doesn't compile until it is
 * here.
 */
export const eventCatalog: { readonly [Type in EventType]: CatalogEntry<Type> } = {
  "payment.succeeded": {
    object: "payment",
    when: "The whole amount of the payment was captured, at once or by a later capture."
  },
  "payment.authorized": {
    object: "payment",
    when: "The amount is held on the payer's card or account. It can be captured or voided."
  },
  "payment.declined": {
    object: "payment",
    when:
      "The payment was declined on every account that could be tried. `decline` has the reason. " +
      "In a checkout session the payer may try again. Each decline is one such event."
  },
  "payment.failed": {
    object: "payment",
    when: "The payment failed, and nothing was charged."
  },
  "payment.expired": {
    object: "payment",
    when: "The authorisation expired before it was captured or voided."
  },
  "payment.captured": {
    object: "payment",
    when:
      "Held money was captured, in full or in part. After a capture in full, " +
      "`payment.succeeded` follows."
  },
  "payment.voided": {
    object: "payment",
    when: "The authorisation was voided before any capture."
  },
  "payment.pending": {
    object: "payment",
    when:
      "The provider has not decided the charge yet, or its outcome is unknown. The engine looks " +
      "it up until there is an outcome."
  },
  "refund.succeeded": {
    object: "refund",
    when: "The refund succeeded."
  },
  "refund.failed": {
    object: "refund",
    when: "The refund failed. Its amount can be refunded again."
  },
  "refund.pending": {
    object: "refund",
    when: "A refund was started, by the merchant or at the provider."
  },
  "refund.reversed": {
    object: "refund",
    when:
      "A refund that had succeeded came back. The payment has its money again. No event of the " +
      "payment follows."
  },
  "dispute.created": {
    object: "dispute",
    when: "The payer's bank disputes the payment, or inquires about it."
  },
  "dispute.updated": {
    object: "dispute",
    when: "The dispute moved to another open stage."
  },
  "dispute.evidence_due_soon": {
    object: "dispute",
    when: "Three days are left to submit evidence."
  },
  "dispute.won": {
    object: "dispute",
    when: "The dispute was won. Its held money returns to the merchant."
  },
  "dispute.lost": {
    object: "dispute",
    when: "The dispute was lost or accepted, or it expired. The payer keeps the money."
  },
  "dispute.alert_received": {
    object: "dispute",
    when: "A card network warned of a dispute that has not started. A refund may prevent it."
  },
  "subscription.created": {
    object: "subscription",
    when: "A subscription was created. The first charge follows."
  },
  "subscription.activated": {
    object: "subscription",
    when: "The first charge was paid. The subscription is `active` or `trialing`."
  },
  "subscription.renewed": {
    object: "subscription",
    when: "A billing cycle after the first was paid, or was free."
  },
  "subscription.payment_failed": {
    object: "subscription",
    when:
      "A charge of a billing cycle after the first was declined because of its card. Every try " +
      "makes one event. A charge that failed for no fault of the card makes none."
  },
  "subscription.past_due": {
    object: "subscription",
    when: "A billing cycle is unpaid and will be retried. This event follows the first failed try."
  },
  "subscription.recovered": {
    object: "subscription",
    when: "The unpaid billing cycle was paid. `subscription.renewed` follows."
  },
  "subscription.paused": {
    object: "subscription",
    when:
      "The merchant paused the subscription, or its last retry failed and the account is set to " +
      "pause."
  },
  "subscription.resumed": {
    object: "subscription",
    when: "The subscription continues after a pause. The merchant resumed it, or the pause ended."
  },
  "subscription.canceled": {
    object: "subscription",
    when:
      "The subscription ended. `status` and `cancel_reason` say if it was canceled, completed, " +
      "or never paid. If it is canceled at the end of its period, the event is sent at that time."
  },
  "subscription.terminated": {
    object: "subscription",
    when: "The subscription ended because every retry of a billing cycle failed."
  },
  "subscription.instrument_updated": {
    object: "subscription",
    when: "The subscription is charged on another saved card from now on."
  },
  "subscription.upcoming_renewal": {
    object: "subscription",
    when: "A renewal will be charged in seven days, or sooner if the cycle is shorter."
  },
  "card.updated": {
    object: "payment_instrument",
    when: "The card networks reported that a saved card was reissued, with a new expiry or number."
  },
  "card.expiring_soon": {
    object: "payment_instrument",
    when: "A saved card's last month ends within thirty days."
  }
}
