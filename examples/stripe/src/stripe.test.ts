import { startFakeStripe } from "@payloom/provider-stripe/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { readTestKey } from "./readTestKey.ts"
import { type Told, takePayments } from "./takePayments.ts"

describe("the example on Stripe", () => {
  it("charges, gives back, holds, captures and is declined, each at Stripe", async () => {
    const fake = await startFakeStripe()
    onTestFinished(fake.close)
    const told: Array<Told> = []
    const { apiKey } = fake.account()
    await takePayments(apiKey, fake.address, (each) => void told.push(each))
    expect(told.map(({ status }) => status)).toEqual([
      "succeeded",
      "partially_refunded",
      "authorized",
      "partially_captured",
      "declined"
    ])
    expect(fake.allPayments().map(({ charge }) => charge?.amount_captured)).toEqual([1250, 1000, 0])
    for (const { reference } of told) expect(reference).toMatch(/^pi_/)
  })

  it("says in a line what it needs, and takes no live key", () => {
    expect(readTestKey("sk_test_123456789")).toBe("sk_test_123456789")
    for (const key of [undefined, "", "sk_live_123456789", "pk_test_123456789", "sk_test_"]) {
      expect(readTestKey(key)).toMatchObject({
        needs: expect.stringMatching(/^STRIPE_SECRET_KEY has to be .* Stripe's test mode.*\.$/)
      })
    }
  })
})
