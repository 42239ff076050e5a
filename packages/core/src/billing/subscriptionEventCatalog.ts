import type { EventDeclaration } from "../platform/events/EventDeclaration.ts"
import type { EventType } from "../platform/events/EventRecord.ts"
import { Subscription } from "./subscriptions/Subscription.ts"

const ofSubscription = (when: string) =>
  ({ object: "subscription", resource: Subscription, isOfPayment: false, when }) as const

/** The published event types of subscriptions. */
export const subscriptionEventCatalog = {
  "subscription.created": ofSubscription("A subscription was created. The first charge follows."),
  "subscription.imported": ofSubscription(
    "A running subscription was taken over from another system. Nothing was charged. The next " +
      "charge is at `current_period_end`."
  ),
  "subscription.activated": ofSubscription(
    "The first charge was paid. The subscription is `active` or `trialing`."
  ),
  "subscription.renewed": ofSubscription("A billing cycle after the first was paid, or was free."),
  "subscription.payment_failed": ofSubscription(
    "A charge of a billing cycle after the first was declined because of its card. Every try " +
      "makes one event. A charge that failed for no fault of the card makes none."
  ),
  "subscription.past_due": ofSubscription(
    "A billing cycle is unpaid and will be retried. This event follows the first failed try."
  ),
  "subscription.recovered": ofSubscription(
    "The unpaid billing cycle was paid. `subscription.renewed` follows."
  ),
  "subscription.paused": ofSubscription(
    "The merchant paused the subscription, or its last retry failed and the account is set to " +
      "pause."
  ),
  "subscription.resumed": ofSubscription(
    "The subscription continues after a pause. The merchant resumed it, or the pause ended."
  ),
  "subscription.canceled": ofSubscription(
    "The subscription ended. `status` and `cancel_reason` say if it was canceled, completed, " +
      "or never paid. If it is canceled at the end of its period, the event is sent at that time."
  ),
  "subscription.terminated": ofSubscription(
    "The subscription ended because every retry of a billing cycle failed."
  ),
  "subscription.instrument_updated": ofSubscription(
    "The subscription is charged on another saved card from now on."
  ),
  "subscription.upcoming_renewal": ofSubscription(
    "A renewal will be charged in seven days, or sooner if the cycle is shorter."
  )
} satisfies Record<Extract<EventType, `subscription.${string}`>, EventDeclaration>
