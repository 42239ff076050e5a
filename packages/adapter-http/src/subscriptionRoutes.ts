import {
  billingCycleListCodec,
  CancelSubscription,
  CreateSubscription,
  ListBillingCycles,
  ListSubscriptions,
  PauseSubscription,
  subscriptionCodec,
  subscriptionListCodec,
  UpdateSubscription
} from "@payloom/core"
import { cursorParameters, operation, type SealedOperation } from "./Operation.ts"

/** The operations of subscriptions. */
export const subscriptionOperations: ReadonlyArray<SealedOperation> = [
  operation({
    name: "createSubscription",
    summary: "Subscribe a customer with a saved card, to a plan or with terms of its own",
    description:
      "Takes either `plan`, or `amount`, `currency` and `interval`. The answer has the status " +
      "`pending_first_payment`. The first charge follows and makes it `active` or `trialing`.",
    tag: "Subscriptions",
    method: "POST",
    path: "/subscriptions",
    body: CreateSubscription,
    output: subscriptionCodec,
    run: ({ subscriptions }, { caller, body, idempotencyKey }) =>
      subscriptions.create(caller, body, { idempotencyKey })
  }),
  operation({
    name: "listSubscriptions",
    summary: "List subscriptions, newest first",
    tag: "Subscriptions",
    method: "GET",
    path: "/subscriptions",
    query: {
      schema: ListSubscriptions,
      single: ["limit", "starting_after", "customer", "plan", "status"],
      repeated: []
    },
    output: subscriptionListCodec,
    run: ({ subscriptions }, { caller, query }) => subscriptions.list(caller, query)
  }),
  operation({
    name: "retrieveSubscription",
    summary: "Retrieve a subscription",
    tag: "Subscriptions",
    method: "GET",
    path: "/subscriptions/{id}",
    output: subscriptionCodec,
    run: ({ subscriptions }, { caller, id }) => subscriptions.retrieve(caller, id)
  }),
  operation({
    name: "updateSubscription",
    summary: "Move a subscription to another saved card, or change its metadata",
    description: "An overdue amount is charged to the new card at once. The plan never changes.",
    tag: "Subscriptions",
    method: "PATCH",
    path: "/subscriptions/{id}",
    body: UpdateSubscription,
    output: subscriptionCodec,
    run: ({ subscriptions }, { caller, id, body, idempotencyKey }) =>
      subscriptions.update(caller, id, body, { idempotencyKey })
  }),
  operation({
    name: "cancelSubscription",
    summary: "End a subscription with its current period, or at once",
    tag: "Subscriptions",
    method: "POST",
    path: "/subscriptions/{id}/cancel",
    body: CancelSubscription,
    output: subscriptionCodec,
    run: ({ subscriptions }, { caller, id, body, idempotencyKey }) =>
      subscriptions.cancel(caller, id, body, { idempotencyKey })
  }),
  operation({
    name: "pauseSubscription",
    summary: "Charge nothing until the subscription is resumed",
    tag: "Subscriptions",
    method: "POST",
    path: "/subscriptions/{id}/pause",
    body: PauseSubscription,
    output: subscriptionCodec,
    run: ({ subscriptions }, { caller, id, body, idempotencyKey }) =>
      subscriptions.pause(caller, id, body, { idempotencyKey })
  }),
  operation({
    name: "resumeSubscription",
    summary: "Resume a paused subscription. Its schedule moves by the length of the pause",
    tag: "Subscriptions",
    method: "POST",
    path: "/subscriptions/{id}/resume",
    output: subscriptionCodec,
    run: ({ subscriptions }, { caller, id, idempotencyKey }) =>
      subscriptions.resume(caller, id, { idempotencyKey })
  }),
  operation({
    name: "listBillingCycles",
    summary: "List the billing cycles of a subscription by their sequence, past and upcoming",
    tag: "Subscriptions",
    method: "GET",
    path: "/subscriptions/{id}/billing_cycles",
    query: {
      schema: ListBillingCycles,
      single: [...cursorParameters, "status"],
      repeated: ["expand"]
    },
    output: billingCycleListCodec,
    run: ({ subscriptions }, { caller, id, query }) => subscriptions.listCycles(caller, id, query)
  })
]
