import { describe, expect, it } from "vitest"
import { openImport } from "../testing/openImport.ts"

const interval = { unit: "month", count: 1 } as const

describe("an account with objects that can't be brought over", () => {
  it.each([
    ["a currency that was withdrawn", { currency: "hrk" }, "currency_unknown"],
    ["a currency that is none of ISO 4217", { currency: "usdc" }, "currency_unknown"],
    [
      "an interval of three years in days",
      { interval: { unit: "day", count: 1095 } as const },
      "interval_too_long"
    ]
  ])("is copied without a price of %s", async (_, changes, reason) => {
    const { fake, move, shop, subscribe, stateOf } = await openImport()
    fake.billing.addPrice({ id: "price_odd", amount: 900, currency: "eur", interval, ...changes })
    const [usual, odd] = [subscribe("usual"), subscribe("odd", 10, { price: "price_odd" })]
    await move.copy()
    expect(await stateOf(usual)).toMatchObject({ state: "copied" })
    expect(await stateOf(odd)).toMatchObject({ state: "left", reasons: [reason] })
    expect((await shop.plans.list()).data).toHaveLength(1)
    expect(await move.freeze()).toEqual({ frozen: 1, waiting: 0, left: 1 })
  })

  it("is copied without payments in a currency that was withdrawn", async () => {
    const { clock, fake, move, shop } = await openImport()
    const created = Math.floor(clock.now() / 1000) - 86_400
    const charge = { object: "charge", amount: 500, created, customer: null, refunded: false }
    fake.billing.addCharge({ ...charge, id: "ch_1", currency: "eur", status: "succeeded" })
    fake.billing.addCharge({ ...charge, id: "ch_2", currency: "hrk", status: "succeeded" })
    await move.copy()
    const found = await shop.imports.find(["stripe:ch_1", "stripe:ch_2"])
    expect(found.map(({ externalId }) => externalId)).toEqual(["stripe:ch_1"])
  })

  it("is copied without a customer's texts that are too long", async () => {
    const { move, shop, subscribe, stateOf } = await openImport()
    subscribe("a", 10, { customer: { address: { country: "DE", postal_code: "1".repeat(500) } } })
    await move.copy()
    const customer = await shop.customers.retrieve(String((await stateOf("cus_a"))?.object))
    expect(customer.billingAddress).toEqual({ country: "DE", postalCode: null })
  })

  it.each(["gold.monthly", "Gold plan/2019", "Jährlich"])(
    "keeps the id %s that the merchant chose",
    async (id) => {
      const { fake, move, subscribe, stateOf } = await openImport()
      fake.billing.addPrice({ id, amount: 900, currency: "eur", interval })
      const subscription = subscribe("a", 10, { price: id })
      await move.copy()
      await move.freeze()
      expect(await move.takeOver()).toMatchObject({ takenOver: 1 })
      expect(await stateOf(subscription)).toMatchObject({ state: "taken_over", amount: 900n })
      expect(await stateOf(id)).toMatchObject({ kind: "plan", externalId: `stripe:${id}` })
    }
  )
})
