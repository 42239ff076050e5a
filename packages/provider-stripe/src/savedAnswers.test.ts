import { describe, expect, it } from "vitest"
import { openStripeShop } from "./testing/openStripeShop.ts"

const minuteMs = 60_000

/** Opens a shop with a payment. */
const open = async (captureMethod: "automatic" | "manual" = "manual") => {
  const opened = await openStripeShop()
  const { fake, clock, runDue, shop, pay } = opened
  const authorization = { multipleCaptures: true, incremental: true }
  const { id } = await pay("pm_card_visa", {
    captureMethod,
    ...(captureMethod === "manual" ? { authorization } : {})
  })
  return {
    ...opened,
    id,
    /** Advances the clock minute by minute, and runs the due jobs. */
    pass: async (minutes: number): Promise<void> => {
      for (let passed = 0; passed < minutes; passed += 1) {
        await clock.advance(minuteMs)
        await runDue()
      }
    },
    payment: () => shop.payments.retrieve(id),
    atStripe: () => fake.allPayments()[0]
  }
}

describe("a change that fails inside of Stripe, with its 500 under the key", () => {
  it("is made under a further key if it is a capture, and is made once", async () => {
    const { fake, shop, id, pass, payment, atStripe, alerts } = await open()
    fake.failNext("capture")
    await shop.payments.capture(id, { amount: 1000n }, { idempotencyKey: "capture" })
    await pass(2)
    expect(await payment()).toMatchObject({ status: "partially_captured", amountCaptured: 1000n })
    expect(atStripe()?.captures).toHaveLength(1)
    expect(alerts).toEqual([])
  })

  it("is made under a further key if it is a void", async () => {
    const { fake, shop, id, pass, payment, atStripe, alerts } = await open()
    fake.failNext("void")
    await shop.payments.void(id, {}, { idempotencyKey: "void" })
    await pass(2)
    expect(await payment()).toMatchObject({ status: "voided" })
    expect(atStripe()?.payment.status).toBe("canceled")
    expect(alerts).toEqual([])
  })

  it("is made under a further key if it raises a hold", async () => {
    const { fake, shop, id, pass, payment, alerts } = await open()
    fake.failNext("increment")
    await shop.payments.incrementAuthorization(id, { amount: 2000n }, { idempotencyKey: "raise" })
    await pass(2)
    expect(await payment()).toMatchObject({ amountCapturable: 2000n })
    expect(alerts).toEqual([])
  })

  it("raises an alert in a quarter of an hour if it is a refund, and is made a day later", async () => {
    const { fake, shop, id, pass, payment, alerts, atStripe } = await open("automatic")
    fake.failNext("refund")
    await shop.payments.refund(id, { amount: 400n }, { idempotencyKey: "refund" })
    await pass(10)
    expect(alerts).toEqual([])
    await pass(5)
    expect(alerts).toEqual(["alert.outcome_unknown"])
    expect(atStripe()?.refunds).toEqual([])
    await pass(2 * 24 * 60)
    expect(await payment()).toMatchObject({ amountRefunded: 400n })
    expect(atStripe()?.refunds).toHaveLength(1)
  })

  it("raises the alert too if it captures a part, because a hold takes a part twice", async () => {
    const { fake, shop, id, pass, alerts, atStripe } = await open()
    fake.failNext("capture")
    const part = { amount: 300n, finalCapture: false }
    await shop.payments.capture(id, part, { idempotencyKey: "capture" })
    await pass(15)
    expect(alerts).toEqual(["alert.outcome_unknown"])
    expect(atStripe()?.captures).toEqual([])
  })
})

describe("a change that Stripe refuses for the account's sake", () => {
  it("is made soon after the account can make it again, although Stripe saved the refusal", async () => {
    const { fake, shop, id, pass, payment, alerts, atStripe } = await open("automatic")
    fake.refuseRefunds("balance_insufficient")
    await shop.payments.refund(id, { amount: 400n }, { idempotencyKey: "refund" })
    await pass(20)
    expect(alerts).toEqual(["alert.account_refused"])
    fake.refuseRefunds(null)
    await pass(65)
    expect(await payment()).toMatchObject({ amountRefunded: 400n })
    expect(atStripe()?.refunds).toHaveLength(1)
  })
})
