import type { EventType } from "../../platform/events/EventRecord.ts"
import type { EventObject } from "./EventObject.ts"

/** What there is to know of a type of event. */
export interface CatalogEntry<Type extends EventType = EventType> {
  /** The name of the resource that `data.object` is. */
  readonly object: EventObject<Type>["object"]
  /** When it is told: a sentence or two. */
  readonly when: string
}

/**
 * Every type of event that merchants are told of: when, and what of. What OpenAPI says of webhooks
 * and what the documents say of events is made of it, and a new type doesn't compile until it is
 * here.
 */
export const eventCatalog: { readonly [Type in EventType]: CatalogEntry<Type> } = {
  "payment.succeeded": {
    object: "payment",
    when: "All of the payment's amount was captured, at once or by a later capture."
  },
  "payment.authorized": {
    object: "payment",
    when: "The amount is held on the payer's side, to be captured or voided."
  },
  "payment.declined": {
    object: "payment",
    when:
      "The payment was declined, on every account that it could be tried on; `decline` says why. " +
      "In a checkout session the payer may try again: each decline is one such event."
  },
  "payment.failed": {
    object: "payment",
    when: "The payment could not be carried out, and nothing was charged."
  },
  "payment.expired": {
    object: "payment",
    when: "The authorisation expired before it was captured or voided."
  },
  "payment.captured": {
    object: "payment",
    when:
      "Money that was held was captured, all of it or a part. After a capture in full, " +
      "`payment.succeeded` follows."
  },
  "payment.voided": {
    object: "payment",
    when: "The authorisation was given back before anything of it was captured."
  },
  "payment.pending": {
    object: "payment",
    when:
      "The provider can't say yet what becomes of the charge, or nobody knows. It will be asked " +
      "until it says."
  },
  "refund.succeeded": {
    object: "refund",
    when: "The refund was carried out."
  },
  "refund.failed": {
    object: "refund",
    when: "The refund was not carried out: what it was for can be refunded again."
  },
  "refund.pending": {
    object: "refund",
    when: "A refund was begun, by the merchant or at the provider."
  },
  "refund.reversed": {
    object: "refund",
    when:
      "A refund that had succeeded came back: the payment has its money again, and no event of " +
      "its own says so."
  },
  "dispute.created": {
    object: "dispute",
    when: "The payer's bank disputes the payment, or asks about it."
  },
  "dispute.updated": {
    object: "dispute",
    when: "The dispute moved to another stage that does not decide it."
  },
  "dispute.evidence_due_soon": {
    object: "dispute",
    when: "Three days are left in which evidence may be handed in."
  },
  "dispute.won": {
    object: "dispute",
    when: "The dispute was won: what it held goes back to the merchant."
  },
  "dispute.lost": {
    object: "dispute",
    when: "The dispute was lost, accepted, or its time ran out: the payer keeps the money."
  },
  "dispute.alert_received": {
    object: "dispute",
    when: "A card network warned of a dispute that has not begun. A refund may prevent it."
  },
  "subscription.created": {
    object: "subscription",
    when: "Somebody subscribed. The first charge follows."
  },
  "subscription.activated": {
    object: "subscription",
    when: "The first charge was paid: the subscription is `active`, or `trialing`."
  },
  "subscription.renewed": {
    object: "subscription",
    when: "A billing cycle after the first was paid, or cost nothing."
  },
  "subscription.payment_failed": {
    object: "subscription",
    when:
      "A charge of a billing cycle after the first was declined because of its card, once for " +
      "every try. A charge that failed for nobody's fault is none."
  },
  "subscription.past_due": {
    object: "subscription",
    when: "A billing cycle is owed, and will be tried again. It follows the first failed try."
  },
  "subscription.recovered": {
    object: "subscription",
    when: "What was owed was paid. `subscription.renewed` follows."
  },
  "subscription.paused": {
    object: "subscription",
    when: "It was paused: by the merchant, or after the last retry where the account wants that."
  },
  "subscription.resumed": {
    object: "subscription",
    when: "It goes on after a pause: the merchant resumed it, or the pause was over."
  },
  "subscription.canceled": {
    object: "subscription",
    when:
      "It ended: `status` and `cancel_reason` say whether it was canceled, completed, or never " +
      "paid for. One that is canceled at the end of its period is told of then."
  },
  "subscription.terminated": {
    object: "subscription",
    when: "It ended since every retry of a billing cycle failed."
  },
  "subscription.instrument_updated": {
    object: "subscription",
    when: "It is charged on another saved card from now on."
  },
  "subscription.upcoming_renewal": {
    object: "subscription",
    when: "A renewal will be charged in seven days, or in less where the cycle is shorter."
  },
  "card.updated": {
    object: "payment_instrument",
    when: "The card networks told that a saved card was reissued: with a new expiry, or number."
  },
  "card.expiring_soon": {
    object: "payment_instrument",
    when: "A saved card's last month ends within thirty days."
  }
}
