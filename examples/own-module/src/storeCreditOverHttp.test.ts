import { createHandler } from "@payloom/adapter-http"
import { Payloom } from "@payloom/core"
import { memory, sandbox } from "@payloom/testkit"
import { afterAll, describe, expect, it } from "vitest"
import { storeCredit } from "./storeCredit/storeCredit.ts"

const box = sandbox()
const payloom = await Payloom.make({
  ...box.setup,
  storage: memory(),
  workers: false,
  modules: [storeCredit]
})
afterAll(() => payloom.close())

const shop = await box.openShop(payloom)
const { secret: key } = await payloom.tenants.createApiKey(shop.scope, "secret")
const handle = createHandler(payloom)

const ask = async (method: string, path: string, body?: object, idempotencyKey = path) => {
  const response = await handle(
    new Request(`http://localhost${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, "Idempotency-Key": idempotencyKey },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
  )
  const { status, headers } = response
  return { status, replayed: headers.get("Idempotent-Replay"), json: await response.json() }
}

const customer = (await shop.customers.create({ name: "Ada" }, { idempotencyKey: "customer" })).id
const walletPath = `/store_credit/wallets?customer=${customer}&currency=EUR`
const paymentInstrument = await box.saveCard(shop, "approved", customer)

describe("store credit over HTTP", () => {
  it("is not found before the customer earned any", async () => {
    const { status, json } = await ask("GET", walletPath)
    expect(status).toBe(404)
    expect(json.error).toMatchObject({
      type: "invalid_request_error",
      code: "store_credit_not_found",
      message: "This customer never earned credit in this currency: check the customer's id."
    })
  })

  it("is earned by a payment, and reserved once for a key", async () => {
    await shop.payments.create(
      { amount: 10_000n, currency: "EUR", type: "one_off", paymentInstrument },
      { idempotencyKey: "payment" }
    )
    const wallet = await ask("GET", walletPath)
    expect(wallet).toMatchObject({ status: 200, json: { object: "wallet", available: "500" } })
    const body = { customer, amount: "300", currency: "EUR" }
    const first = await ask("POST", "/store_credit/reservations", body)
    expect(first).toMatchObject({ status: 200, json: { amount: "300", status: "held" } })
    const again = await ask("POST", "/store_credit/reservations", body)
    expect(again).toEqual({ ...first, replayed: "true" })
  })

  it("answers 409 with the module's code if there is less", async () => {
    const body = { customer, amount: "300", currency: "EUR" }
    const { status, json } = await ask("POST", "/store_credit/reservations", body, "too much")
    expect(status).toBe(409)
    expect(json.error).toMatchObject({
      type: "conflict_error",
      code: "store_credit_exhausted",
      message: "The customer's credit is 200 in minor units: reserve at most that."
    })
  })

  it("answers 422 for wrong input, with the fields", async () => {
    const body = { customer: "Ada", amount: 3, currency: "EUR", note: "" }
    const { status, json } = await ask("POST", "/store_credit/reservations", body, "wrong")
    expect(status).toBe(422)
    expect(json.error.message).toContain("customer")
    expect(json.error.message).toContain("note")
  })

  it("lists its reservations page by page, newest first", async () => {
    const { json: wallet } = await ask("GET", walletPath)
    const ids: Array<string> = []
    for (const amount of ["20", "10"]) {
      const body = { customer, amount, currency: "EUR" }
      ids.unshift((await ask("POST", "/store_credit/reservations", body, amount)).json.id)
    }
    const path = `/store_credit/reservations?wallet=${wallet.id}&limit=1`
    const first = await ask("GET", path)
    expect(first.json).toMatchObject({ object: "list", has_more: true, data: [{ id: ids[0] }] })
    const second = await ask("GET", `${path}&starting_after=${first.json.next_cursor}`)
    expect(second.json.data).toMatchObject([{ id: ids[1], amount: "20" }])
    const none = await ask("GET", "/store_credit/reservations?wallet=wallet_1")
    expect(none.json).toEqual({ object: "list", data: [], has_more: false, next_cursor: null })
    const wrong = await ask("GET", "/store_credit/reservations?limit=0")
    expect(wrong).toMatchObject({ status: 422, json: { error: { param: "limit" } } })
  })

  it("is listed among the events of the merchant", async () => {
    const { status, json } = await ask("GET", "/events?type=store_credit.earned")
    expect(status).toBe(200)
    expect(json.data).toMatchObject([
      { type: "store_credit.earned", data: { object: { object: "wallet", available: "500" } } }
    ])
  })
})

describe("the OpenAPI document of an engine with store credit", async () => {
  const { json: document } = await ask("GET", "/openapi.json")

  it("has its operations, with their schemas", () => {
    const { post } = document.paths["/store_credit/reservations"]
    expect(post).toMatchObject({
      operationId: "storeCreditReserve",
      summary: "Reserve store credit for a checkout",
      tags: ["Store credit"]
    })
    expect(JSON.stringify(post.responses[200])).toContain("#/components/schemas/Reservation")
    expect(document.components.schemas.Reservation.properties).toHaveProperty("status")
    const { parameters } = document.paths["/store_credit/wallets"].get
    expect(parameters.map(({ name }: { readonly name?: string }) => name)).toContain("customer")
  })

  it("has its errors, with their codes", () => {
    const { responses } = document.paths["/store_credit/reservations"].post
    expect(responses[409].description).toBe(
      "`store_credit_exhausted`: The customer has less credit than the amount."
    )
    expect(responses[404].description).toContain("`store_credit_not_found`")
  })

  it("has its events, with their resources", () => {
    expect(document.webhooks["store_credit.spent"].post).toMatchObject({
      operationId: "storeCreditSpent",
      description: "A checkout was paid, partly with the credit of a reservation."
    })
    expect(document.components.schemas.StoreCreditSpentEvent.properties.data).toMatchObject({
      properties: { object: { $ref: "#/components/schemas/Reservation" } }
    })
  })
})
