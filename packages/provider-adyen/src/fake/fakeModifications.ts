import type { Types } from "@adyen/api-library"
import type { Wire } from "../wire.ts"
import type { FakeAmount, FakeBooks, FakeModification, FakePayment } from "./FakeBooks.ts"
import { FakeError } from "./FakeError.ts"

type Kind = FakeModification["kind"]
/** The answer to a modification. The answer to a cancel has no amount. */
type Answer =
  | Wire<Types.checkout.PaymentCaptureResponse>
  | Wire<Types.checkout.PaymentCancelResponse>

type Order = Partial<Wire<Types.checkout.PaymentCaptureRequest>>

const eventCodes = { capture: "CAPTURE", void: "CANCELLATION", refund: "REFUND" } as const

/**
 * Handles `POST /payments/{pspReference}/captures`, `/cancels` and `/refunds`. Every order for a
 * known payment with a valid amount is accepted.
 */
export const createModification = (
  books: FakeBooks,
  merchantAccount: string,
  kind: Kind,
  of: string,
  { amount: asked, reference = "" }: Order
): Answer => {
  const payment = books.payments.get(of)
  if (payment?.merchantAccount !== merchantAccount) {
    throw new FakeError(422, "167", "Original pspReference required for this operation")
  }
  const amount = asked ?? { ...payment.amount, value: payment.authorised }
  if (amount.currency !== payment.amount.currency || amount.value <= 0) {
    throw new FakeError(422, "137", "Invalid amount specified")
  }
  const { pspReference } = accept(books, payment, kind, amount, reference)
  return {
    merchantAccount,
    paymentPspReference: payment.pspReference,
    pspReference,
    reference,
    ...(kind === "void" ? {} : { amount }),
    status: "received"
  }
}

/**
 * Queues a modification, and carries it out at once or later. Without a reference it gets the
 * payment's.
 */
export const accept = (
  books: FakeBooks,
  payment: FakePayment,
  kind: Kind,
  amount: FakeAmount,
  reference: string
): FakeModification => {
  const made: FakeModification = {
    kind,
    pspReference: books.newPspReference(),
    reference: reference === "" ? payment.reference : reference,
    payment,
    amount,
    state: "pending"
  }
  books.modifications.push(made)
  if (books.modificationDelayMs === 0) carryOut(books, made)
  else setTimeout(() => carryOut(books, made), books.modificationDelayMs).unref()
  return made
}

const carryOut = (books: FakeBooks, made: FakeModification): void => {
  const { kind, payment } = made
  const obstacle = obstacleTo(made)
  made.state = obstacle === null ? "succeeded" : "failed"
  if (obstacle === null) {
    if (kind === "capture") payment.captured += made.amount.value
    if (kind === "refund") payment.refunded += made.amount.value
    if (kind === "void") payment.status = "cancelled"
  }
  sendEventOf(books, made, {
    eventCode: eventCodes[kind],
    success: String(obstacle === null) as "true" | "false",
    reason: obstacle ?? ""
  })
}

/** Returns the reason of a failure. Adyen accepts every order, and reports the failure later. */
const obstacleTo = ({ kind, payment, amount }: FakeModification): string | null => {
  const { status, captured, refunded, authorised } = payment
  const tooMuch = "Insufficient balance on payment"
  if (kind === "refund") return amount.value > captured - refunded ? tooMuch : null
  if (status === "expired") return "Authorisation expired"
  if (status !== "authorised") return "Transaction can not be modified"
  if (captured > 0) return kind === "void" ? "Transaction was captured" : tooMuch
  return amount.value > authorised ? tooMuch : null
}

/** Sends a webhook about a capture, cancel or refund under its own reference. */
export const sendEventOf = (
  books: FakeBooks,
  { payment, pspReference, reference, amount }: FakeModification,
  item: Parameters<FakeBooks["sendEvent"]>[1]
): void =>
  books.sendEvent(payment, {
    ...item,
    pspReference,
    originalReference: payment.pspReference,
    merchantReference: reference,
    amount
  })
