import { describe, expect, it } from "vitest"
import { browserOf, createSession, openCheckoutShop } from "./testing/openCheckout.ts"
import type { Json, Reply } from "./testing/shopClient.ts"
import { clubOf } from "./testing/subscribing.ts"

const shop = clubOf(await openCheckoutShop())
const document = (await shop.get("/openapi.json", { bearer: null })).json
const described = Object.values(document.paths as Readonly<Record<string, Json>>)
  .flatMap((methods) => Object.values(methods) as ReadonlyArray<Json>)
  .filter((operation) => "requestBody" in operation)

/** Returns the names of the operations whose bodies are, or are not, required. */
const namesOf = (required: boolean): ReadonlyArray<string> =>
  described
    .filter(({ requestBody }) => (requestBody as Json).required === required)
    .map(({ operationId }) => String(operationId))
    .toSorted()

const manual = async () => {
  const payment_instrument = await shop.saveCard("approved")
  return (await shop.pay({ payment_instrument, capture_method: "manual" })).json.id
}

const paid = async () =>
  (await shop.pay({ payment_instrument: await shop.saveCard("approved") })).json.id

const customer = async () => (await shop.post("/customers", {})).json.id

/** Sends a change to the portal, about a subscription or about a card that none bills. */
const inPortal = async (list: string, action: string): Promise<Reply> => {
  const { id, customer } = (await shop.subscribed()) as Readonly<Record<string, string>>
  const { payment_instrument: card } = await shop.payer("approved", customer)
  const allow = ["payment_instruments", "cancel", "pause"]
  const { json } = await shop.post("/portal_sessions", { customer: customer ?? "", allow })
  const of = list === "subscriptions" ? id : card
  return browserOf(shop, json).send("POST", `/portal/${list}/${of}/${action}`)
}

const subscription = async () => (await shop.subscribed()).id

const optional: Readonly<Record<string, () => Promise<Reply>>> = {
  capturePayment: async () => shop.post(`/payments/${await manual()}/capture`),
  voidPayment: async () => shop.post(`/payments/${await manual()}/void`),
  createRefund: async () => shop.post(`/payments/${await paid()}/refunds`),
  createCheckoutSession: () => shop.post("/v1/checkout_sessions"),
  createCustomer: () => shop.post("/customers"),
  updateCustomer: async () => shop.patch(`/customers/${await customer()}`),
  updatePlan: async () => shop.patch(`/plans/${await shop.plan()}`),
  updateSubscription: async () => shop.patch(`/subscriptions/${await subscription()}`),
  cancelSubscription: async () => shop.post(`/subscriptions/${await subscription()}/cancel`),
  pauseSubscription: async () => shop.post(`/subscriptions/${await subscription()}/pause`),
  cancelPortalSubscription: () => inPortal("subscriptions", "cancel"),
  pausePortalSubscription: () => inPortal("subscriptions", "pause"),
  makePortalInstrumentDefault: () => inPortal("payment_instruments", "default"),
  removePortalInstrument: () => inPortal("payment_instruments", "remove")
}

const required: Readonly<Record<string, () => Promise<Reply>>> = {
  createPayment: () => shop.post("/payments"),
  createPaymentInstrument: () => shop.post("/payment_instruments"),
  createPlan: () => shop.post("/plans"),
  createSubscription: () => shop.post("/subscriptions"),
  incrementAuthorization: async () => shop.post(`/payments/${await manual()}/increment`),
  confirmSession: async () =>
    browserOf(shop, await createSession(shop)).send("POST", "/session/confirm"),
  createPortalSession: () => shop.post("/portal_sessions"),
  movePortalSubscription: () => inPortal("subscriptions", "payment_instrument")
}

describe("the OpenAPI document", () => {
  it("marks exactly the bodies that may be absent as not required", () => {
    expect(namesOf(false)).toEqual(Object.keys(optional).toSorted())
    expect(namesOf(true)).toEqual(Object.keys(required).toSorted())
  })
})

describe("an absent body", () => {
  it.each(Object.entries(optional))("is accepted if it is not required: %s", async (_, send) => {
    const { status, error } = await send()
    expect([status, error]).toEqual([200, {}])
  })

  it.each(Object.entries(required))("lacks a field if it is required: %s", async (_, send) => {
    const { status, error } = await send()
    expect([status, error.code]).toEqual([422, "parameter_missing"])
  })
})
