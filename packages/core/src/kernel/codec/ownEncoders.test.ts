import { Schema } from "effect"
import { expect, it } from "vitest"
import {
  type CheckoutSession,
  checkoutSessionCodec
} from "../../checkout/sessions/CheckoutSession.ts"
import type { ModificationRecord } from "../../payments/captures-voids-refunds/Modification.ts"
import {
  captureCodec,
  incrementCodec,
  refundCodec,
  toCapture,
  toIncrement,
  toRefund,
  toVoid,
  voidCodec
} from "../../payments/captures-voids-refunds/resources.ts"
import { type Payment, paymentCodec } from "../../payments/charges/Payment.ts"
import { declineBlock } from "../../providers/Decline.ts"
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
  amountCapturable: 0n,
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

const session = {
  object: "checkout_session",
  id: `checkout_${ulid}`,
  mode: "subscription",
  status: "created",
  amount: 1250n,
  currency: "EUR",
  description: "An order",
  lineItems: [
    { name: "Bread", quantity: 2, amount: 1000n },
    { name: "Salt", quantity: 1, amount: 250n }
  ],
  captureMethod: "manual",
  allowedMethods: ["card"],
  availableMethods: ["card"],
  payment: null,
  subscription: null,
  plan: `plan_${ulid}`,
  interval: { unit: "month", count: 1 },
  customer: null,
  template: null,
  locale: "en",
  country: "DE",
  expiresAt: 1_794_830_400_123,
  metadata: { order: "7" },
  created: 1_794_744_000_123
} as unknown as CheckoutSession

const splits = [
  { account: "acct_baker", amount: 700n, reference: "seller 1" },
  { account: "acct_brewer", amount: 300n }
]

const says = <A>(codec: WireCodec<A>, value: A) => ({
  own: JSON.stringify(codec.encode(value)),
  schema: JSON.stringify(Schema.encodeSync(codec.schema)(value))
})

it.each([
  ["payment", says(paymentCodec, payment)],
  ["accepted payment", says(paymentCodec, { ...payment, status: "succeeded", decline: null })],
  ["payment with splits", says(paymentCodec, { ...payment, splits, splitsReversed: 266n })],
  ["checkout session with splits", says(checkoutSessionCodec, { ...session, splits })],
  ["checkout session", says(checkoutSessionCodec, session)],
  [
    "new checkout session",
    says(checkoutSessionCodec, { ...session, sessionToken: "token", url: "https://pay.example" })
  ],
  ["capture", says(captureCodec, { ...toCapture(modification), id: `capture_${ulid}` as never })],
  [
    "increment",
    says(incrementCodec, { ...toIncrement(modification), id: `increment_${ulid}` as never })
  ],
  ["void", says(voidCodec, { ...toVoid(modification), id: `void_${ulid}` as never })],
  ["refund", says(refundCodec, toRefund({ ...modification, reason: "One item returned" }))],
  ["refund of splits", says(refundCodec, toRefund({ ...modification, splits }))]
])("what encodes a %s by itself says the same as its schema", (_, { own, schema }) => {
  expect(JSON.parse(own)).toEqual(JSON.parse(schema))
})
