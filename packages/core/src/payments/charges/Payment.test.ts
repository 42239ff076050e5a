import { Arbitrary, Effect, Schema } from "effect"
import { expect, it } from "vitest"
import { Payment, paymentCodec } from "./Payment.ts"

it("a payment's own encoder says what its schema says, field by field in its order", async () => {
  const bySchema = Schema.encodeSync(Payment)
  const payments = Arbitrary.sampleEffect(Arbitrary.schema(Payment), {
    count: 60,
    maxDiscards: 50_000
  })
  for (const read of await Effect.runPromise(payments)) {
    const payment = read as Payment
    expect(JSON.stringify(paymentCodec.encode(payment))).toBe(JSON.stringify(bySchema(read)))
    expect(paymentCodec.fromBody(paymentCodec.toBody(payment))).toEqual(payment)
  }
})
