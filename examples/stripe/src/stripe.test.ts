import { startFakeStripe } from "@payloom/provider-stripe/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { readTestKey } from "./readTestKey.ts"
import { type PaymentLine, takePayments } from "./takePayments.ts"

describe("the example on Stripe", () => {
  it("charges, refunds, authorizes, captures and is declined at Stripe", async () => {
    const fake = await startFakeStripe()
    onTestFinished(fake.close)
    const lines: Array<PaymentLine> = []
    const { apiKey } = fake.account()
    await takePayments(apiKey, fake.address, (each) => void lines.push(each))
    expect(lines.map(({ status }) => status)).toEqual([
      "succeeded",
      "partially_refunded",
      "authorized",
      "partially_captured",
      "declined"
    ])
    expect(fake.allPayments().map(({ charge }) => charge?.amount_captured)).toEqual([1250, 1000, 0])
    for (const { reference } of lines) expect(reference).toMatch(/^pi_/)
  })

  it("refuses a missing key and a live key in one line", () => {
    expect(readTestKey("sk_test_123456789")).toBe("sk_test_123456789")
    for (const key of [undefined, "", "sk_live_123456789", "pk_test_123456789", "sk_test_"]) {
      expect(readTestKey(key)).toMatchObject({
        needs: expect.stringMatching(/^STRIPE_SECRET_KEY must be .* Stripe's test mode.*\.$/)
      })
    }
  })
})
