import { describe, expect, it } from "vitest"
import { openStripeShop } from "./testing/openStripeShop.ts"

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Opens a shop whose charge fails inside of Stripe, which keeps its 500 under the key. */
const openBroken = async () => {
  const shop = await openStripeShop()
  const { fake, clock, runDue } = shop
  fake.failNextCharge()
  const payment = await shop.pay("pm_card_visa")
  expect(payment.status).toBe("processing")
  return {
    ...shop,
    id: payment.id,
    attempt: payment.attempts[0] ?? "",
    status: async () => (await shop.shop.payments.retrieve(payment.id)).status,
    /** Advances the clock minute by minute, and runs the due jobs. */
    pass: async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += minuteMs) {
        await clock.advance(minuteMs)
        await runDue()
      }
    },
    /** Returns the charges that Stripe really made. */
    charged: () => fake.allPayments().filter(({ charge }) => charge !== null)
  }
}

describe("a charge that fails inside of Stripe, with its 500 under the key", () => {
  it("fails after half an hour without a listed charge, and raises an alert", async () => {
    const { pass, status, alerts, charged, shop, id } = await openBroken()
    await pass(29 * minuteMs)
    expect(await status()).toBe("processing")
    expect(alerts).toEqual([])
    await pass(3 * minuteMs)
    expect(await status()).toBe("failed")
    expect(alerts).toEqual(["alert.charge_given_up"])
    const [attempt] = await shop.payments.explain(id)
    expect(attempt?.reason).toBe("Stripe knows the charge's key, but lists no charge.")
    expect(charged()).toEqual([])
  })

  it("is not charged a second time by any look-up", async () => {
    const { pass, charged, attempt, fake } = await openBroken()
    await pass(32 * minuteMs)
    fake.completeFailedCharge(attempt)
    await pass(2 * hourMs)
    expect(charged()).toHaveLength(1)
  })

  it("succeeds if Stripe completes it in that time", async () => {
    const { pass, status, attempt, fake, charged } = await openBroken()
    await pass(5 * minuteMs)
    fake.completeFailedCharge(attempt)
    await pass(27 * minuteMs)
    expect(await status()).toBe("succeeded")
    expect(charged()).toHaveLength(1)
  })

  it("is booked and refunded if Stripe completes it later and a look-up finds it", async () => {
    const { pass, status, attempt, fake, charged, alerts } = await openBroken()
    await pass(32 * minuteMs)
    fake.completeFailedCharge(attempt)
    await pass(hourMs)
    expect(await status()).toBe("failed")
    expect(charged()[0]?.refunds).toMatchObject([{ amount: 1250, status: "succeeded" }])
    expect(alerts).toEqual([
      ...["alert.charge_given_up", "alert.late_charge", "alert.late_charge_reversed"]
    ])
  })

  it("is refunded once if the webhook reports it too", async () => {
    const { pass, attempt, fake, charged, hear, alerts } = await openBroken()
    await pass(32 * minuteMs)
    fake.completeFailedCharge(attempt)
    await hear()
    await pass(2 * hourMs)
    await hear()
    expect(charged()[0]?.refunds).toHaveLength(1)
    expect(alerts.filter((type) => type === "alert.late_charge")).toHaveLength(1)
  })

  it("is found a day later at the latest", async () => {
    const { pass, attempt, fake, charged } = await openBroken()
    await pass(24 * hourMs)
    fake.completeFailedCharge(attempt)
    await pass(2 * hourMs)
    expect(charged()[0]?.refunds).toHaveLength(1)
  })
})
