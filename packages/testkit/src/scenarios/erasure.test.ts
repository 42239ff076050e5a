import { collections, update } from "@payloom/core"
import { Option } from "effect"
import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { marked, markedRows } from "./testing/markedCustomer.ts"
import { notifyingShop } from "./testing/notifyingShop.ts"
import { hour } from "./testing/openShop.ts"
import { standing, subscribe } from "./testing/subscribing.ts"

const open = auditedShops()

const key = { idempotencyKey: "erase" }

describe("the erasure of a customer", () => {
  it("removes what the customer and their payments have, and answers the same again", async () => {
    const shop = await open()
    const { customers, payments } = shop.shop()
    const card = await shop.saveCard("approved")
    const { customer } = await shop.shop().paymentInstruments.retrieve(card)
    await customers.update(customer, { name: "Ada" }, { idempotencyKey: "u" })
    const payment = await shop.pay("approved", { metadata: { of: "Ada" } })
    const erased = await customers.erase(customer, key)
    expect(erased).toMatchObject({ id: customer, name: null, email: null, metadata: {} })
    await shop.elapse(hour)
    expect(await payments.retrieve(payment.id)).toEqual({ ...payment, metadata: {} })
    expect(await shop.shop().paymentInstruments.retrieve(card)).toMatchObject({ detached: true })
    for (const { data } of await shop.events(payment.id)) {
      expect(data.object).toMatchObject({ id: payment.id, amount: "1250", metadata: {} })
    }
    expect(await customers.erase(customer, key)).toEqual(erased)
    expect(await customers.erase(customer, { idempotencyKey: "again" })).toEqual(erased)
    await shop.elapse(hour)
  })

  it("keeps who erased them and the id of the request in the audit log, but no reason", async () => {
    const shop = await open()
    const { id } = await shop.shop().customers.create({ name: "Ada" }, { idempotencyKey: "c" })
    const actor = { type: "user", id: "bob" } as const
    const acting = { actor, request: "erasure_1001", reason: "Ada wrote to us" }
    const merchant = shop.process().payloom.as(acting).merchant(shop.shop().scope)
    await merchant.customers.erase(id, key)
    await shop.elapse(2 * hour)
    const { data } = await shop.shop().audit.list({ subject: id })
    const { operation, request, reason } = data[0] ?? {}
    expect([data.length, operation, data[0]?.actor, request, reason]).toEqual([
      1,
      "customers.erase",
      expect.objectContaining(actor),
      "erasure_1001",
      "[erased]"
    ])
  })
})

describe("the erasure of a customer that a newer release has written", () => {
  it("removes the fields that it doesn't know, and keeps those of its own record", async () => {
    const shop = await open()
    const { customers, scope } = shop.shop()
    const { id } = await customers.create({ name: "Ada" }, { idempotencyKey: "c" })
    await customers.erase(id, key)
    await shop.elapse(2 * hour)
    const { storage } = shop.process().payloom.services
    const rowOf = async (name: string) => {
      const of = collections.find((one) => one.name === name)
      if (of === undefined) return expect.unreachable(name)
      const found = await shop.run(storage.get(scope, of, id))
      return { of, stored: Option.getOrThrow(found) }
    }
    for (const name of ["customers", "erasures"]) {
      const { of, stored } = await rowOf(name)
      const row = { ...stored.row, addedByNextRelease: "Ada" }
      await shop.run(shop.storage.commit([update(of, stored, row)]))
    }
    await customers.erase(id, { idempotencyKey: "again" })
    expect((await rowOf("customers")).stored.row).not.toHaveProperty("addedByNextRelease")
    expect((await rowOf("erasures")).stored.row).toHaveProperty("addedByNextRelease")
    await shop.elapse(2 * hour)
  })
})

describe("the erasure of a customer with something in flight", () => {
  it("is refused with an error that names it, and changes nothing", async () => {
    const shop = await open()
    const { customers, checkout } = shop.shop()
    const { id } = await customers.create({ email: "a@example.org" }, { idempotencyKey: "c" })
    const session = await checkout.create(
      { amount: 100n, currency: "EUR", customer: id },
      { idempotencyKey: "s" }
    )
    await expect(customers.erase(id, key)).rejects.toMatchObject({
      _tag: "CustomerInUse",
      object: "checkout_session",
      id: session.id
    })
    expect((await customers.retrieve(id)).email).toBe("a@example.org")
    const payment = await shop
      .shop()
      .payments.create(
        { amount: 100n, currency: "EUR", type: "one_off", customer: id },
        { idempotencyKey: "p" }
      )
    await checkout.cancel(session.id)
    await expect(customers.erase(id, { idempotencyKey: "two" })).rejects.toMatchObject({
      object: "payment",
      id: payment.id
    })
    const subscriber = await subscribe(shop)
    await expect(
      customers.erase(subscriber.customer, { idempotencyKey: "three" })
    ).rejects.toMatchObject({ object: "subscription" })
    await expect(
      customers.erase(`customer_${"0".repeat(26)}`, { idempotencyKey: "four" })
    ).rejects.toMatchObject({ _tag: "ResourceNotFound" })
  })
})

describe("an erased customer", () => {
  it("is refused by every operation that would add something about them", async () => {
    const shop = await open()
    const { cards, checkout, customers, payments, subscriptions } = shop.shop()
    const ended = await standing(shop, await subscribe(shop))
    const { customer, paymentInstrument } = ended
    const ciphertext = await shop.box.encryptCard("approved")
    await subscriptions.cancel(ended.id, { cancelAtPeriodEnd: false }, { idempotencyKey: "end" })
    await customers.erase(customer, key)
    const money = { amount: 100n, currency: "EUR" } as const
    const calls: Readonly<Record<string, (options: typeof key) => Promise<unknown>>> = {
      "customer of payments": (options) =>
        payments.create({ ...money, type: "one_off", customer }, options),
      "paymentInstrument of payments": (options) =>
        payments.create({ ...money, type: "one_off", paymentInstrument }, options),
      "customer of sessions": (options) => checkout.create({ ...money, customer }, options),
      "customer of subscriptions": (options) =>
        subscriptions.create(
          { ...money, customer, paymentInstrument, interval: { unit: "month", count: 1 } },
          options
        ),
      "customer of cards": () => cards.save({ ciphertext, customer }),
      "id of customers": (options) => customers.update(customer, { name: "Ada" }, options),
      "id of subscriptions": (options) =>
        subscriptions.update(ended.id, { metadata: { of: "Ada" } }, options)
    }
    for (const [name, call] of Object.entries(calls)) {
      const refused = await call({ idempotencyKey: name }).catch((error: unknown) => error)
      expect([name, refused]).toMatchObject([
        name,
        { _tag: "CustomerErased", customer, param: name.split(" ")[0] }
      ])
    }
    expect((await customers.retrieve(customer)).name).toBe(null)
    await shop.elapse(2 * hour)
    const detached = payments.create({ ...money, type: "one_off", paymentInstrument }, key)
    await expect(detached).rejects.toMatchObject({ _tag: "CustomerErased" })
  })

  it("gets no text of a late notification, which is kept for a person", async () => {
    const { shop, notify } = await notifyingShop(open)
    const card = await shop.saveCard("approved")
    const { customer } = await shop.shop().paymentInstruments.retrieve(card)
    const payment = await shop.pay("approved")
    await shop.shop().customers.erase(customer, key)
    await shop.elapse(2 * hour)
    const charge = {
      _tag: "Found",
      providerReference: "ch_1",
      amount: 9999n,
      currency: "EUR",
      state: "captured",
      networkReference: null,
      rawCode: null,
      message: marked()
    } as const
    const reference = shop.lastAttempt(payment)
    await notify({ _tag: "Charge", id: "late", reference, charge })
    const kept = await shop.shop().notifications.list()
    expect(kept.data.map(({ status, amount }) => [status, amount])).toEqual([["kept", 9999n]])
    expect(await markedRows(shop)).toEqual([])
  })
})
