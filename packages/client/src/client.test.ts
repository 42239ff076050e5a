import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createClient } from "./createClient.ts"
import { operations } from "./generated/operations.ts"
import { openServedShop, type ServedShop } from "./testing/openServedShop.ts"

let shop: ServedShop
let card: string

beforeAll(async () => {
  shop = await openServedShop()
  card = await shop.saveCard("approved")
})

afterAll(() => shop.payloom.close())

const pay = (amount = 1250n) =>
  shop.client.payments.create({
    amount,
    currency: "EUR",
    type: "one_off",
    payment_instrument: card,
    metadata: { order: "7" }
  })

describe("the client", () => {
  it("has every operation of the engine that is a route", () => {
    const { routes } = shop.payloom.services.parts
    const called = Object.entries(operations).flatMap(([resource, calls]) =>
      Object.keys(calls).map((name) => `${resource}.${name}`)
    )
    expect(called.toSorted()).toEqual(routes.map(({ calls }) => calls.join(".")).toSorted())
  })

  it("says for every change how to find out if it was made", () => {
    for (const { method, findOut } of Object.values(operations).flatMap(Object.values)) {
      if (method !== "GET") expect(findOut).toMatch(/^[A-Z].*\.$/)
    }
  })

  it("takes a payment, refunds a part of it, and reads both", async () => {
    const payment = await pay()
    expect(payment.status).toBe("succeeded")
    const refund = await shop.client.payments.refund(payment.id, { amount: 250n })
    expect(refund).toMatchObject({ object: "refund", amount: "250" })
    const { data } = await shop.client.payments.listRefunds(payment.id)
    expect(data.map(({ id }) => id)).toEqual([refund.id])
  })

  it("answers a decline as a payment", async () => {
    const declined = await shop.saveCard("insufficient_funds")
    const payment = await shop.client.payments.create({
      amount: "100",
      currency: "EUR",
      type: "one_off",
      payment_instrument: declined
    })
    expect(payment).toMatchObject({ status: "declined", decline: { code: "insufficient_funds" } })
  })

  it("sends its own key, the given key, and none with a read", async () => {
    shop.sent.length = 0
    await shop.client.customers.create({}, { idempotencyKey: "customer-1" })
    await shop.client.customers.create({ email: "ada@example.com" })
    await shop.client.customers.list()
    const keys = shop.sent.map(({ headers }) => headers.get("idempotency-key"))
    expect(keys).toEqual(["customer-1", expect.stringMatching(/^[0-9a-f-]{36}$/), null])
  })

  it("repeats lists in a query, and sends dates as times", async () => {
    shop.sent.length = 0
    const since = new Date("2026-01-01T00:00:00Z").toISOString()
    await shop.client.payments.list({ status: ["succeeded", "declined"], created_gte: since })
    expect(new URL(shop.sent[0]?.url ?? "").search).toBe(
      "?status=succeeded&status=declined&created_gte=2026-01-01T00%3A00%3A00.000Z"
    )
  })

  it("calls fetch as a function of its own, because browsers refuse it as a method", async () => {
    const receivers: Array<unknown> = []
    async function fetch(this: unknown): Promise<Response> {
      receivers.push(this)
      return Response.json({})
    }
    await shop.clientWith({ fetch }).customers.retrieve("customer_1")
    expect(receivers).toEqual([undefined])
  })

  it("encodes an id as one part of the path", async () => {
    const odd = shop.client.payments.retrieve("a/../b?c")
    await expect(odd).rejects.toMatchObject({ status: 404, code: "resource_not_found" })
    expect(new URL(shop.sent.at(-1)?.url ?? "").pathname).toBe("/payments/a%2F..%2Fb%3Fc")
  })

  it("refuses a missing id, which would be the path of the list", () => {
    const retrieve = shop.client.payments.retrieve as (id?: string) => unknown
    for (const id of [undefined, ""]) {
      expect(() => retrieve(id)).toThrow("payments.retrieve needs an id as its first argument.")
    }
  })
})

describe("a list", () => {
  it("is awaited for its first page, and iterated over all its items", async () => {
    const other = await openServedShop()
    try {
      const made: Array<string> = []
      for (let count = 0; count < 7; count++) {
        made.unshift((await other.client.customers.create({ reference: `c${count}` })).id)
      }
      const page = await other.client.customers.list({ limit: 3 })
      expect([page.data.length, page.has_more]).toEqual([3, true])
      const all: Array<string> = []
      for await (const { id } of other.client.customers.list({ limit: 3 })) all.push(id)
      expect(all).toEqual(made)
      const sizes: Array<number> = []
      for await (const { data } of other.client.customers.list({ limit: 3 }).pages()) {
        sizes.push(data.length)
      }
      expect(sizes).toEqual([3, 3, 1])
    } finally {
      await other.payloom.close()
    }
  })

  it("is read once if it is awaited and then iterated", async () => {
    shop.sent.length = 0
    const customers = shop.client.customers.list({ limit: 100 })
    const { data } = await customers
    const ids: Array<string> = []
    for await (const { id } of customers) ids.push(id)
    expect(ids).toEqual(data.map(({ id }) => id))
    expect(shop.sent).toHaveLength(1)
  })

  it("goes on in the direction of ending_before", async () => {
    const newest: Array<string> = []
    for (let count = 0; count < 4; count++) newest.unshift((await pay(BigInt(count + 1))).id)
    const { next_cursor: cursor } = await shop.client.payments.list({ limit: 4 })
    const before: Array<string> = []
    const list = shop.client.payments.list({ ending_before: cursor ?? "", limit: 1 })
    for await (const { id } of list) before.push(id)
    expect(before).toEqual(newest.slice(0, 3).toReversed())
  })

  it("refuses a cursor of another list with its code", async () => {
    const list = shop.client.payments.list({ starting_after: "nothing" })
    await expect(list).rejects.toMatchObject({ code: "parameter_invalid" })
  })
})

describe("createClient", () => {
  const valid = { baseUrl: "https://pay.shop.example", apiKey: "sk_test_1" }

  it.each([
    [{ baseUrl: "pay.shop.example" }, "baseUrl must be an address"],
    [{ baseUrl: "http://pay.shop.example" }, "baseUrl must begin with https:"],
    [{ baseUrl: "https://pay.shop.example?a=1" }, "baseUrl must have no query"],
    [{ apiKey: "pk_test_1" }, "apiKey must be a secret key"],
    [{ apiKey: "sk_test_1\n" }, "apiKey must be a secret key"],
    [{ timeoutMs: 0 }, "timeoutMs must be from 1"]
  ])("names the option that is wrong: %o", (wrong, message) => {
    expect(() => createClient({ ...valid, ...wrong })).toThrow(message)
  })

  it("takes an address of this machine without TLS, and an address with a path", () => {
    for (const baseUrl of [
      "http://localhost:3000",
      "http://127.0.0.1:1",
      "https://a.example/v1/"
    ]) {
      expect(() => createClient({ ...valid, baseUrl })).not.toThrow()
    }
  })

  it("refuses a secret key in a browser", () => {
    const browser = globalThis as { window?: unknown; document?: unknown }
    browser.window = {}
    browser.document = {}
    try {
      expect(() => createClient(valid)).toThrow("A secret key must not be in a browser")
      expect(() => createClient({ ...valid, allowBrowser: true })).not.toThrow()
    } finally {
      delete browser.window
      delete browser.document
    }
  })
})
