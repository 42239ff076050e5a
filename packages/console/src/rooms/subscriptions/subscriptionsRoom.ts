import type { Room } from "../../Room.ts"
import { readSubscription } from "./readSubscription.ts"
import { readSubscriptions } from "./readSubscriptions.ts"
import { subscriptionActs } from "./subscriptionActs.ts"

/** The list of subscriptions, and the page of a subscription. */
export const subscriptionsRoom: Room = {
  reads: [readSubscriptions, readSubscription],
  acts: subscriptionActs
}
