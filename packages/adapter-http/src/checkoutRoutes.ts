import {
  CreateCheckoutSession,
  checkoutSessionCodec,
  checkoutSessionListCodec,
  ListCheckoutSessions
} from "@payloom/core"
import { operation, type SealedOperation } from "./Operation.ts"

/** The operations of checkout sessions. */
export const checkoutOperations: ReadonlyArray<SealedOperation> = [
  operation({
    name: "createCheckoutSession",
    summary: "Create a checkout session. Its token is shown only in this answer",
    description:
      "In mode `payment` a session without `amount` charges nothing and saves a card. Its amount " +
      "is 0 in the account's default currency, and its payment has the type `verify`.",
    tag: "Checkout sessions",
    method: "POST",
    path: "/checkout_sessions",
    body: CreateCheckoutSession,
    output: checkoutSessionCodec,
    run: ({ checkout }, { caller, body, idempotencyKey }) =>
      checkout.create(caller, body, { idempotencyKey })
  }),
  operation({
    name: "listCheckoutSessions",
    summary: "List checkout sessions, newest first",
    tag: "Checkout sessions",
    method: "GET",
    path: "/checkout_sessions",
    query: {
      schema: ListCheckoutSessions,
      single: ["limit", "starting_after", "cursor"],
      repeated: ["status"],
      refused: ["ending_before", "expand"]
    },
    output: checkoutSessionListCodec,
    run: ({ checkout }, { caller, query }) => checkout.list(caller, query)
  }),
  operation({
    name: "retrieveCheckoutSession",
    summary: "Retrieve a checkout session and, once it exists, its payment",
    tag: "Checkout sessions",
    method: "GET",
    path: "/checkout_sessions/{id}",
    output: checkoutSessionCodec,
    run: ({ checkout }, { caller, id }) => checkout.retrieve(caller, id)
  })
]
