import type { Fields } from "@payloom/core"
import { majorUnits } from "../decimals.ts"
import type { FakeBooks, FakeModification, FakePayment } from "../FakeBooks.ts"

/** An intent as the fake stores it. It has a payment once it is confirmed. */
export interface FakeIntent {
  readonly id: string
  readonly account: string
  readonly reference: string
  readonly requestId: string
  readonly amount: bigint
  readonly currency: string
  readonly created: number
  payment: FakePayment | null
  canceledFor: string | null
}

const kept = new WeakMap<FakeBooks, Map<string, FakeIntent>>()

/** Returns the intents that belong to these records. */
export const intentsOf = (books: FakeBooks): Map<string, FakeIntent> => {
  const known = kept.get(books) ?? new Map<string, FakeIntent>()
  kept.set(books, known)
  return known
}

/** The issuer's code, by the issuer's decision. */
const refusals: Readonly<Record<string, string>> = {
  insufficient_funds: "51",
  do_not_honor: "05",
  expired_card: "54",
  incorrect_cvc: "82",
  fraud: "59",
  issuer_unavailable: "28",
  authentication_required: "65",
  payer_refused: "05"
}

/** Returns the issuer's code of a declined payment. */
export const refusalOf = ({ decline }: FakePayment): string => refusals[decline ?? ""] ?? "05"

/** Returns a time as Airwallex writes it. */
export const timeOf = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, "+0000")

/** Returns an amount in main units. */
export const numberOf = (amount: bigint, currency: string): number =>
  Number(majorUnits(amount, currency))

const statusOf = ({ payment, canceledFor }: FakeIntent): string => {
  if (canceledFor !== null) return "CANCELLED"
  if (payment === null || payment.status === "declined") return "REQUIRES_PAYMENT_METHOD"
  if (payment.status === "waiting") return "REQUIRES_CUSTOMER_ACTION"
  if (payment.status === "received") return "PENDING"
  return payment.captured > 0n ? "SUCCEEDED" : "REQUIRES_CAPTURE"
}

const attemptStatuses = {
  waiting: "AUTHENTICATION_REDIRECTED",
  received: "PENDING_AUTHORIZATION",
  declined: "FAILED",
  authorized: "CAPTURE_REQUESTED",
  voided: "CANCELLED"
} as const

const attemptOf = (payment: FakePayment, { id, canceledFor }: FakeIntent): Fields => {
  const { currency, status, reference, created } = payment
  const isDeclined = status === "declined" && canceledFor === null
  return {
    id: `att_${id.slice(4)}`,
    amount: numberOf(payment.amount, currency),
    currency,
    payment_intent_id: id,
    merchant_order_id: reference,
    status: canceledFor === null ? attemptStatuses[status] : "CANCELLED",
    captured_amount: numberOf(payment.captured, currency),
    refunded_amount: numberOf(payment.refunded, currency),
    ...(isDeclined
      ? {
          failure_code: "issuer_declined",
          provider_original_response_code: refusalOf(payment)
        }
      : {
          authorization_code: "803478",
          payment_method_transaction_id: "123456789012345",
          provider_original_response_code: "00"
        }),
    payment_method: {
      id: `mtd_${id.slice(4)}`,
      type: "card",
      card: { bin: "424242", brand: "visa", last4: "4242", expiry_month: "03", expiry_year: "2041" }
    },
    authentication_data: { ds_data: {}, fraud_data: { action: "ACCEPT", score: "0" } },
    created_at: timeOf(created),
    updated_at: timeOf(created)
  }
}

/** Returns an intent as a query, a confirmation and a webhook have it. */
export const intentBody = (intent: FakeIntent): Fields => {
  const { id, requestId, reference, amount, currency, payment, canceledFor, created } = intent
  const captured = payment?.captured ?? 0n
  return {
    id,
    request_id: requestId,
    merchant_order_id: reference,
    amount: numberOf(amount, currency),
    currency,
    captured_amount: numberOf(captured, currency),
    status: statusOf(intent),
    ...(payment === null ? {} : { latest_payment_attempt: attemptOf(payment, intent) }),
    ...(canceledFor === null ? {} : { cancellation_reason: canceledFor }),
    created_at: timeOf(created),
    updated_at: timeOf(created)
  }
}

/** Returns an intent as a list has it: of its attempt only the id. */
export const listedIntent = (intent: FakeIntent): Fields => {
  const body = intentBody(intent)
  return intent.payment === null
    ? body
    : { ...body, latest_payment_attempt: { id: `att_${intent.id.slice(4)}` } }
}

/** Returns a refund. It is received first, and settled later. */
export const refundBody = (
  { id, reference, payment, amount, created }: FakeModification,
  status: string
): Fields => ({
  id,
  request_id: reference,
  payment_intent_id: payment.id,
  payment_attempt_id: `att_${payment.id.slice(4)}`,
  amount: numberOf(amount, payment.currency),
  currency: payment.currency,
  status,
  created_at: timeOf(created),
  updated_at: timeOf(created)
})
