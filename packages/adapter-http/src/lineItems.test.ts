import { beforeEach, describe, expect, it } from "vitest"
import { browserOf, createSession, openCheckoutShop } from "./testing/openCheckout.ts"
import type { Shop } from "./testing/openShop.ts"
import { itemsOf, type Json } from "./testing/shopClient.ts"

let shop: Shop
beforeEach(async () => {
  shop = await openCheckoutShop()
})

const create = (body: Json, key?: string) =>
  shop.post("/v1/checkout_sessions", body, key === undefined ? {} : { key })

const what = {
  description: "Order 7",
  line_items: [
    { name: "Coffee, 500 g", quantity: 2, amount: "1000" },
    { name: "Shipping", quantity: 1, amount: "250" }
  ]
}

describe("the line items of a session", () => {
  it("are in the answer, in its replay, in reads and lists, and in the payer's view", async () => {
    const { json } = await create({ amount: "1250", currency: "EUR", ...what }, "session-1")
    expect(json).toMatchObject(what)
    expect((await create({ amount: "1250", currency: "EUR", ...what }, "session-1")).json).toEqual(
      expect.objectContaining({ id: json.id, ...what })
    )
    expect((await shop.get(`/checkout_sessions/${json.id}`)).json).toMatchObject(what)
    expect(itemsOf(await shop.get("/checkout_sessions"))).toEqual([expect.objectContaining(what)])
    expect((await browserOf(shop, json).read()).json).toMatchObject(what)
  })

  it("are empty if none were given", async () => {
    const nothing = { description: null, line_items: [] }
    expect(await createSession(shop)).toMatchObject(nothing)
    expect(await createSession(shop, { line_items: [] })).toMatchObject(nothing)
  })

  it("have amounts that add up to the session's, whatever their quantities", async () => {
    const [first, ...rest] = what.line_items
    for (const amount of ["999", "1001", "2000"]) {
      const { status, error } = await create({
        amount: "1250",
        line_items: [{ ...first, amount }, ...rest]
      })
      expect([status, error.code, error.param]).toEqual([422, "parameter_invalid", "line_items"])
    }
    const { error } = await create({ line_items: what.line_items })
    expect(error.param).toBe("line_items")
    const free = { name: "Trial", quantity: 1, amount: "0" }
    expect((await create({ line_items: [free] })).status).toBe(200)
    const monthly = { mode: "subscription", currency: "EUR", interval: { unit: "month", count: 1 } }
    const subscription = await create({ ...monthly, amount: "1250", ...what })
    expect(subscription.json).toMatchObject({ mode: "subscription", ...what })
  })

  it.each([
    ["line_items.0.name", { name: "" }],
    ["line_items.0.name", { name: "x".repeat(256) }],
    ["line_items.0.name", { name: "4242 4242 4242 4242" }, "card_number_not_allowed"],
    ["line_items.0.quantity", { quantity: 0 }],
    ["line_items.0.quantity", { quantity: 1.5 }],
    ["line_items.0.quantity", { quantity: "1" }],
    ["line_items.0.amount", { amount: "-1250" }, "amount_invalid_format"],
    ["line_items.0.amount", { amount: 1250 }, "amount_invalid_format"],
    ["line_items.0.price", { price: "1250" }, "parameter_unknown"]
  ])("are refused by position, %s: %j", async (param, fields, code = "parameter_invalid") => {
    const item = { name: "Coffee", quantity: 1, amount: "1250", ...fields }
    const { status, error } = await create({ amount: "1250", line_items: [item] })
    expect([status, error.code, error.param]).toEqual([422, code, param])
  })

  it("have at most 500 characters and 100 lines, and no card number", async () => {
    const lines = (count: number) =>
      Array.from({ length: count }, () => ({ name: "Nut", quantity: 1, amount: "1" }))
    expect((await create({ amount: "100", line_items: lines(100) })).status).toBe(200)
    const tooMany = await create({ amount: "101", line_items: lines(101) })
    expect(tooMany.error.param).toBe("line_items")
    expect((await create({ description: "x".repeat(500) })).status).toBe(200)
    for (const description of ["x".repeat(501), "card 4242424242424242"]) {
      expect((await create({ description })).error.param).toBe("description")
    }
  })
})

const order = {
  statement_descriptor: "SHOP ORDER 7",
  billing_address: { line1: "Long Street 1", postal_code: "10115", country: "DE" },
  shipping: { name: "Jane Doe", phone: "+43 1 5550100", address: { country: "AT" } },
  amount_details: { tax_amount: "50", shipping_amount: "150" },
  customer_reference: "PO-4711"
}
const ordered = {
  ...order,
  line_items: [{ name: "Coffee, 500 g", quantity: 2, amount: "1050" }]
}

describe("the order of a session", () => {
  it("is in no answer, except its lines and the parts of the amount for the payer", async () => {
    const { status, json } = await create({ amount: "1250", ...ordered })
    expect([status, json.line_items]).toEqual([200, ordered.line_items])
    const read = (await shop.get(`/checkout_sessions/${json.id}`)).json
    const { amount_details: parts, ...payer } = (await browserOf(shop, json).read()).json
    expect(parts).toEqual(order.amount_details)
    for (const field of Object.keys(order)) {
      for (const answer of [json, read, payer]) expect(answer).not.toHaveProperty(field)
    }
    expect((await browserOf(shop, json).pay("approved")).json).toMatchObject({
      status: "succeeded"
    })
  })

  it.each([
    ["line_items", { amount_details: { tax_amount: "51", shipping_amount: "150" } }],
    ["amount_details.tax_amount", { amount_details: { tax_amount: 50 } }],
    ["amount_details.tip", { amount_details: { tip: "50" } }],
    ["shipping.address.country", { shipping: { address: { country: "Austria" } } }],
    ["billing_address.street", { billing_address: { street: "Long Street 1" } }],
    ["customer_reference", { customer_reference: "x".repeat(51) }],
    ["statement_descriptor", { statement_descriptor: "x".repeat(23) }]
  ])("is refused with 422, naming %s", async (param, fields) => {
    const { status, error } = await create({ amount: "1250", ...ordered, ...fields })
    expect([status, error.param]).toEqual([422, param])
  })

  it.each(Object.entries(order))("needs an amount: %s is refused without", async (field, value) => {
    const { status, error } = await create({ [field]: value })
    expect([status, error.param]).toEqual([422, field])
  })
})
