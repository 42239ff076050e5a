import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { getRequestListener } from "@hono/node-server"
import { describe, expect, it, onTestFinished } from "vitest"
import { createHandler } from "./createHandler.ts"
import { openShop } from "./testing/openShop.ts"
import type { Reply } from "./testing/shopClient.ts"

const shop = await openShop()
const card = await shop.saveCard("approved")
const payment = { amount: "1250", currency: "EUR", type: "one_off", payment_instrument: card }
const json = { "Content-Type": "application/json" }
const bare = { Authorization: shop.secretKey }
const token = { "Session-Token": "abc" }
const payer = { bearer: shop.publishableKey }
const form = { "Content-Type": "application/x-www-form-urlencoded" }
/** The messages, by the name of the mistake. */
const messages: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL("./testing/mistakes.json", import.meta.url), "utf8")
)

const calls: ReadonlyArray<readonly [name: string, call: () => Promise<Reply>]> = [
  ["the idempotency key is missing", () => shop.post("/payments", payment, { key: null })],
  ["the idempotency key is empty", () => shop.post("/payments", payment, { key: "" })],
  ["the API key is missing", () => shop.get("/payments", { bearer: null })],
  ["the API key is incomplete", () => shop.get("/payments", { bearer: "sk_test_abc" })],
  [
    "the API key is a publishable key",
    () => shop.get("/payments", { bearer: shop.publishableKey })
  ],
  [
    "the body is a form",
    () => shop.post("/payments", "amount=1250&currency=EUR", { headers: form })
  ],
  ["the body is a list", () => shop.post("/payments", "[]")],
  ["the body ends too early", () => shop.post("/payments", '{"amount": 12')],
  ["the body's names have no quotes", () => shop.post("/payments", "{amount: 12}")],
  ["the path is misspelled", () => shop.get("/payment")],
  ["the path is misspelled after an id", () => shop.get("/v1/payments/payment_1/refund")],
  ["the path has a dash instead of an underscore", () => shop.get("/checkout-sessions")],
  ["the path is similar to no other path", () => shop.get("/nowhere")],
  ["the path doesn't support the method", () => shop.send("PUT", "/payments")],
  [
    "the field has its name from the library",
    () => shop.post("/payments", { ...payment, captureMethod: "manual" })
  ],
  ["the amount is a number", () => shop.post("/payments", { ...payment, amount: 12.5 })],
  ["the amount has a decimal point", () => shop.post("/payments", { ...payment, amount: "12.50" })],
  ["the currency is in lower case", () => shop.post("/payments", { ...payment, currency: "eur" })],
  ["the body is an empty object", () => shop.post("/payments", {})],
  ["the status doesn't exist", () => shop.get("/payments?status=paid")],
  ["the limit is a word", () => shop.get("/payments?limit=ten")],
  ["the cursor is invalid", () => shop.get("/payments?starting_after=abc")],
  ["the id is not in the form of ids", () => shop.get("/payments/order-1")],
  ["the payment doesn't exist", () => shop.get(`/payments/payment_${"0".repeat(26)}`)],
  [
    "the API version is not a date",
    () => shop.get("/payments", { headers: { "Service-Version": "2" } })
  ],
  [
    "the API version doesn't exist",
    () => shop.get("/payments", { headers: { "Service-Version": "2020-01-01" } })
  ],
  ["the expanded field can't be expanded", () => shop.get("/payments?expand[]=cards")],
  [
    "the saved card is a card number",
    () => shop.post("/payments", { ...payment, payment_instrument: "4242424242424242" })
  ],
  ["the parameter is sent twice", () => shop.get("/customers?email[]=a&email[]=b")],
  [
    "the idempotency key was used for another body",
    async () => {
      await shop.post("/payments", payment, { key: "a" })
      return shop.post("/payments", { ...payment, amount: "1" }, { key: "a" })
    }
  ],
  [
    "the refund is larger than the capture",
    async () => {
      const { json } = await shop.post("/payments", payment)
      return shop.post(`/payments/${json.id}/refunds`, { amount: "99999" })
    }
  ],
  [
    "the payment is already captured",
    async () => {
      const { json } = await shop.post("/payments", payment)
      return shop.post(`/payments/${json.id}/capture`, {})
    }
  ],
  [
    "the API key is sent without Bearer",
    () => shop.get("/payments", { bearer: null, headers: bare })
  ],
  ["the publishable key is missing", () => shop.get("/session", { bearer: null })],
  ["the session token is invalid", () => shop.get("/session", { ...payer, headers: token })],
  ["the session token is missing", () => shop.get("/session", payer)],
  [
    "the idempotency key is too long",
    () => shop.post("/payments", payment, { key: "k".repeat(300) })
  ],
  ["the idempotency key has an umlaut", () => shop.post("/payments", payment, { key: "größe" })],
  [
    "the idempotency key is in the body",
    () => shop.post("/payments", { ...payment, idempotency_key: "a" })
  ],
  ["the body has a trailing comma", () => shop.post("/payments", '{"amount": "1250",}')],
  ["the body has single quotes", () => shop.post("/payments", "{'amount': '1250'}")],
  ["the body has a comment", () => shop.post("/payments", '{/* cents */"amount":"1250"}')],
  ["the body is a word", () => shop.post("/payments", "amount")],
  [
    "the body is a form with the content type of JSON",
    () => shop.post("/payments", "amount=1250", { headers: json })
  ],
  ["the body is XML", () => shop.post("/payments", "<payment/>")],
  ['the body is "[object Object]"', () => shop.post("/payments", String({}))],
  [
    "the body is encoded as JSON twice",
    () => shop.post("/payments", JSON.stringify(JSON.stringify(payment)))
  ],
  ["the body is in UTF-16", () => shop.post("/payments", '{\0"')],
  ["the body is missing", () => shop.post("/payments")],
  [
    "the amount has 30 digits",
    () => shop.post("/payments", { ...payment, amount: "9".repeat(30) })
  ],
  [
    "the type contains an invisible character",
    () => shop.post("/payments", { ...payment, type: "one\u202eoff" })
  ],
  ["the path ends with a slash", () => shop.get("/payments/")],
  ["the path begins with two slashes", () => shop.get("//payments")],
  ["the path has the prefix of a mounted handler", () => shop.get("/api/payments")],
  ["the path has a version number", () => shop.get("/v2/payments/payment_1")],
  ["the path of refunds has no payment", () => shop.post("/refunds", {})],
  ["the id is a card's id", () => shop.get(`/payments/${card}`)],
  ["the values are joined by commas", () => shop.get("/payments?status=succeeded,declined")],
  ["the list has two cursors", () => shop.get("/payments?starting_after=a&ending_before=b")],
  [
    "the capture is larger than the authorization",
    async () => {
      const { json: held } = await shop.post("/payments", { ...payment, capture_method: "manual" })
      return shop.post(`/payments/${held.id}/capture`, { amount: "1251" })
    }
  ]
]
describe("the error of a request names the field, its value and the correction if", () => {
  it.each(calls)("%s", async (name, call) => {
    const { error } = await call()
    expect(error.message?.replace(card, "card_…")).toBe(messages[name])
  })
})

describe("the recorded error messages", () => {
  it("are those of the tested requests", () => {
    expect(Object.keys(messages)).toEqual(calls.map(([name]) => name))
  })
})

describe("a request whose body was read before the handler", () => {
  const message =
    "The body must be a JSON object in UTF-8, and this one was read before it came here. " +
    "Mount the handler before body parsers such as express.json()."

  it("is reported over Node, if a parser such as express.json() came first", async () => {
    const listener = getRequestListener(shop.handler)
    const server = createServer(async (request, response) => {
      for await (const _ of request);
      await listener(request, response)
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const headers = {
      Authorization: `Bearer ${shop.secretKey}`,
      "Idempotency-Key": "parsed",
      "Content-Type": "application/json"
    }
    const response = await fetch(`http://127.0.0.1:${port}/payments`, {
      method: "POST",
      headers,
      body: JSON.stringify(payment)
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: "body_malformed", message } })
  })

  it("is reported if the platform's request was read", async () => {
    const headers = { Authorization: `Bearer ${shop.secretKey}`, "Idempotency-Key": "read" }
    const request = new Request("http://localhost/payments", {
      method: "POST",
      headers,
      body: JSON.stringify(payment)
    })
    await request.text()
    const response = await shop.handler(request)
    expect(await response.json()).toMatchObject({ error: { code: "body_malformed", message } })
  })

  it("is read as JSON if its content type is that of a form, as cURL sends it", async () => {
    const reply = await shop.post("/payments", JSON.stringify(payment), { headers: form })
    expect(reply.json.status).toBe("succeeded")
  })
})

describe("a handler without an engine", () => {
  it.each([
    ["undefined", undefined],
    ["null", null],
    ["a promise: await Payloom.make(…) first", Promise.resolve(shop.payloom)],
    ["an object", {}]
  ])("is refused, and the error names the given value: %s", (what, given) => {
    expect(() => createHandler(given as never)).toThrow(`but they got ${what}.`)
  })
})
