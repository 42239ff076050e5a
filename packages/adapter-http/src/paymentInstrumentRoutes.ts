import {
  CreatePaymentInstrument,
  ListPaymentInstruments,
  paymentInstrumentCodec,
  paymentInstrumentListCodec
} from "@payloom/core"
import { operation, type SealedOperation } from "./Operation.ts"

/** The operations of payment instruments. */
export const paymentInstrumentOperations: ReadonlyArray<SealedOperation> = [
  operation({
    name: "createPaymentInstrument",
    summary: "Save the card that paid a checkout session",
    tag: "Payment instruments",
    method: "POST",
    path: "/payment_instruments",
    body: CreatePaymentInstrument,
    output: paymentInstrumentCodec,
    run: ({ paymentInstruments }, { caller, body, idempotencyKey }) =>
      paymentInstruments.create(caller, body, { idempotencyKey })
  }),
  operation({
    name: "listPaymentInstruments",
    summary: "List a customer's saved cards, newest first",
    tag: "Payment instruments",
    method: "GET",
    path: "/payment_instruments",
    query: {
      schema: ListPaymentInstruments,
      single: ["customer", "limit", "starting_after"],
      repeated: []
    },
    output: paymentInstrumentListCodec,
    run: ({ paymentInstruments }, { caller, query }) => paymentInstruments.list(caller, query)
  }),
  operation({
    name: "retrievePaymentInstrument",
    summary: "Retrieve a saved card",
    tag: "Payment instruments",
    method: "GET",
    path: "/payment_instruments/{id}",
    output: paymentInstrumentCodec,
    run: ({ paymentInstruments }, { caller, id }) => paymentInstruments.retrieve(caller, id)
  }),
  operation({
    name: "detachPaymentInstrument",
    summary: "Detach a saved card, so that it can't be charged any more",
    tag: "Payment instruments",
    method: "POST",
    path: "/payment_instruments/{id}/detach",
    keyless: true,
    output: paymentInstrumentCodec,
    run: ({ paymentInstruments }, { caller, id }) => paymentInstruments.detach(caller, id)
  })
]
