import {
  attemptListCodec,
  CapturePayment,
  CreatePayment,
  CreateRefund,
  captureCodec,
  ListAttempts,
  ListPayments,
  paymentCodec,
  paymentListCodec,
  refundCodec,
  refundListCodec,
  VoidPayment,
  voidCodec
} from "@payloom/core"
import { cursorParameters, operation, type SealedOperation } from "./Operation.ts"

/** The operations of payments and refunds. */
export const paymentOperations: ReadonlyArray<SealedOperation> = [
  operation({
    name: "createPayment",
    summary: "Create a payment",
    tag: "Payments",
    method: "POST",
    path: "/payments",
    body: CreatePayment,
    output: paymentCodec,
    run: ({ payments }, { caller, body, idempotencyKey }) =>
      payments.create(caller, body, { idempotencyKey })
  }),
  operation({
    name: "listPayments",
    summary: "List payments, newest first",
    tag: "Payments",
    method: "GET",
    path: "/payments",
    query: {
      schema: ListPayments,
      single: [...cursorParameters, "created_gte", "created_lte"],
      repeated: ["status", "expand"]
    },
    output: paymentListCodec,
    run: ({ payments }, { caller, query }) => payments.list(caller, query)
  }),
  operation({
    name: "retrievePayment",
    summary: "Retrieve a payment",
    tag: "Payments",
    method: "GET",
    path: "/payments/{id}",
    output: paymentCodec,
    run: ({ payments }, { caller, id }) => payments.retrieve(caller, id)
  }),
  operation({
    name: "listAttempts",
    summary: "List the attempts of a payment, oldest first",
    tag: "Payments",
    method: "GET",
    path: "/payments/{id}/attempts",
    query: { schema: ListAttempts, single: cursorParameters, repeated: [] },
    output: attemptListCodec,
    run: ({ payments }, { caller, id, query }) => payments.listAttempts(caller, id, query)
  }),
  operation({
    name: "capturePayment",
    summary: "Capture an authorized payment, in full or in part",
    tag: "Payments",
    method: "POST",
    path: "/payments/{id}/capture",
    body: CapturePayment,
    output: captureCodec,
    run: ({ payments }, { caller, id, body, idempotencyKey }) =>
      payments.capture(caller, id, body, { idempotencyKey })
  }),
  operation({
    name: "voidPayment",
    summary: "Void an authorized payment",
    tag: "Payments",
    method: "POST",
    path: "/payments/{id}/void",
    body: VoidPayment,
    output: voidCodec,
    run: ({ payments }, { caller, id, body, idempotencyKey }) =>
      payments.void(caller, id, body, { idempotencyKey })
  }),
  operation({
    name: "createRefund",
    summary: "Refund captured money, in full or in part",
    tag: "Refunds",
    method: "POST",
    path: "/payments/{id}/refunds",
    body: CreateRefund,
    output: refundCodec,
    run: ({ payments }, { caller, id, body, idempotencyKey }) =>
      payments.refund(caller, id, body, { idempotencyKey })
  }),
  operation({
    name: "listRefunds",
    summary: "List the refunds of a payment, in one page",
    tag: "Refunds",
    method: "GET",
    path: "/payments/{id}/refunds",
    output: refundListCodec,
    run: ({ payments }, { caller, id }) => payments.listRefunds(caller, id)
  })
]
