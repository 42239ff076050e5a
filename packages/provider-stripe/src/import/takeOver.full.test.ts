import { describe, expect, it } from "vitest"
import { openImport } from "../testing/openImport.ts"

describe("a subscription that moves from Stripe", () => {
  it("is billed by Stripe alone if nothing is frozen", async () => {
    const { move, subscribe, pass, billed } = await openImport()
    const id = subscribe("a", 10)
    await move.copy()
    await move.takeOver()
    await pass(41)
    expect(await billed(id)).toEqual({ stripe: 2, payloom: 0 })
  })

  it("is charged once for a period that began while it was frozen", async () => {
    const { move, subscribe, pass, billed } = await openImport()
    const id = subscribe("a", 2)
    await move.copy()
    await move.freeze()
    await pass(4)
    expect(await move.takeOver()).toMatchObject({ takenOver: 1 })
    await pass(1)
    expect(await billed(id)).toEqual({ stripe: 0, payloom: 1 })
    await pass(31)
    expect(await billed(id)).toEqual({ stripe: 0, payloom: 2 })
  })

  it("waits while Stripe is about to charge an invoice, and then leaves that period to it", async () => {
    const { move, subscribe, pass, billed, clock, stateOf } = await openImport()
    const id = subscribe("a", 2)
    await move.copy()
    await clock.advance(2 * 86_400_000 + 60_000)
    expect(await move.freeze()).toEqual({ frozen: 0, waiting: 1, left: 0 })
    expect((await stateOf(id))?.reasons).toEqual(["invoice_draft"])
    await clock.advance(3_600_000 - 60_000 + 30_000)
    expect(await move.freeze()).toMatchObject({ waiting: 1 })
    expect((await stateOf(id))?.reasons).toEqual(["invoice_open"])
    await clock.advance(3_600_000)
    expect(await move.freeze()).toMatchObject({ frozen: 1 })
    expect(await move.takeOver()).toMatchObject({ takenOver: 1 })
    await pass(32)
    expect(await billed(id)).toEqual({ stripe: 1, payloom: 1 })
  })

  it("is not frozen in the last minutes of a period", async () => {
    const { move, subscribe, clock, stateOf } = await openImport()
    const id = subscribe("a", 2)
    await move.copy()
    await clock.advance(2 * 86_400_000 - 10 * 60_000)
    expect(await move.freeze()).toEqual({ frozen: 0, waiting: 1, left: 0 })
    expect((await stateOf(id))?.reasons).toEqual(["at_boundary"])
  })

  it("is left to a person if several periods went by while it was frozen", async () => {
    const { move, subscribe, pass, stateOf } = await openImport()
    const id = subscribe("a", 2)
    await move.copy()
    await move.freeze()
    await pass(35)
    expect(await move.takeOver()).toMatchObject({ takenOver: 0, waiting: 1 })
    expect((await stateOf(id))?.reasons).toEqual(["frozen_too_long"])
  })

  it("keeps the end of its trial as its first charge", async () => {
    const { move, subscribe, pass, billed, fake, clock, shop, stateOf } = await openImport()
    const trialEnd = Math.floor(clock.now() / 1000) + 5 * 86_400
    const id = subscribe("a", 10, { anchor: trialEnd - 14 * 86_400, trialEnd })
    await move.copy()
    await move.freeze()
    await move.takeOver()
    const object = String((await stateOf(id))?.object)
    expect(await shop.subscriptions.retrieve(object)).toMatchObject({
      status: "trialing",
      trialEnd: trialEnd * 1000
    })
    await pass(6)
    expect(await billed(id)).toEqual({ stripe: 0, payloom: 1 })
    expect(fake.billing.subscription(id).isPaused).toBe(true)
  })

  it("is charged on the card that its customer chose at Stripe after the copy", async () => {
    const { move, subscribe, fake, shop, stateOf, pass, billed } = await openImport()
    const id = subscribe("a", 3)
    await move.copy()
    await move.freeze()
    fake.billing.changeCard(id, "pm_card_mastercard")
    await move.takeOver()
    const { paymentInstrument } = await shop.subscriptions.retrieve(
      String((await stateOf(id))?.object)
    )
    const { card } = await shop.paymentInstruments.retrieve(paymentInstrument)
    expect(card?.brand).toBe("mastercard")
    await pass(4)
    expect(await billed(id)).toEqual({ stripe: 0, payloom: 1 })
  })

  it("ends without a charge if its customer cancels at Stripe while it is frozen", async () => {
    const { move, subscribe, fake, pass, billed, stateOf } = await openImport()
    const id = subscribe("a", 3)
    await move.copy()
    await move.freeze()
    fake.billing.subscription(id).status = "canceled"
    expect(await move.takeOver()).toEqual({ takenOver: 0, waiting: 0, ended: 1 })
    await pass(5)
    expect(await billed(id)).toEqual({ stripe: 0, payloom: 0 })
    expect((await stateOf(id))?.state).toBe("ended")
  })

  it("ends with its period if its customer asked Stripe for that", async () => {
    const { move, subscribe, fake, pass, billed, shop, stateOf } = await openImport()
    const id = subscribe("a", 3)
    await move.copy()
    await move.freeze()
    fake.billing.subscription(id).cancelAtPeriodEnd = true
    await move.takeOver()
    await pass(5)
    expect(await billed(id)).toEqual({ stripe: 0, payloom: 0 })
    const object = String((await stateOf(id))?.object)
    expect((await shop.subscriptions.retrieve(object)).status).toBe("canceled")
  })

  it("takes the price that it has when it is taken over", async () => {
    const { move, subscribe, fake, shop, stateOf } = await openImport()
    const interval = { unit: "month", count: 1 } as const
    fake.billing.addPrice({ id: "price_silver", amount: 700, currency: "eur", interval })
    const id = subscribe("a", 3)
    subscribe("b", 3, { price: "price_silver" })
    await move.copy()
    await move.freeze()
    const changed = fake.billing.subscription(id)
    changed.price = fake.billing.subscription("sub_b").price
    await move.takeOver()
    const object = String((await stateOf(id))?.object)
    expect(await shop.subscriptions.retrieve(object)).toMatchObject({ amount: 700n })
  })

  it("stays frozen, with the reason, if it became one that can't be brought over", async () => {
    const { move, subscribe, fake, stateOf } = await openImport()
    const id = subscribe("a", 3)
    await move.copy()
    await move.freeze()
    fake.billing.subscription(id).raw = { discounts: ["di_1"] }
    expect(await move.takeOver()).toMatchObject({ takenOver: 0, waiting: 1 })
    expect(await stateOf(id)).toMatchObject({ state: "frozen", reasons: ["discount"] })
    expect(await move.giveBack()).toEqual({ released: 1, stays: 0 })
    expect(fake.billing.subscription(id).isPaused).toBe(false)
  })

  it("is not taken over again if somebody resumed it at Stripe", async () => {
    const { move, subscribe, fake, pass, billed } = await openImport()
    const id = subscribe("a", 3)
    await move.copy()
    await move.freeze()
    fake.billing.subscription(id).isPaused = false
    expect(await move.takeOver()).toMatchObject({ takenOver: 0 })
    await pass(5)
    expect(await billed(id)).toEqual({ stripe: 1, payloom: 0 })
  })

  it("tells hosts by an event of its own, and not that a customer subscribed", async () => {
    const { move, subscribe, shop } = await openImport()
    subscribe("a", 20)
    await move.copy()
    await move.freeze()
    await move.takeOver()
    const types = (await shop.events.list()).data.map(({ type }) => type)
    expect(types).toEqual(["subscription.imported"])
  })
})
