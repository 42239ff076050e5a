import { Payloom } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { memory } from "../storage/memory.ts"
import { sandbox } from "./sandbox.ts"

describe("a shop of the sandbox", () => {
  const box = sandbox()
  const start = (storage = memory()) => Payloom.make({ ...box.setup, storage, workers: false })

  it("takes payments as soon as it is open", async () => {
    const shop = await box.openShop(await start())
    const paymentInstrument = await box.saveCard(shop, "approved")
    const payment = await shop.payments.create(
      { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
      { idempotencyKey: "order-1" }
    )
    expect(payment).toMatchObject({ status: "succeeded", amountCaptured: 1250n })
  })

  it("is created once and found again by its reference, also by another engine", async () => {
    const storage = memory()
    const made = await box.openShop(await start(storage))
    const found = await box.openShop(await start(storage))
    const other = await box.openShop(await start(storage), { reference: "another" })
    expect(found.scope).toEqual(made.scope)
    expect(other.scope).not.toEqual(made.scope)
    expect([made.isNew, found.isNew, other.isNew]).toEqual([true, false, true])
    expect(await found.routing.listMids()).toHaveLength(3)
  })

  it("is created once by concurrent calls", async () => {
    const payloom = await start()
    const opened = await Promise.all(
      Array.from({ length: 5 }, () => box.openShop(payloom, { accounts: {} }))
    )
    expect(new Set(opened.map(({ scope }) => scope.tenant)).size).toBe(1)
    expect(opened.filter(({ isNew }) => isNew)).toHaveLength(1)
  })

  it("has an account of every name on the provider at its place, or on the last one", async () => {
    const several = sandbox({
      providers: [{ name: "north" }, { name: "south", capabilities: { lookup: false } }]
    })
    const payloom = await Payloom.make({ ...several.setup, storage: memory(), workers: false })
    const mids = await (await several.openShop(payloom)).routing.listMids()
    expect(mids.map(({ name, provider, methods }) => [name, provider, methods])).toEqual([
      ["primary", "north", ["card", "wallet", "apm"]],
      ["secondary", "south", ["card", "wallet"]],
      ["tertiary", "south", ["card", "wallet"]]
    ])
  })

  it("adds missing methods to the accounts of an older shop, and changes nothing else", async () => {
    const payloom = await start()
    const shop = await box.openShop(payloom, { accounts: {} })
    const older = await shop.routing.createMid({
      name: "primary",
      provider: box.provider.name,
      currencies: ["EUR"],
      credentials: box.accounts.primary
    })
    expect(older.methods).toEqual(["card"])
    await box.openShop(payloom)
    const mids = await shop.routing.listMids()
    expect(mids[0]).toEqual({ ...older, methods: ["card", "wallet", "apm"] })
    expect(mids.map(({ name }) => name)).toEqual(["primary", "secondary", "tertiary"])
    await box.openShop(payloom)
    expect(await shop.routing.listMids()).toEqual(mids)
  })

  it("saves a card for the given customer, or for a new one", async () => {
    const shop = await box.openShop(await start())
    const { id: customer } = await shop.customers.create({}, { idempotencyKey: "customer" })
    const ids = [
      await box.saveCard(shop, "approved", customer),
      await box.saveCard(shop, { card: "approved", expYear: 2031 })
    ]
    const [theirs, other] = await Promise.all(ids.map((id) => shop.paymentInstruments.retrieve(id)))
    expect(theirs?.customer).toBe(customer)
    expect(other?.customer).not.toBe(customer)
    expect(other?.card?.expYear).toBe(2031)
  })
})
