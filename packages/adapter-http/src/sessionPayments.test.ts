import { describe, expect, it } from "vitest"
import { browserOf, createSession, openCheckoutShop } from "./testing/openCheckout.ts"
import type { Json } from "./testing/shopClient.ts"

const shop = await openCheckoutShop()

const newCustomer = async () => (await shop.post("/customers", {})).json.id

/** Creates a payment of 12.50 EUR for a session. `fields` override or add to the request. */
const attach = (session: Json, fields: Json = {}) =>
  shop.pay({ checkout_session: session.id, ...fields })

const expectRefused = async (session: Json, fields: Json, param: string) => {
  const { status, error } = await attach(session, fields)
  expect([fields, status, error.code, error.param]).toEqual([
    fields,
    422,
    "parameter_invalid",
    param
  ])
  expect((await shop.get(`/checkout_sessions/${session.id}`)).json.payment).toBeNull()
}

describe("a payment with checkout_session", () => {
  it("becomes the session's payment, which its payer then pays", async () => {
    const customer = await newCustomer()
    const session = await createSession(shop, { customer })
    const { status, json } = await attach(session)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      status: "requires_payment",
      checkout_session: session.id,
      customer,
      amount: "1250",
      currency: "EUR"
    })
    const read = await shop.get(`/checkout_sessions/${session.id}`)
    expect(read.json.payment).toBe(json.id)
    const paid = await browserOf(shop, session).pay("approved")
    expect(paid.json).toMatchObject({ status: "succeeded", payment: json.id })
  })

  it("must have the session's amount", async () => {
    const session = await createSession(shop)
    for (const amount of ["1249", "1251", "1"]) await expectRefused(session, { amount }, "amount")
  })

  it("must have the session's currency", async () => {
    await expectRefused(await createSession(shop), { currency: "USD" }, "currency")
  })

  it("must have the type of the session's payment", async () => {
    const session = await createSession(shop)
    for (const type of ["moto", "subscription_initial", "subscription_rebill"]) {
      await expectRefused(session, { type }, "type")
    }
    const saving = await createSession(shop, { amount: undefined })
    expect((await attach(saving, { amount: "0", type: "verify" })).status).toBe(200)
  })

  it("must be of the session's customer, if it has one", async () => {
    const customer = await newCustomer()
    const session = await createSession(shop, { customer })
    await expectRefused(session, { customer: await newCustomer() }, "customer")
    await expectRefused(await createSession(shop), { customer }, "customer")
    expect((await attach(session, { customer })).json.customer).toBe(customer)
  })

  it("must be the session's first payment", async () => {
    const attached = await createSession(shop)
    const { id } = (await attach(attached)).json
    const paid = await createSession(shop)
    await browserOf(shop, paid).pay("insufficient_funds")
    for (const session of [attached, paid]) {
      const { status, error } = await attach(session)
      expect([status, error.code, error.param]).toEqual([
        422,
        "parameter_invalid",
        "checkout_session"
      ])
    }
    const read = await shop.get(`/checkout_sessions/${attached.id}`)
    expect(read.json.payment).toBe(id)
  })
})
