import { paymentInstrumentCodec } from "../../cards/saved/PaymentInstrument.ts"
import { type HttpRoute, route } from "../../platform/routes/HttpRoute.ts"
import { checkoutSessionCodec } from "./CheckoutSession.ts"
import { CreateCheckoutSession } from "./createCheckoutSessionInput.ts"
import { CreatePaymentInstrument } from "./createPaymentInstrument.ts"
import { checkoutSessionListCodec, ListCheckoutSessions } from "./listCheckoutSessions.ts"

/** The routes of checkout sessions, and of the cards that they save. */
export const checkoutRoutes: ReadonlyArray<HttpRoute> = [
  route({
    name: "createCheckoutSession",
    calls: ["checkout", "create"],
    summary: "Create a checkout session. Its token is shown only in this answer",
    description:
      "In mode `payment` a session without `amount` charges nothing and saves a card. Its amount " +
      "is 0 in the account's default currency, and its payment has the type `verify`.",
    findOut: "List checkout sessions. The token of one whose answer is lost is lost as well.",
    tag: "Checkout sessions",
    method: "POST",
    path: "/checkout_sessions",
    body: CreateCheckoutSession,
    output: checkoutSessionCodec
  }),
  route({
    name: "listCheckoutSessions",
    calls: ["checkout", "list"],
    summary: "List checkout sessions, newest first",
    tag: "Checkout sessions",
    method: "GET",
    path: "/checkout_sessions",
    query: {
      schema: ListCheckoutSessions,
      single: ["limit", "starting_after", "cursor", "customer"],
      repeated: ["status"],
      refused: ["ending_before", "expand"]
    },
    output: checkoutSessionListCodec
  }),
  route({
    name: "retrieveCheckoutSession",
    calls: ["checkout", "retrieve"],
    summary: "Retrieve a checkout session and, once it exists, its payment",
    tag: "Checkout sessions",
    method: "GET",
    path: "/checkout_sessions/{id}",
    output: checkoutSessionCodec
  }),
  route({
    name: "createPaymentInstrument",
    calls: ["paymentInstruments", "create"],
    summary: "Save the card or the debit that paid a checkout session",
    findOut: "List the payment instruments of the customer.",
    tag: "Payment instruments",
    method: "POST",
    path: "/payment_instruments",
    body: CreatePaymentInstrument,
    output: paymentInstrumentCodec
  })
]
