import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { hour } from "./testing/openShop.ts"
import { subscribe } from "./testing/subscribing.ts"

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
