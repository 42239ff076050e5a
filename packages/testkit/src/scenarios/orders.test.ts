import { AttemptCollection } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { everyRow } from "../audit/everyRow.ts"
import { order, sentOrder } from "./testing/anOrder.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import { openCheckout, returnUrl } from "./testing/openCheckout.ts"
import { hour, type Shop } from "./testing/openShop.ts"

const open = auditedShops()

const refusal = (shop: Shop, fields: Parameters<Shop["pay"]>[1]) =>
  shop.pay("approved", fields).then(
    () => expect.unreachable("the payment was created"),
    ({ param, message }) => [param, message]
  )

describe("the order of a payment", () => {
  it("reaches the provider with the charge, with countries in capitals", async () => {
    const shop = await open()
    await shop.pay("approved", order)
    expect(shop.requests.at(-1)).toMatchObject(sentOrder)
  })

  it("decides the route by its billing address", async () => {
    const shop = await open()
    const [, second = ""] = shop.mids
    await shop.shop().routing.setRules([
      {
        name: "Germans",
        conditions: { countries: ["DE"] },
        order: "listed",
        targets: [{ mid: second, weight: 0 }]
      }
    ])
    await shop.pay("approved", order)
    expect(shop.requests.at(-1)?.mid.id).toBe(second)
    await shop.pay("approved", {}, "other")
    expect(shop.requests.at(-1)?.mid.id).not.toBe(second)
  })

  it("reaches every account of a cascade", async () => {
    const shop = await open()
    await shop.pay("cascade", order)
    expect(shop.requests.map(({ order: sent }) => sent?.customerReference)).toEqual([
      "PO-4711",
      "PO-4711"
    ])
  })

  it("is stored only while the charge may be sent again, for providers without look-ups", async () => {
    const shop = await open({ providers: [{ capabilities: { lookup: false } }] })
    const rows = () => shop.run(everyRow(shop.storage, shop.shop().scope, AttemptCollection))
    await shop.pay("lost_answer", order)
    expect((await rows()).map(({ details }) => details?.order?.customerReference)).toEqual([
      "PO-4711"
    ])
    const plain = await open()
    await plain.pay("approved", order)
    const stored = await plain.run(everyRow(plain.storage, plain.shop().scope, AttemptCollection))
    expect(stored.map(({ details }) => details)).toEqual([undefined])
  })

  it("must add up to the amount with all of its parts", async () => {
    const shop = await open()
    expect(await refusal(shop, { ...order, amountDetails: { shippingAmount: 200n } })).toEqual([
      "lineItems",
      "lineItems must add up to 1250 with amountDetails, but make 1300."
    ])
  })

  it("is refused without a saved card, because nothing would get it", async () => {
    const shop = await open()
    const given = { amount: 1250n, currency: "EUR", type: "one_off", description: "Order" } as const
    await expect(
      shop.shop().payments.create(given, { idempotencyKey: "no card" })
    ).rejects.toMatchObject({ _tag: "InvalidInput", param: "description" })
  })

  it("may not hold a card number, nor more than its fields allow", async () => {
    const shop = await open()
    const [param] = await refusal(shop, { statementDescriptor: "A".repeat(23) })
    expect(param).toBe("statementDescriptor")
    const [name] = await refusal(shop, { shipping: { name: "4242424242424242" } })
    expect(name).toBe("shipping.name")
  })
})

describe("the details of an alternative method", () => {
  it("reach the provider with the charge, and are not kept after it was sent", async () => {
    const shop = await open({ methods: ["card", "apm"] })
    const checkout = await openCheckout(shop)
    const details = { name: "Jane Doe", bank: "INGBNL2A", document: "123.456.789-09" }
    await checkout.submit({ method: "apm", apm: { type: "sandbox_bank", details }, returnUrl })
    const source = { _tag: "Apm", apm: "sandbox_bank" } as const
    expect(shop.requests.at(-1)?.source).toEqual({ ...source, details })
    const rows = () => shop.run(everyRow(shop.storage, shop.shop().scope, AttemptCollection))
    const [attempt] = await rows()
    expect(attempt?.source).toEqual(source)
    await shop.run(shop.box.bank.payerAnswers(attempt?.id ?? "", true))
    await shop.elapse(hour)
    expect((await checkout.retrieve()).status).toBe("succeeded")
  })

  it("may not hold a card number", async () => {
    const shop = await open({ methods: ["card", "apm"] })
    const checkout = await openCheckout(shop)
    const apm = { type: "sandbox_bank", details: { accountNumber: "4242424242424242" } }
    await expect(checkout.submit({ method: "apm", apm, returnUrl })).rejects.toMatchObject({
      code: "card_number_not_allowed",
      param: "apm.details.accountNumber"
    })
  })
})
