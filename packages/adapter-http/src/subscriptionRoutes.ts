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

/** Operations 24 to 31 of the spec. */
export const subscriptionOperations: ReadonlyArray<SealedOperation> = [
  operation({
    name: "createSubscription",
    summary: "Subscribe a customer with a saved card, to a plan or on terms of their own",
    description:
      "Takes either `plan`, or else `amount`, `currency` and `interval`. It answers as " +
      "`pending_first_payment`; the first charge follows and makes it `active` or `trialing`.",
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
    description: "What is overdue is charged to the new card at once. Its plan never changes.",
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
    summary: "Resume a paused subscription, whose schedule has moved by the pause",
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
