import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { adyen } from "./adyen.ts"
import { startFakeAdyen } from "./fake/index.ts"
import { encryptedCard } from "./testing/adyenHarness.ts"
import { chargeRequest } from "./testing/chargeRequest.ts"
import { openAdyenShop } from "./testing/openAdyenShop.ts"

type Shop = Awaited<ReturnType<typeof openAdyenShop>>

/** Holds 1250 EUR cents with these features. */
const hold = ({ pay }: Shop, authorization: object, holderName?: string) =>
  pay(holderName, { captureMethod: "manual", authorization })

/** Runs the jobs that are due, and waits for their webhooks. */
const settle = async ({ runDue, hear }: Shop) => {
  await runDue()
  await hear()
}

describe("a hold at Adyen that is captured in parts", () => {
  const open = async () => {
    const world = await openAdyenShop({ multipleCaptures: true }, { multipleCaptures: true })
    const { id } = await hold(world, { multipleCaptures: true })
    let parts = 0
    const capture = async (amount: bigint, finalCapture: boolean) => {
      parts += 1
      const part = { amount, finalCapture }
      await world.shop.payments.capture(id, part, { idempotencyKey: `part-${parts}` })
      await settle(world)
      return world.shop.payments.retrieve(id)
    }
    return { ...world, id, capture }
  }

  it("keeps its rest until the final capture, which releases the rest", async () => {
    const { capture, fake } = await open()
    expect(await capture(500n, false)).toMatchObject({
      status: "partially_captured",
      amountCaptured: 500n,
      amountCapturable: 750n
    })
    expect(fake.allPayments()).toMatchObject([{ isClosed: false }])
    expect(await capture(250n, true)).toMatchObject({ amountCaptured: 750n, amountCapturable: 0n })
    expect(fake.allPayments()).toMatchObject([{ captured: 750, isClosed: true }])
    expect(fake.totals()).toEqual({ EUR: 750 })
  })

  it("can't be captured any more after Adyen reports that its rest expired", async () => {
    const { capture, fake, hear, shop, id, alerts } = await open()
    await capture(500n, false)
    const [payment] = fake.allPayments()
    fake.dashboard.expire(payment?.reference ?? "")
    await hear()
    expect(await shop.payments.retrieve(id)).toMatchObject({
      status: "partially_captured",
      amountCaptured: 500n,
      amountCapturable: 0n
    })
    await expect(capture(100n, false)).rejects.toMatchObject({ _tag: "PaymentNotCapturable" })
    expect(alerts).toEqual([])
  })

  it("stays captured if the cancel of its rest is late, because Adyen repeats the webhook", async () => {
    const { capture, fake, hear } = await open()
    fake.faults.next({ _tag: "drops_before" }, "void")
    await capture(500n, true)
    await hear()
    expect(fake.allPayments()).toMatchObject([{ captured: 500, isClosed: true }])
  })
})

describe("a hold at Adyen that is raised", () => {
  const raise = async (world: Shop, id: string) => {
    await world.shop.payments.incrementAuthorization(
      id,
      { amount: 2000n },
      { idempotencyKey: "raise" }
    )
    await settle(world)
    return world.shop.payments.retrieve(id)
  }

  it("holds the new total once the webhook reports it, and can be captured", async () => {
    const world = await openAdyenShop()
    const { shop, fake } = world
    const { id } = await hold(world, { incremental: true })
    expect(await raise(world, id)).toMatchObject({ amount: 2000n, amountCapturable: 2000n })
    await shop.payments.capture(id, {}, { idempotencyKey: "capture" })
    await settle(world)
    expect(fake.totals()).toEqual({ EUR: 2000 })
  })

  it.each(["drops_before", "drops_after"] as const)(
    "holds the new total once, if the call %s and is sent again",
    async (_tag) => {
      const world = await openAdyenShop()
      const { fake, recover, hear, shop, alerts } = world
      const { id } = await hold(world, { incremental: true })
      fake.faults.next({ _tag }, "increment")
      await raise(world, id)
      await recover()
      await hear()
      expect(await shop.payments.retrieve(id)).toMatchObject({ amountCapturable: 2000n })
      const made = fake.events.all().filter(({ eventCode }) => /ADJUSTMENT/.test(eventCode ?? ""))
      expect(made).toHaveLength(1)
      expect(fake.allPayments()).toMatchObject([{ authorised: 2000 }])
      expect(alerts).toEqual([])
    }
  )

  it("stays as it was if the issuer declines", async () => {
    const world = await openAdyenShop()
    const { id } = await hold(world, { incremental: true }, "UPDATE_REFUSED")
    expect(await raise(world, id)).toMatchObject({ amount: 1250n, amountCapturable: 1250n })
  })
})

describe("a hold at Adyen with overcapture", () => {
  it("can be captured for more by the percentage of the card's brand", async () => {
    const percent = { overCapturePercent: { visa: 15 } }
    const world = await openAdyenShop(percent, { overCapturePercent: 15 })
    const { shop, fake } = world
    const { id } = await hold(world, { overCapture: true })
    const tooMuch = shop.payments.capture(id, { amount: 1438n }, { idempotencyKey: "much" })
    await expect(tooMuch).rejects.toThrow("1437")
    await shop.payments.capture(id, { amount: 1437n }, { idempotencyKey: "tip" })
    await settle(world)
    expect(fake.totals()).toEqual({ EUR: 1437 })
  })

  it("has no limit above the hold without a request, or for another brand", async () => {
    const fake = await startFakeAdyen()
    const provider = adyen({
      baseUrl: fake.url,
      accountOf: (name) => fake.account(name),
      overCapturePercent: { mastercard: 20 }
    })
    const mastercard = JSON.stringify(encryptedCard("J. Payer", "5555444433331111"))
    const source = { _tag: "Vaulted", vaultReference: mastercard } as const
    const limits = [
      { reference: "attempt_1", authorization: { overCapture: true } },
      { reference: "attempt_2", authorization: { overCapture: true }, source },
      { reference: "attempt_3", source },
      { reference: "attempt_4", authorization: { overCapture: true }, source, capture: true }
    ].map(async (changes) => {
      const request = chargeRequest({ capture: false, ...changes })
      return Object(await Effect.runPromise(provider.charge(request))).capturableUpTo
    })
    expect(await Promise.all(limits)).toEqual([undefined, 1500n, undefined, undefined])
    await fake.close()
  })
})

describe("a card at Adyen that has only a part of the amount", () => {
  it("is charged for the part if the payment accepts it", async () => {
    const { pay, fake } = await openAdyenShop()
    expect(await pay("PREPAID", { authorization: { partial: true } })).toMatchObject({
      status: "partially_captured",
      amountCaptured: 625n
    })
    expect(fake.totals()).toEqual({ EUR: 625 })
  })

  it("is declined otherwise", async () => {
    const { pay, fake } = await openAdyenShop()
    expect(await pay("PREPAID")).toMatchObject({
      status: "declined",
      decline: { code: "insufficient_funds" }
    })
    expect(fake.totals()).toEqual({ EUR: 0 })
  })
})
