import { describe, expect, it } from "vitest"
import { openStripeShop } from "./testing/openStripeShop.ts"

type Shop = Awaited<ReturnType<typeof openStripeShop>>

const authorization = { multipleCaptures: true, incremental: true, overCapture: true } as const

/** Holds 12.50 EUR with all features of a hold. */
const hold = ({ pay }: Shop, card = "pm_card_visa") =>
  pay(card, { captureMethod: "manual", authorization })

/** Captures an amount, and lets the engine finish it. */
const captured = async (
  { shop, runDue }: Shop,
  id: string,
  amount: bigint,
  finalCapture: boolean
) => {
  const key = { idempotencyKey: `capture ${amount}` }
  await shop.payments.capture(id, { amount, finalCapture }, key)
  await runDue()
}

describe("a hold at Stripe that is captured in parts", () => {
  it("is booked once for each part, with every webhook delivered twice", async () => {
    const opened = await openStripeShop()
    const { fake, shop, hear, alerts } = opened
    const { id } = await hold(opened)
    for (const amount of [500n, 300n]) {
      await captured(opened, id, amount, false)
      await hear()
    }
    expect(await shop.payments.retrieve(id)).toMatchObject({
      status: "partially_captured",
      amountCaptured: 800n,
      amountCapturable: 450n
    })
    await captured(opened, id, 200n, true)
    await hear()
    expect(await shop.payments.retrieve(id)).toMatchObject({
      amountCaptured: 1000n,
      amountCapturable: 0n
    })
    expect(fake.allPayments()[0]?.payment.amount_received).toBe(1000)
    expect(alerts).toEqual([])
  })

  it("is booked once if the answer to a part is lost", async () => {
    const opened = await openStripeShop()
    const { fake, shop, recover, hear, alerts } = opened
    const { id } = await hold(opened)
    await captured(opened, id, 500n, false)
    fake.faults.next({ _tag: "drops_after" }, "capture")
    await captured(opened, id, 300n, false)
    await recover()
    await hear()
    expect(await shop.payments.retrieve(id)).toMatchObject({
      amountCaptured: 800n,
      amountCapturable: 450n
    })
    expect(fake.allPayments()[0]?.captures.map(({ amount }) => amount)).toEqual([500, 300])
    expect(alerts).toEqual([])
  })

  it("keeps the captured parts if the rest expires", async () => {
    const opened = await openStripeShop()
    const { fake, shop, hear, runDue, clock } = opened
    const { id, attempts } = await hold(opened)
    await captured(opened, id, 500n, false)
    fake.dashboard.expire(attempts[0] ?? "")
    await hear()
    await clock.advance(8 * 86_400_000)
    await runDue()
    expect(await shop.payments.retrieve(id)).toMatchObject({
      amountCaptured: 500n,
      amountCapturable: 0n
    })
  })
})

describe("a hold at Stripe that is raised", () => {
  it.each(["drops_before", "drops_after"] as const)(
    "has the new total, which can be captured, if the call %s",
    async (_tag) => {
      const opened = await openStripeShop()
      const { fake, shop, runDue, recover, hear, alerts } = opened
      const { id } = await hold(opened)
      fake.faults.next({ _tag }, "increment")
      await shop.payments.incrementAuthorization(id, { amount: 2000n }, { idempotencyKey: "raise" })
      await runDue()
      await recover()
      await hear()
      expect(await shop.payments.retrieve(id)).toMatchObject({ amountCapturable: 2000n })
      await captured(opened, id, 2000n, true)
      await hear()
      expect(await shop.payments.retrieve(id)).toMatchObject({
        status: "succeeded",
        amountCaptured: 2000n
      })
      expect(alerts).toEqual([])
    }
  )

  it("stays as it was if the issuer declines", async () => {
    const opened = await openStripeShop()
    const { shop, runDue } = opened
    const { id } = await hold(opened, "pm_fake_increment_declined")
    await shop.payments.incrementAuthorization(id, { amount: 2000n }, { idempotencyKey: "raise" })
    await runDue()
    expect(await shop.payments.retrieve(id)).toMatchObject({ amountCapturable: 1250n })
  })

  it("can be captured up to the limit of over-capture, and refunded whole", async () => {
    const opened = await openStripeShop()
    const { fake, shop, runDue, hear, alerts } = opened
    const { id } = await hold(opened)
    await captured(opened, id, 1400n, true)
    await hear()
    await shop.payments.refund(id, { amount: 1400n }, { idempotencyKey: "refund" })
    await runDue()
    expect(await shop.payments.retrieve(id)).toMatchObject({
      status: "refunded",
      amountCaptured: 1400n
    })
    expect(fake.allPayments()[0]?.charge?.amount_refunded).toBe(1400)
    expect(alerts).toEqual([])
  })
})

describe("a webhook of a hold at Stripe that comes before the answer", () => {
  it("books a captured part and an increment once", async () => {
    const opened = await openStripeShop()
    const { fake, shop, runDue, hear, alerts } = opened
    const { id } = await hold(opened)
    const received = () => fake.allPayments()[0]?.payment
    fake.faults.next({ _tag: "holds_after", ms: 150 }, "increment")
    await shop.payments.incrementAuthorization(id, { amount: 2000n }, { idempotencyKey: "raise" })
    const raising = runDue()
    await expect.poll(() => received()?.amount).toBe(2000)
    await hear()
    await raising
    expect(await shop.payments.retrieve(id)).toMatchObject({ amountCapturable: 2000n })
    fake.faults.next({ _tag: "holds_after", ms: 150 }, "capture")
    const capturing = captured(opened, id, 500n, false)
    await expect.poll(() => received()?.amount_received).toBe(500)
    await hear()
    await capturing
    expect(await shop.payments.retrieve(id)).toMatchObject({
      status: "partially_captured",
      amountCaptured: 500n,
      amountCapturable: 1500n
    })
    expect(alerts).toEqual([])
  })
})
