import { describe, expect, it } from "vitest"
import { openImport } from "../testing/openImport.ts"

describe("an import", () => {
  it("adds nothing when it is repeated", async () => {
    const { moving, subscribe, shop } = await openImport()
    for (const id of ["a", "b", "c"]) subscribe(id)
    for (let round = 0; round < 2; round++) {
      const move = moving()
      await move.copy()
      await move.freeze()
      await move.takeOver()
    }
    expect((await shop.customers.list()).data).toHaveLength(3)
    expect((await shop.plans.list()).data).toHaveLength(1)
    expect((await shop.subscriptions.list()).data).toHaveLength(3)
  })

  it("keeps tenants apart: each has rows of its own for one account at Stripe", async () => {
    const { payloom, shop, moving, subscribe, move } = await openImport()
    subscribe("a")
    const tenant = await payloom.tenants.create({ displayName: "Other", defaultCurrency: "EUR" })
    const other = payloom.merchant({ tenant: tenant.id, mode: "test" })
    await move.copy()
    await moving({ merchant: other }).copy()
    const [mine] = await shop.imports.find(["stripe:cus_a"])
    const [theirs] = await other.imports.find(["stripe:cus_a"])
    expect(mine?.object).not.toBe(theirs?.object)
  })

  it("refuses the writes of an earlier command once a newer one works on it", async () => {
    const { shop, subscribe, move } = await openImport()
    subscribe("a")
    await move.copy()
    const [run] = (await shop.imports.list()).data
    await move.copy()
    const write = { import: String(run?.id), session: run?.session ?? 0 }
    await expect(shop.imports.copy(write)).rejects.toMatchObject({
      _tag: "InvalidInput",
      message: expect.stringContaining("session must be")
    })
  })

  it("is recorded in the audit log for an actor", async () => {
    const { payloom, shop, moving, subscribe } = await openImport()
    subscribe("a")
    const actor = { actor: { type: "user", id: "ada" }, reason: "move" } as const
    const merchant = payloom.as(actor).merchant(shop.scope)
    await moving({ merchant }).copy()
    const operations = (await shop.audit.list()).data.map(({ operation }) => operation)
    expect(operations).toContain("imports.copy")
  })

  it("gives a card the fingerprint that the vault gives to the same number", async () => {
    const { shop, move, subscribe, stateOf } = await openImport()
    subscribe("a")
    await move.copy()
    const { object } = (await stateOf("pm_a")) ?? {}
    const imported = await shop.paymentInstruments.retrieve(String(object))
    const saved = await shop.cards.save({ ciphertext: "pm_card_visa" })
    expect(imported.card?.fingerprint).toBe(saved.card.fingerprint)
  })

  it("leaves the subscription of a customer who was erased here at Stripe", async () => {
    const { shop, move, subscribe, fake, pass, stateOf } = await openImport()
    const id = subscribe("a")
    await move.copy()
    const [row] = await shop.imports.find(["stripe:cus_a"])
    await shop.customers.erase(String(row?.object), { idempotencyKey: "erase" })
    await pass(1)
    expect(await move.freeze()).toEqual({ frozen: 0, waiting: 0, left: 1 })
    expect((await stateOf(id))?.reasons).toEqual(["customer_erased_here"])
    expect(fake.billing.subscription(id).isPaused).toBe(false)
  })

  it("never brings back a customer who was erased while the subscription was frozen", async () => {
    const { shop, move, subscribe, pass, stateOf } = await openImport()
    const id = subscribe("a")
    await move.copy()
    await move.freeze()
    const [row] = await shop.imports.find(["stripe:cus_a"])
    await shop.customers.erase(String(row?.object), { idempotencyKey: "erase" })
    await pass(1)
    expect(await move.takeOver()).toMatchObject({ takenOver: 0, waiting: 1 })
    expect((await stateOf(id))?.reasons).toEqual(["customer_erased_here"])
  })

  it("books nothing for payments of the past, and keeps them as history", async () => {
    const { shop, move, subscribe, fake, clock } = await openImport()
    subscribe("a")
    const created = Math.floor(clock.now() / 1000) - 86_400
    const charge = { id: "ch_1", object: "charge", amount: 1250, currency: "eur", created }
    fake.billing.addCharge({ ...charge, customer: "cus_a", status: "succeeded", refunded: false })
    await move.copy()
    const [row] = await shop.imports.find(["stripe:ch_1"])
    expect(row).toMatchObject({ kind: "payment", amount: 1250n, status: "succeeded", object: null })
    expect(await shop.ledger.trialBalance()).toEqual([])
  })

  it("brings customers without a subscription, with their default cards", async () => {
    const { shop, move, subscribe, fake } = await openImport()
    const id = subscribe("a")
    fake.billing.subscription(id).status = "canceled"
    await move.copy()
    const [customer] = (await shop.customers.list()).data
    expect(customer).toMatchObject({ email: "a@example.com" })
    const cards = await shop.paymentInstruments.list({ customer: String(customer?.id) })
    expect(customer?.defaultPaymentInstrument).toBe(cards.data[0]?.id)
  })
})

describe("the way back to Stripe", () => {
  it("resumes there what was not charged here, and nobody bills it twice", async () => {
    const { move, subscribe, pass, billed, fake, stateOf } = await openImport()
    const id = subscribe("a", 5)
    await move.copy()
    await move.freeze()
    await move.takeOver()
    expect(await move.giveBack()).toEqual({ released: 1, stays: 0 })
    expect(fake.billing.subscription(id)).toMatchObject({ isPaused: false, metadata: {} })
    await pass(6)
    expect(await billed(id)).toEqual({ stripe: 1, payloom: 0 })
    expect((await stateOf(id))?.state).toBe("released")
  })

  it("leaves here what was charged here", async () => {
    const { move, subscribe, pass, billed, stateOf } = await openImport()
    const id = subscribe("a", 5)
    await move.copy()
    await move.freeze()
    await move.takeOver()
    await pass(6)
    expect(await move.giveBack()).toEqual({ released: 0, stays: 1 })
    await pass(31)
    expect(await billed(id)).toEqual({ stripe: 0, payloom: 2 })
    expect(await stateOf(id)).toMatchObject({ state: "taken_over" })
  })

  it("does not resume what Stripe let pass: that is taken over", async () => {
    const { move, subscribe, pass, billed } = await openImport()
    const id = subscribe("a", 2)
    await move.copy()
    await move.freeze()
    await pass(3)
    expect(await move.giveBack()).toEqual({ released: 0, stays: 1 })
    await move.takeOver()
    await pass(1)
    expect(await billed(id)).toEqual({ stripe: 0, payloom: 1 })
  })

  it("can be moved once more afterwards", async () => {
    const { move, subscribe, pass, billed } = await openImport()
    const id = subscribe("a", 5)
    for (let round = 0; round < 2; round++) {
      await move.copy()
      await move.freeze()
      await move.takeOver()
      if (round === 0) await move.giveBack()
    }
    await pass(6)
    expect(await billed(id)).toEqual({ stripe: 0, payloom: 1 })
  })
})

describe("the comparison of both sides", () => {
  it("finds nothing after a takeover, and sums of the same amount", async () => {
    const { move, subscribe } = await openImport()
    for (const id of ["a", "b"]) subscribe(id, 20)
    await move.copy()
    const before = await move.verify()
    expect(before.sums).toEqual([
      { currency: "EUR", stripeCount: 2, stripeSum: 2500n, payloomCount: 0, payloomSum: 0n }
    ])
    await move.freeze()
    await move.takeOver()
    const after = await move.verify()
    expect(after.findings).toEqual([])
    expect(after.sums).toEqual([
      { currency: "EUR", stripeCount: 0, stripeSum: 0n, payloomCount: 2, payloomSum: 2500n }
    ])
  })

  it("names a subscription that both would bill, and one that nobody bills", async () => {
    const { move, subscribe, fake } = await openImport()
    subscribe("a", 20)
    subscribe("b", 20)
    await move.copy()
    await move.freeze()
    await move.takeOver()
    fake.billing.subscription("sub_a").isPaused = false
    subscribe("c", 20)
    await move.freeze()
    const { findings } = await move.verify()
    expect(findings).toEqual([
      { subscription: "sub_c", finding: "billed_by_nobody" },
      { subscription: "sub_a", finding: "billed_twice" }
    ])
  })
})
