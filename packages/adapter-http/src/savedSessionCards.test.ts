import type { ChargeRequest } from "@payloom/core"
import { beforeEach, describe, expect, it } from "vitest"
import { browserOf, createSession, openCheckoutShop } from "./testing/openCheckout.ts"
import type { Shop } from "./testing/openShop.ts"
import type { Json } from "./testing/shopClient.ts"

let shop: Shop
beforeEach(async () => {
  shop = await openCheckoutShop()
})

const customer = async () => (await shop.post("/customers", {})).json.id

const paidSession = async (fields?: Json) => {
  const session = await createSession(shop, fields)
  await browserOf(shop, session).pay("approved")
  return session.id
}

const save = (body: Json, key?: string) =>
  shop.post("/payment_instruments", body, key === undefined ? {} : { key })

describe("saving the card of a checkout session", () => {
  it("answers a payment instrument that can be charged, without sending card data", async () => {
    const owner = await customer()
    const body = { customer: owner, checkout_session: await paidSession(), metadata: { a: "b" } }
    const { status, json } = await save(body)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      object: "payment_instrument",
      customer: owner,
      type: "card",
      card: { brand: "visa", last4: "4242", funding: "credit", country: "US" },
      detached: false,
      metadata: { a: "b" }
    })
    expect(JSON.stringify(json)).not.toMatch(/vault|4242424242/)
    const payment = await shop.pay({ payment_instrument: json.id })
    expect(payment.json).toMatchObject({ status: "succeeded", customer: owner })
  })

  it("saves a card that was only checked", async () => {
    const session = (await shop.post("/v1/checkout_sessions", {})).json
    await browserOf(shop, session).pay("approved")
    const { status } = await save({ customer: await customer(), checkout_session: session.id })
    expect(status).toBe(200)
  })

  it("answers the same instrument for the same session again", async () => {
    const body = { customer: await customer(), checkout_session: await paidSession() }
    const first = await save(body)
    expect((await save(body)).json).toEqual(first.json)
    const replay = await save(body, "save-1").then(() => save(body, "save-1"))
    expect(replay.headers.get("idempotent-replay")).toBe("true")
    const list = await shop.get(`/payment_instruments?customer=${body.customer}`)
    expect(list.json.data).toHaveLength(1)
  })

  it("creates one instrument of a session however many requests arrive at once", async () => {
    const body = { customer: await customer(), checkout_session: await paidSession() }
    const replies = await Promise.all(Array.from({ length: 20 }, () => save(body)))
    expect(new Set(replies.map(({ json }) => json.id)).size).toBe(1)
  })

  it("is only for the session's customer, if it has one", async () => {
    const [own, other] = [await customer(), await customer()]
    const checkout_session = await paidSession({ customer: own })
    const refused = await save({ customer: other, checkout_session })
    expect([refused.status, refused.error.param]).toEqual([422, "customer"])
    expect((await save({ customer: own, checkout_session })).status).toBe(200)
  })

  it("is refused for a session that has not succeeded", async () => {
    const { id } = await createSession(shop)
    const { status, error } = await save({ customer: await customer(), checkout_session: id })
    expect([status, error.code, error.param]).toEqual([
      422,
      "parameter_invalid",
      "checkout_session"
    ])
  })

  it.each([
    ["checkout_session", `checkout_${"0".repeat(26)}`],
    ["customer", `customer_${"0".repeat(26)}`]
  ])("answers 404 for an unknown %s", async (field, id) => {
    const body = { customer: await customer(), checkout_session: await paidSession() }
    const { status, error } = await save({ ...body, [field]: id })
    expect([status, error.code]).toEqual([404, "resource_not_found"])
  })

  it.each(["customer", "checkout_session"])("is refused without %s", async (field) => {
    const body: Json = { customer: await customer(), checkout_session: await paidSession() }
    const { [field]: _, ...rest } = body
    const { status, error } = await save(rest)
    expect([status, error.code, error.param]).toEqual([422, "parameter_missing", field])
  })

  it("continues the agreement that the session declared", async () => {
    const requests: Array<ChargeRequest> = []
    shop = await openCheckoutShop({
      adapted: (provider) => ({
        ...provider,
        charge: (request) => {
          requests.push(request)
          return provider.charge(request)
        }
      })
    })
    const session = await paidSession({ stored_credential: { usage: "recurring" } })
    const { json } = await save({ customer: await customer(), checkout_session: session })
    const paid = await shop.pay({ payment_instrument: json.id, type: "subscription_rebill" })
    expect(paid.json.status).toBe("succeeded")
    const [first, again] = requests.map(({ agreement }) => agreement)
    expect(first).toMatchObject({ usage: "recurring", position: "first" })
    expect(again).toMatchObject({ usage: "recurring", position: "subsequent" })
    expect(again?.networkReference).not.toBeNull()
  })
})
