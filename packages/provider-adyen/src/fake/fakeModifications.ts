import type { Types } from "@adyen/api-library"
import type { Wire } from "../wire.ts"
import type { FakeAmount, FakeBooks, FakeModification, FakePayment } from "./FakeBooks.ts"
import { FakeError } from "./FakeError.ts"
import { capturesOf, checkRefund, splitsIn } from "./fakeSplits.ts"

type Kind = FakeModification["kind"]
/** The answer to a modification. The answer to a cancel has no amount. */
type Answer =
  | Wire<Types.checkout.PaymentCaptureResponse>
  | Wire<Types.checkout.PaymentCancelResponse>
  | Wire<Types.checkout.PaymentAmountUpdateResponse>

type Order = Partial<Wire<Types.checkout.PaymentCaptureRequest>>

const eventCodes = {
  capture: "CAPTURE",
  void: "CANCELLATION",
  refund: "REFUND",
  increment: "AUTHORISATION_ADJUSTMENT"
} as const

/**
 * Handles `POST /payments/{pspReference}/captures`, `/cancels`, `/refunds` and `/amountUpdates`.
 * Every order for a known payment with a valid amount is accepted.
 */
export const createModification = (
  books: FakeBooks,
  merchantAccount: string,
  kind: Kind,
  of: string,
  { amount: asked, reference = "", splits: asSplit }: Order
): Answer => {
  const payment = books.payments.get(of)
  if (payment?.merchantAccount !== merchantAccount) {
    throw new FakeError(422, "167", "Original pspReference required for this operation")
  }
  const amount = asked ?? { ...payment.amount, value: payment.authorised }
  if (amount.currency !== payment.amount.currency || amount.value <= 0) {
    throw new FakeError(422, "137", "Invalid amount specified")
  }
  const splits = splitsIn(asSplit, amount)
  if (kind === "refund") checkRefund(payment, capturesOf(books, payment), splits)
  const { pspReference } = accept(books, payment, kind, amount, reference, splits)
  return {
    merchantAccount,
    paymentPspReference: payment.pspReference,
    pspReference,
    reference,
    ...(kind === "void" ? {} : { amount }),
    ...(splits === null ? {} : { splits }),
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
  reference: string,
  splits: FakeModification["splits"] = null
): FakeModification => {
  const made: FakeModification = {
    kind,
    pspReference: books.newPspReference(),
    reference: reference === "" ? payment.reference : reference,
    payment,
    amount,
    splits,
    state: "pending"
  }
  books.modifications.push(made)
  if (books.modificationDelayMs === 0) carryOut(books, made)
  else setTimeout(() => carryOut(books, made), books.modificationDelayMs).unref()
  return made
}

const carryOut = (books: FakeBooks, made: FakeModification): void => {
  const { kind, payment, amount } = made
  const obstacle = obstacleTo(books, made)
  made.state = obstacle === null ? "succeeded" : "failed"
  if (obstacle === null) {
    switch (kind) {
      case "capture":
        payment.captured += amount.value
        payment.isClosed = !books.multipleCaptures
        break
      case "refund":
        payment.refunded += amount.value
        break
      case "increment":
        payment.authorised = amount.value
        break
      case "void":
        // After captures, only the rest of the hold is cancelled.
        if (payment.captured === 0) payment.status = "cancelled"
        payment.isClosed = true
    }
  }
  sendEventOf(books, made, {
    eventCode: eventCodes[kind],
    success: String(obstacle === null) as "true" | "false",
    reason: obstacle ?? ""
  })
}

const tooMuch = "Insufficient balance on payment"

/** Returns the reason of a failure. Adyen accepts every order, and reports the failure later. */
const obstacleTo = (
  books: FakeBooks,
  { kind, payment, amount }: FakeModification
): string | null => {
  const { status, captured, refunded, authorised } = payment
  if (kind === "refund") return amount.value > captured - refunded ? tooMuch : null
  if (status === "expired") return "Authorisation expired"
  if (status !== "authorised") return "Transaction can not be modified"
  if (kind === "increment") return obstacleToUpdate(payment)
  if (payment.isClosed || payment.isAutoCaptured) {
    return kind === "void" ? "Transaction was captured" : tooMuch
  }
  if (kind === "void") return captured >= authorised ? "Transaction was captured" : null
  const most = Math.floor((authorised * (100 + books.overCapturePercent)) / 100)
  return captured + amount.value > most ? tooMuch : null
}

/** Only pre-authorisations that were not captured can be updated. */
const obstacleToUpdate = ({ captured, isPreAuth, card }: FakePayment): string | null => {
  if (captured > 0) return "Transaction was captured"
  if (!isPreAuth) return "Transaction is no pre-authorisation"
  return card?.holderName === updateRefused ? "Not enough balance" : null
}

/** The holder's name of cards whose issuer declines every amount update. */
const updateRefused = "UPDATE_REFUSED"

/** Sends a webhook about a modification under its own reference. */
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
