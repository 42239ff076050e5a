import { Schema } from "effect"
import { describe, expect, expectTypeOf, it } from "vitest"
import { checkoutResultCodec } from "../../checkout/payer/CheckoutResult.ts"
import { payerSessionCodec } from "../../checkout/payer/PayerSession.ts"
import {
  CheckoutSessionRecord,
  CheckoutSessionStatus,
  checkoutSessionCodec
} from "../../checkout/sessions/CheckoutSession.ts"
import { ModificationRecord } from "../../payments/captures-voids-refunds/Modification.ts"
import {
  captureCodec,
  incrementCodec,
  refundCodec,
  voidCodec
} from "../../payments/captures-voids-refunds/resources.ts"
import { AttemptRecord, attemptCodec } from "../../payments/charges/Attempt.ts"
import {
  type Payment,
  PaymentRecord,
  type PaymentStatus,
  paymentCodec
} from "../../payments/charges/Payment.ts"
import { attemptListCodec } from "../../payments/operations/listAttempts.ts"
import { ListPayments, paymentListCodec } from "../../payments/operations/listPayments.ts"
import { DeclineRecord } from "../../providers/Decline.ts"
import type { WireCodec } from "./WireCodec.ts"

const ulid = "01KA1B2C3D4E5F6G7H8J9KAMNP"
const created = "2026-11-01T00:00:00.000Z"
const newer = "from_a_newer_engine"

const decline = {
  code: newer,
  category: newer,
  advice: newer,
  message: "Something new.",
  retry_after: null
}

const money = { amount: "1250", currency: "EUR" }
const payment = {
  object: "payment",
  id: `payment_${ulid}`,
  status: newer,
  type: "one_off",
  ...money,
  amount_capturable: "0",
  amount_captured: "0",
  amount_refunded: "0",
  decline,
  disputed: false,
  attempts: [],
  customer: null,
  payment_instrument: null,
  checkout_session: null,
  metadata: {},
  created
}
const attempt = {
  object: "attempt",
  id: `attempt_${ulid}`,
  payment: payment.id,
  provider: "sandbox",
  provider_reference: "ch_1",
  relay_used: false,
  status: newer,
  mid: null,
  routing_rule: null,
  decline,
  created
}
const modified = { payment: payment.id, status: newer, created, failure_reason: null }
const list = (item: object) => ({
  object: "list",
  data: [item],
  has_more: false,
  next_cursor: null
})

/** Answers of each kind whose enumerations only have new members. */
const answers = {
  payment: [paymentCodec, payment],
  payments: [paymentListCodec, list(payment)],
  attempt: [attemptCodec, attempt],
  attempts: [attemptListCodec, list(attempt)],
  capture: [
    captureCodec,
    { object: "capture", id: `capture_${ulid}`, ...modified, ...money, final_capture: true }
  ],
  increment: [
    incrementCodec,
    { object: "increment", id: `increment_${ulid}`, ...modified, ...money, reason: null }
  ],
  void: [voidCodec, { object: "void", id: `void_${ulid}`, ...modified, reason: null }],
  refund: [
    refundCodec,
    { object: "refund", id: `refund_${ulid}`, ...modified, reason: null, ...money }
  ],
  checkoutResult: [
    checkoutResultCodec,
    { object: "checkout_result", status: newer, payment: payment.id, action: null, decline }
  ]
} as unknown as Readonly<Record<string, readonly [WireCodec<unknown>, object]>>

type ReadPayment = typeof Payment.Type

const reads = (schema: Schema.Top, value: unknown): boolean =>
  Schema.is(schema as Schema.Codec<unknown>)(value)

describe("a schema of answers", () => {
  it.each(Object.entries(answers))("accepts unknown members: %s", (_, pair) => {
    const [codec, answer] = pair
    const read = Schema.decodeUnknownSync(codec.schema)(answer)
    expect(codec.encode(read)).toEqual(answer)
    expect(codec.encode(codec.fromBody(JSON.stringify(answer)))).toEqual(answer)
  })

  it("reads stored answers of a release that had no amount_capturable and no final_capture", () => {
    const { amount_capturable: _, ...stored } = payment
    const read = (status: string) =>
      paymentCodec.fromBody(JSON.stringify({ ...stored, status, decline: null }))
    expect(read("authorized").amountCapturable).toBe(1250n)
    expect(read("succeeded").amountCapturable).toBe(0n)
    const captured = { object: "capture", id: `capture_${ulid}`, ...modified, ...money }
    expect(captureCodec.fromBody(JSON.stringify(captured)).finalCapture).toBe(true)
  })

  it.each([
    ["a merchant's", checkoutSessionCodec.schema],
    ["a payer's", payerSessionCodec.schema]
  ])("takes such a status of a session too, in %s view", (_, schema) => {
    const { definitions } = Schema.toJsonSchemaDocument(schema as Schema.Codec<unknown>)
    const [session] = Object.values(definitions) as ReadonlyArray<Schema.JsonObject>
    expect(session).toMatchObject({
      properties: { status: { anyOf: [{ enum: CheckoutSessionStatus.literals }, {}] } }
    })
  })

  it("suggests the known members in its types, and allows others", () => {
    expectTypeOf<ReadPayment["status"]>().not.toEqualTypeOf<string>()
    expectTypeOf<"succeeded">().toExtend<ReadPayment["status"]>()
    expectTypeOf<"from_a_newer_engine">().toExtend<ReadPayment["status"]>()
  })

  it("decodes this engine's own answers to the known members", () => {
    expectTypeOf<Payment["status"]>().toEqualTypeOf<PaymentStatus>()
    expectTypeOf<typeof paymentCodec.fromBody>().returns.toEqualTypeOf<Payment>()
  })
})

describe("a schema of records or inputs", () => {
  it.each([
    ["the status of a payment", PaymentRecord.fields.status],
    ["that of an attempt", AttemptRecord.fields.status],
    ["that of a capture, void or refund", ModificationRecord.fields.status],
    ["that of a session", CheckoutSessionRecord.fields.status],
    ["a decline's code", DeclineRecord.fields.code],
    ["a decline's category", DeclineRecord.fields.category],
    ["a decline's advice", DeclineRecord.fields.advice]
  ])("takes only what is known: %s", (_, schema) => {
    expect(reads(schema, newer)).toBe(false)
  })

  it("accepts only known statuses in a filter", () => {
    const decode = Schema.decodeUnknownResult(ListPayments)
    expect(decode({ status: ["succeeded"] })._tag).toBe("Success")
    expect(decode({ status: [newer] })._tag).toBe("Failure")
  })
})
