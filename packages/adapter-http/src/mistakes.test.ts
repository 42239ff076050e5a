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
  ["no idempotency key", () => shop.post("/payments", payment, { key: null })],
  ["an empty idempotency key", () => shop.post("/payments", payment, { key: "" })],
  ["no API key", () => shop.get("/payments", { bearer: null })],
  ["a part of an API key", () => shop.get("/payments", { bearer: "sk_test_abc" })],
  ["a publishable key", () => shop.get("/payments", { bearer: shop.publishableKey })],
  ["a form", () => shop.post("/payments", "amount=1250&currency=EUR", { headers: form })],
  ["a list for a body", () => shop.post("/payments", "[]")],
  ["a body that ends early", () => shop.post("/payments", '{"amount": 12')],
  ["a body without quotes", () => shop.post("/payments", "{amount: 12}")],
  ["a misspelt path", () => shop.get("/payment")],
  ["a misspelt path below an id", () => shop.get("/v1/payments/payment_1/refund")],
  ["a path with a dash", () => shop.get("/checkout-sessions")],
  ["a path that is like none", () => shop.get("/nowhere")],
  ["a method that a path does not take", () => shop.send("PUT", "/payments")],
  [
    "a field as the library spells it",
    () => shop.post("/payments", { ...payment, captureMethod: "manual" })
  ],
  ["an amount that is a number", () => shop.post("/payments", { ...payment, amount: 12.5 })],
  ["an amount with a decimal point", () => shop.post("/payments", { ...payment, amount: "12.50" })],
  ["a currency in small letters", () => shop.post("/payments", { ...payment, currency: "eur" })],
  ["an empty body", () => shop.post("/payments", {})],
  ["a status that there is not", () => shop.get("/payments?status=paid")],
  ["a word for a limit", () => shop.get("/payments?limit=ten")],
  ["a cursor that is none", () => shop.get("/payments?starting_after=abc")],
  ["an id that is none", () => shop.get("/payments/order-1")],
  ["an id of nobody", () => shop.get(`/payments/payment_${"0".repeat(26)}`)],
  [
    "a version that is no date",
    () => shop.get("/payments", { headers: { "Service-Version": "2" } })
  ],
  [
    "a version that is not offered",
    () => shop.get("/payments", { headers: { "Service-Version": "2020-01-01" } })
  ],
  ["an expansion that there is not", () => shop.get("/payments?expand[]=cards")],
  [
    "a card number for a saved card",
    () => shop.post("/payments", { ...payment, payment_instrument: "4242424242424242" })
  ],
  ["a parameter sent twice", () => shop.get("/customers?email[]=a&email[]=b")],
  [
    "an idempotency key that was used",
    async () => {
      await shop.post("/payments", payment, { key: "a" })
      return shop.post("/payments", { ...payment, amount: "1" }, { key: "a" })
    }
  ],
  [
    "a refund of too much",
    async () => {
      const { json } = await shop.post("/payments", payment)
      return shop.post(`/payments/${json.id}/refunds`, { amount: "99999" })
    }
  ],
  [
    "a capture of what was captured",
    async () => {
      const { json } = await shop.post("/payments", payment)
      return shop.post(`/payments/${json.id}/capture`, {})
    }
  ],
  ["an API key without Bearer", () => shop.get("/payments", { bearer: null, headers: bare })],
  ["no publishable key", () => shop.get("/session", { bearer: null })],
  ["a session token that is none", () => shop.get("/session", { ...payer, headers: token })],
  ["a session without its token", () => shop.get("/session", payer)],
  ["a long idempotency key", () => shop.post("/payments", payment, { key: "k".repeat(300) })],
  ["an umlaut in an idempotency key", () => shop.post("/payments", payment, { key: "größe" })],
  [
    "an idempotency key in the body",
    () => shop.post("/payments", { ...payment, idempotency_key: "a" })
  ],
  ["a comma too many", () => shop.post("/payments", '{"amount": "1250",}')],
  ["single quotes", () => shop.post("/payments", "{'amount': '1250'}")],
  ["a comment", () => shop.post("/payments", '{/* cents */"amount":"1250"}')],
  ["a word", () => shop.post("/payments", "amount")],
  ["a form that is called JSON", () => shop.post("/payments", "amount=1250", { headers: json })],
  ["XML", () => shop.post("/payments", "<payment/>")],
  ["an object turned into text", () => shop.post("/payments", String({}))],
  ["JSON in JSON", () => shop.post("/payments", JSON.stringify(JSON.stringify(payment)))],
  ["UTF-16", () => shop.post("/payments", '{\0"')],
  ["no body", () => shop.post("/payments")],
  ["an amount of 30 digits", () => shop.post("/payments", { ...payment, amount: "9".repeat(30) })],
  ["other characters", () => shop.post("/payments", { ...payment, type: "one\u202eoff" })],
  ["a trailing slash", () => shop.get("/payments/")],
  ["two slashes", () => shop.get("//payments")],
  ["a prefix that nobody strips", () => shop.get("/api/payments")],
  ["a path of another version", () => shop.get("/v2/payments/payment_1")],
  ["what stands below a payment", () => shop.post("/refunds", {})],
  ["an id of another kind", () => shop.get(`/payments/${card}`)],
  ["values joined by commas", () => shop.get("/payments?status=succeeded,declined")],
  ["two cursors", () => shop.get("/payments?starting_after=a&ending_before=b")],
  [
    "a capture of too much",
    async () => {
      const { json: held } = await shop.post("/payments", { ...payment, capture_method: "manual" })
      return shop.post(`/payments/${held.id}/capture`, { amount: "1251" })
    }
  ]
]
describe("a mistake in a request is answered with the field, its value and the remedy", () => {
  it.each(calls)("%s", async (name, call) => {
    const { error } = await call()
    expect(error.message?.replace(card, "card_…")).toBe(messages[name])
  })

  it("is one of the listed ones, and each of them is tried", () => {
    expect(Object.keys(messages)).toEqual(calls.map(([name]) => name))
  })
})

describe("a body that was read before the handler could", () => {
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

  it("is JSON all the same if a client such as cURL calls it a form", async () => {
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
  ])("says what it got: %s", (what, given) => {
    expect(() => createHandler(given as never)).toThrow(`but they got ${what}.`)
  })
})
