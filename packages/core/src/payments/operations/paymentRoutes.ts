import { cursorParameters, type HttpRoute, route } from "../../platform/routes/HttpRoute.ts"
import { CapturePayment } from "../captures-voids-refunds/capturePayment.ts"
import { CreateRefund } from "../captures-voids-refunds/createRefund.ts"
import { IncrementAuthorization } from "../captures-voids-refunds/incrementHold.ts"
import { refundListCodec } from "../captures-voids-refunds/listRefunds.ts"
import {
  captureCodec,
  incrementCodec,
  refundCodec,
  voidCodec
} from "../captures-voids-refunds/resources.ts"
import { VoidPayment } from "../captures-voids-refunds/voidPayment.ts"
import { paymentCodec } from "../charges/Payment.ts"
import { CreatePayment } from "./createPaymentInput.ts"
import { attemptListCodec, ListAttempts } from "./listAttempts.ts"
import { ListPayments, paymentListCodec } from "./listPayments.ts"

/** The routes of payments and refunds. */
export const paymentRoutes: ReadonlyArray<HttpRoute> = [
  route({
    name: "createPayment",
    calls: ["payments", "create"],
    summary: "Create a payment",
    findOut: "List payments with `created_gte` just before the first try.",
    tag: "Payments",
    method: "POST",
    path: "/payments",
    body: CreatePayment,
    output: paymentCodec
  }),
  route({
    name: "listPayments",
    calls: ["payments", "list"],
    summary: "List payments, newest first",
    tag: "Payments",
    method: "GET",
    path: "/payments",
    query: {
      schema: ListPayments,
      single: [...cursorParameters, "created_gte", "created_lte"],
      repeated: ["status", "expand"]
    },
    output: paymentListCodec
  }),
  route({
    name: "retrievePayment",
    calls: ["payments", "retrieve"],
    summary: "Retrieve a payment",
    tag: "Payments",
    method: "GET",
    path: "/payments/{id}",
    output: paymentCodec
  }),
  route({
    name: "listAttempts",
    calls: ["payments", "listAttempts"],
    summary: "List the attempts of a payment, oldest first",
    tag: "Payments",
    method: "GET",
    path: "/payments/{id}/attempts",
    query: { schema: ListAttempts, single: cursorParameters, repeated: [] },
    output: attemptListCodec
  }),
  route({
    name: "capturePayment",
    calls: ["payments", "capture"],
    summary: "Capture an authorized payment, in full or in part",
    findOut: "Retrieve the payment and read its status.",
    tag: "Payments",
    method: "POST",
    path: "/payments/{id}/capture",
    body: CapturePayment,
    output: captureCodec
  }),
  route({
    name: "incrementAuthorization",
    calls: ["payments", "incrementAuthorization"],
    summary: "Raise the held amount of a payment to a new total",
    findOut: "Retrieve the payment and read its `amount_capturable`.",
    tag: "Payments",
    method: "POST",
    path: "/payments/{id}/increment",
    body: IncrementAuthorization,
    output: incrementCodec
  }),
  route({
    name: "voidPayment",
    calls: ["payments", "void"],
    summary: "Void an authorized payment",
    findOut: "Retrieve the payment and read its status.",
    tag: "Payments",
    method: "POST",
    path: "/payments/{id}/void",
    body: VoidPayment,
    output: voidCodec
  }),
  route({
    name: "createRefund",
    calls: ["payments", "refund"],
    summary: "Refund captured money, in full or in part",
    findOut: "List the refunds of the payment.",
    tag: "Refunds",
    method: "POST",
    path: "/payments/{id}/refunds",
    body: CreateRefund,
    output: refundCodec
  }),
  route({
    name: "listRefunds",
    calls: ["payments", "listRefunds"],
    summary: "List the refunds of a payment, in one page",
    tag: "Refunds",
    method: "GET",
    path: "/payments/{id}/refunds",
    output: refundListCodec
  })
]
