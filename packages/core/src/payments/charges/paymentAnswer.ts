import type { Schema } from "effect"
import type { Answer } from "../../platform/idempotency/Answer.ts"
import { type Payment, type PaymentRecord, paymentCodec, toPayment } from "./Payment.ts"

interface Encoded {
  readonly record: PaymentRecord
  readonly json: Schema.Json
  readonly body: string
}

/** The payment that was encoded last. Its event, stored answer and response are made together. */
let latest: Encoded | null = null

const encodedPayment = (record: PaymentRecord): Encoded => {
  if (latest?.record === record) return latest
  const json = paymentCodec.encode(toPayment(record)) as Schema.Json
  latest = { record, json, body: JSON.stringify(json) }
  return latest
}

/** Returns a payment as JSON. */
export const paymentJson = (record: PaymentRecord): Schema.Json => encodedPayment(record).json

/** Returns a payment as the body of a response. */
export const paymentBody = (record: PaymentRecord): string => encodedPayment(record).body

/** Returns a payment as the answer of a mutation. */
export const paymentAnswer = (record: PaymentRecord): Answer<Payment> => ({
  value: toPayment(record),
  body: paymentBody(record),
  replayed: false
})
