import { cursorParameters, type HttpRoute, route } from "../../platform/routes/HttpRoute.ts"
import { billingCycleListCodec, ListBillingCycles } from "../cycles/listBillingCycles.ts"
import { ListSubscriptions, subscriptionListCodec } from "./listSubscriptions.ts"
import { subscriptionCodec } from "./Subscription.ts"
import {
  CancelSubscription,
  CreateSubscription,
  PauseSubscription,
  UpdateSubscription
} from "./subscriptionInput.ts"

/** The routes of subscriptions. */
export const subscriptionRoutes: ReadonlyArray<HttpRoute> = [
  route({
    name: "createSubscription",
    calls: ["subscriptions", "create"],
    summary: "Subscribe a customer with a saved card, to a plan or with terms of its own",
    description:
      "Takes either `plan`, or `amount`, `currency` and `interval`. The answer has the status " +
      "`pending_first_payment`. The first charge follows and makes it `active` or `trialing`.",
    findOut: "List the subscriptions of the customer.",
    tag: "Subscriptions",
    method: "POST",
    path: "/subscriptions",
    body: CreateSubscription,
    output: subscriptionCodec
  }),
  route({
    name: "listSubscriptions",
    calls: ["subscriptions", "list"],
    summary: "List subscriptions, newest first",
    tag: "Subscriptions",
    method: "GET",
    path: "/subscriptions",
    query: {
      schema: ListSubscriptions,
      single: ["limit", "starting_after", "customer", "plan", "status"],
      repeated: []
    },
    output: subscriptionListCodec
  }),
  route({
    name: "retrieveSubscription",
    calls: ["subscriptions", "retrieve"],
    summary: "Retrieve a subscription",
    tag: "Subscriptions",
    method: "GET",
    path: "/subscriptions/{id}",
    output: subscriptionCodec
  }),
  route({
    name: "updateSubscription",
    calls: ["subscriptions", "update"],
    summary: "Move a subscription to another saved card, or change its metadata",
    description: "An overdue amount is charged to the new card at once. The plan never changes.",
    findOut: "Retrieve the subscription.",
    tag: "Subscriptions",
    method: "PATCH",
    path: "/subscriptions/{id}",
    body: UpdateSubscription,
    output: subscriptionCodec
  }),
  route({
    name: "cancelSubscription",
    calls: ["subscriptions", "cancel"],
    summary: "End a subscription with its current period, or at once",
    findOut: "Retrieve the subscription.",
    tag: "Subscriptions",
    method: "POST",
    path: "/subscriptions/{id}/cancel",
    body: CancelSubscription,
    output: subscriptionCodec
  }),
  route({
    name: "undoCancellation",
    calls: ["subscriptions", "undoCancel"],
    summary: "Take a planned cancellation back",
    findOut: "Retrieve the subscription.",
    tag: "Subscriptions",
    method: "POST",
    path: "/subscriptions/{id}/undo_cancel",
    output: subscriptionCodec
  }),
  route({
    name: "pauseSubscription",
    calls: ["subscriptions", "pause"],
    summary: "Charge nothing until the subscription is resumed",
    findOut: "Retrieve the subscription.",
    tag: "Subscriptions",
    method: "POST",
    path: "/subscriptions/{id}/pause",
    body: PauseSubscription,
    output: subscriptionCodec
  }),
  route({
    name: "resumeSubscription",
    calls: ["subscriptions", "resume"],
    summary: "Resume a paused subscription. Its schedule moves by the length of the pause",
    findOut: "Retrieve the subscription.",
    tag: "Subscriptions",
    method: "POST",
    path: "/subscriptions/{id}/resume",
    output: subscriptionCodec
  }),
  route({
    name: "listBillingCycles",
    calls: ["subscriptions", "listCycles"],
    summary: "List the billing cycles of a subscription by their sequence, past and upcoming",
    tag: "Subscriptions",
    method: "GET",
    path: "/subscriptions/{id}/billing_cycles",
    query: {
      schema: ListBillingCycles,
      single: [...cursorParameters, "status"],
      repeated: ["expand"]
    },
    output: billingCycleListCodec
  })
]
