import { CapturePayment, CreateRefund, inputDecoder, Resolution, VoidPayment } from "@payloom/core"
import { Result, Schema } from "effect"
import type { Act } from "../../Room.ts"

/** Returns the decoder of an act's input, in its wire form as over HTTP. */
const decoderOf = <A>(schema: Schema.Codec<A, unknown>) => {
  const decode = inputDecoder(schema)
  return (input: unknown): A => Result.getOrThrowWith(decode(input), (refused) => refused)
}

const readCapture = decoderOf(CapturePayment as unknown as Schema.Codec<CapturePayment, unknown>)
const readRefund = decoderOf(CreateRefund as unknown as Schema.Codec<CreateRefund, unknown>)
const readVoid = decoderOf(VoidPayment as unknown as Schema.Codec<VoidPayment, unknown>)
const readResolution = decoderOf(Resolution as unknown as Schema.Codec<Resolution, unknown>)
const readNothing = decoderOf(Schema.Struct({}) as unknown as Schema.Codec<object, unknown>)

/** What a person can do with a payment. */
export const paymentActs: ReadonlyArray<Act> = [
  {
    name: "payments.capture",
    role: "operator",
    run: ({ merchant, subject, input, idempotencyKey }) =>
      merchant.payments.capture(subject, readCapture(input), { idempotencyKey })
  },
  {
    name: "payments.void",
    role: "operator",
    run: ({ merchant, subject, input, idempotencyKey }) =>
      merchant.payments.void(subject, readVoid(input), { idempotencyKey })
  },
  {
    name: "payments.refund",
    role: "operator",
    run: ({ merchant, subject, input, idempotencyKey }) =>
      merchant.payments.refund(subject, readRefund(input), { idempotencyKey })
  },
  {
    name: "payments.cancel",
    role: "operator",
    run: async ({ merchant, subject, input }) => {
      readNothing(input)
      return merchant.payments.cancel(subject)
    }
  },
  {
    name: "payments.resolveAttempt",
    role: "operator",
    run: ({ merchant, subject, input }) =>
      merchant.payments.resolveAttempt(subject, readResolution(input))
  }
]
