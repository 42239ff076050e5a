import { Schema } from "effect"
import { expect, it } from "vitest"
import { type Payment, paymentCodec } from "../charges/Payment.ts"
import {
  captureCodec,
  type ModificationRecord,
  refundCodec,
  toCapture,
  toRefund,
  toVoid,
  voidCodec
} from "../modifications/Modification.ts"
import { declineBlock } from "../providers/Decline.ts"
import type { WireCodec } from "./WireCodec.ts"

const ulid = "01M7FH87G00000000000000000"

const modification = {
  id: `refund_${ulid}`,
  payment: `payment_${ulid}`,
  status: "pending",
  amount: 1250n,
  currency: "EUR",
  reason: null,
  created: 1_794_744_000_123
} as unknown as ModificationRecord

const payment = {
  object: "payment",
  id: `payment_${ulid}`,
  status: "declined",
  type: "one_off",
  amount: 1250n,
  currency: "EUR",
  amountCaptured: 0n,
  amountRefunded: 0n,
  decline: declineBlock("insufficient_funds", "soft", 1_794_744_000_000),
  disputed: false,
  attempts: [`attempt_${ulid}`],
  customer: null,
  paymentInstrument: `card_${ulid}`,
  checkoutSession: null,
  metadata: { order: "7" },
  created: 1_794_744_000_123
} as unknown as Payment

const says = <A>(codec: WireCodec<A>, value: A) => ({
  own: JSON.stringify(codec.encode(value)),
  schema: JSON.stringify(Schema.encodeSync(codec.schema)(value))
})

it.each([
  ["payment", says(paymentCodec, payment)],
  ["accepted payment", says(paymentCodec, { ...payment, status: "succeeded", decline: null })],
  ["capture", says(captureCodec, { ...toCapture(modification), id: `capture_${ulid}` as never })],
  ["void", says(voidCodec, { ...toVoid(modification), id: `void_${ulid}` as never })],
  ["refund", says(refundCodec, toRefund({ ...modification, reason: "One item returned" }))]
])("what encodes a %s by itself says the same as its schema", (_, { own, schema }) => {
  expect(JSON.parse(own)).toEqual(JSON.parse(schema))
})
