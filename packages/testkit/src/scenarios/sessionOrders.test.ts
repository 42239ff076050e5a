import { CheckoutSessionCollection } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { everyRow } from "../audit/everyRow.ts"
import { order, sentOrder } from "./testing/anOrder.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import { challengeOf, openCheckout } from "./testing/openCheckout.ts"
import { day, type Shop } from "./testing/openShop.ts"

const open = auditedShops()

const paid = { amount: 1250n, currency: "EUR" } as const
const ordered = { ...paid, ...order }

const rows = (shop: Shop) =>
  shop.run(everyRow(shop.storage, shop.shop().scope, CheckoutSessionCollection))

/** Returns true for each session that has details which only a charge needs. */
const kept = async (shop: Shop) =>
  (await rows(shop)).map(({ orderDetails = {} }) =>
    Object.keys(orderDetails).some((name) => name !== "amountDetails")
  )

const refusal = (shop: Shop, input: Parameters<typeof openCheckout>[1]) =>
  openCheckout(shop, input).then(
    () => expect.unreachable("the session was created"),
    ({ param, message }) => [param, message]
  )

describe("the order of a checkout session", () => {
  it("reaches the provider with the payer's charge, with countries in capitals", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop, ordered)
    await checkout.confirm("approved")
    expect(shop.requests.at(-1)).toMatchObject(sentOrder)
  })

  it("reaches the provider of an alternative method", async () => {
    const shop = await open({ methods: ["card", "apm"] })
    const checkout = await openCheckout(shop, ordered)
    await checkout.choose("sandbox_bank")
    expect(shop.requests.at(-1)).toMatchObject({ source: { _tag: "Apm" }, ...sentOrder })
  })

  it("reaches every account of a cascade, and the charge after a decline", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop, ordered)
    await checkout.confirm("insufficient_funds")
    await checkout.confirm("cascade")
    expect(shop.requests).toHaveLength(3)
    for (const request of shop.requests) expect(request).toMatchObject(sentOrder)
  })

  it("reaches the provider with the charge after a challenge", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop, ordered)
    const challenge = challengeOf(await checkout.confirm("three_ds_challenge"))
    await shop.run(shop.box.answerChallenge(challenge, true))
    await checkout.returnFromRedirect(challenge)
    expect(shop.requests.at(-1)).toMatchObject(sentOrder)
  })

  it("reaches the provider if the merchant created the payment", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop, ordered)
    await shop
      .shop()
      .payments.create(
        { ...paid, type: "one_off", checkoutSession: checkout.id },
        { idempotencyKey: "attached" }
      )
    await checkout.confirm("approved")
    expect(shop.requests.at(-1)).toMatchObject(sentOrder)
  })

  it("is sent without parts that were not given", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop, paid)
    await checkout.confirm("approved")
    const request = shop.requests.at(-1)
    expect([request?.order ?? null, request?.shipping ?? null]).toEqual([null, null])
    expect(request).toMatchObject({ description: null, billingAddress: { line1: null } })
  })

  it("has a billing address that replaces the customer's, and decides the route", async () => {
    const shop = await open()
    const [, second = ""] = shop.mids
    const targets = [{ mid: second, weight: 0 }] as const
    const conditions = { countries: ["DE"] }
    await shop.shop().routing.setRules([{ name: "Germans", conditions, order: "listed", targets }])
    const customer = await shop
      .shop()
      .customers.create(
        { billingAddress: { postalCode: "75001", country: "FR" } },
        { idempotencyKey: "customer" }
      )
    const checkout = await openCheckout(shop, { ...ordered, customer: customer.id })
    await checkout.confirm("approved")
    expect(shop.requests.at(-1)).toMatchObject({ mid: { id: second }, ...sentOrder })
  })

  it("has a billing address that the payer's own replaces", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop, ordered)
    const billingAddress = { line1: "Own Street 4", country: "nl" }
    await checkout.confirm("approved", undefined, { billingAddress })
    expect(shop.requests.at(-1)).toMatchObject({
      billingAddress: { line1: "Own Street 4", city: null, country: "NL" },
      shipping: sentOrder.shipping
    })
  })
})

describe("the details of a session's order", () => {
  it("are in no answer and no event, except description and lines", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop, ordered)
    expect(checkout.session).toMatchObject({
      description: order.description,
      lineItems: order.lineItems
    })
    await checkout.confirm("approved")
    const seen = [
      checkout.session,
      await checkout.retrieve(),
      await shop.until(checkout.payer().read()),
      ...(await shop.events())
    ]
    const text = JSON.stringify(seen, (_, value) =>
      typeof value === "bigint" ? String(value) : value
    )
    for (const secret of ["Short Street", "Long Street", "PO-4711", "Jane Doe"]) {
      expect(text).not.toContain(secret)
    }
  })

  it("have parts of the amount, which the payer's view shows also after the payment", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop, ordered)
    const partsSeen = async () => (await shop.until(checkout.payer().read())).amountDetails
    expect(await partsSeen()).toEqual(order.amountDetails)
    await checkout.confirm("approved")
    expect(await partsSeen()).toEqual(order.amountDetails)
    const other = await openCheckout(shop, paid)
    expect((await shop.until(other.payer().read())).amountDetails).toBeNull()
  })

  it("are stored until the payer has paid, also after a decline", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop, ordered)
    await checkout.confirm("insufficient_funds")
    expect(await kept(shop)).toEqual([true])
    await checkout.confirm("approved")
    expect(await kept(shop)).toEqual([false])
    expect((await checkout.retrieve()).lineItems).toEqual(order.lineItems)
  })

  it("are stored while the charge is pending, and not after a notification settled it", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop, ordered)
    await checkout.confirm("pending")
    expect(await kept(shop)).toEqual([true])
    await shop.elapse(60_000)
    expect((await checkout.retrieve()).status).toBe("succeeded")
    expect(await kept(shop)).toEqual([false])
  })

  it("are not stored after the session is canceled, has expired or has failed", async () => {
    const shop = await open()
    const canceled = await openCheckout(shop, ordered)
    await shop.shop().checkout.cancel(canceled.id)
    expect(await kept(shop)).toEqual([false])
    const failed = await openCheckout(shop, ordered)
    for (let tries = 0; tries < 10; tries += 1) await failed.confirm("insufficient_funds")
    expect((await failed.retrieve()).status).toBe("failed")
    const expired = await openCheckout(shop, ordered)
    await shop.elapse(2 * day)
    expect((await expired.retrieve()).status).toBe("expired")
    expect(await kept(shop)).toEqual([false, false, false])
  })

  it("add up to the amount with the lines", async () => {
    const shop = await open()
    const amountDetails = { shippingAmount: 200n }
    expect(await refusal(shop, { ...ordered, amountDetails })).toEqual([
      "lineItems",
      "lineItems must add up to 1250 with amountDetails, but make 1300."
    ])
  })

  it.each([
    ["statementDescriptor", "SHOP ORDER 17"],
    ["billingAddress", order.billingAddress],
    ["shipping", order.shipping],
    ["amountDetails", { taxAmount: 0n }],
    ["customerReference", "PO-4711"]
  ])("need mode payment with an amount: %s is refused without", async (field, value) => {
    const shop = await open()
    const interval = { unit: "month", count: 1 } as const
    const message = `${field} belongs to mode payment with an amount.`
    expect(await refusal(shop, { currency: "EUR", [field]: value })).toEqual([field, message])
    expect(
      await refusal(shop, { ...paid, mode: "subscription", interval, [field]: value })
    ).toEqual([field, message])
  })

  it("may not hold a card number, nor more than their fields allow", async () => {
    const shop = await open()
    const [param] = await refusal(shop, { ...paid, statementDescriptor: "A".repeat(23) })
    expect(param).toBe("statementDescriptor")
    const [name] = await refusal(shop, { ...paid, shipping: { name: "4242424242424242" } })
    expect(name).toBe("shipping.name")
  })
})

describe("the lines of a session's order", () => {
  it("reach the provider in mode subscription too, and add up to the first payment", async () => {
    const shop = await open()
    const interval = { unit: "month", count: 1 } as const
    const lineItems = [{ name: "Bread", quantity: 1, amount: 1250n, unitAmount: 1250n }]
    const subscribed = { ...paid, mode: "subscription", interval, lineItems } as const
    expect(await refusal(shop, { ...subscribed, amount: 1000n })).toEqual([
      "lineItems",
      "lineItems must add up to 1000, the first payment."
    ])
    const checkout = await openCheckout(shop, subscribed)
    expect(checkout.session.lineItems).toEqual(lineItems)
    await checkout.confirm("approved")
    expect(shop.requests.at(-1)?.order?.lineItems).toEqual(lineItems)
  })
})
