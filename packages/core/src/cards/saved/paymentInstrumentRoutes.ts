import { type HttpRoute, route } from "../../platform/routes/HttpRoute.ts"
import { ListPaymentInstruments, paymentInstrumentListCodec } from "./listPaymentInstruments.ts"
import { paymentInstrumentCodec } from "./PaymentInstrument.ts"

/** The routes of payment instruments. */
export const paymentInstrumentRoutes: ReadonlyArray<HttpRoute> = [
  route({
    name: "listPaymentInstruments",
    calls: ["paymentInstruments", "list"],
    summary: "List a customer's saved payment instruments, newest first",
    tag: "Payment instruments",
    method: "GET",
    path: "/payment_instruments",
    query: {
      schema: ListPaymentInstruments,
      single: ["customer", "limit", "starting_after"],
      repeated: []
    },
    output: paymentInstrumentListCodec
  }),
  route({
    name: "retrievePaymentInstrument",
    calls: ["paymentInstruments", "retrieve"],
    summary: "Retrieve a saved payment instrument",
    tag: "Payment instruments",
    method: "GET",
    path: "/payment_instruments/{id}",
    output: paymentInstrumentCodec
  }),
  route({
    name: "detachPaymentInstrument",
    calls: ["paymentInstruments", "detach"],
    summary: "Detach a saved payment instrument, so that it can't be charged any more",
    findOut: "Retrieve the payment instrument.",
    tag: "Payment instruments",
    method: "POST",
    path: "/payment_instruments/{id}/detach",
    keyless: true,
    output: paymentInstrumentCodec
  })
]
