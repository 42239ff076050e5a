import { CheckoutSessionCollection, IdempotencyRecordCollection } from "@payloom/core"
import { Effect } from "effect"
import { beforeEach, describe, expect, it } from "vitest"
import { browserOf, createSession, hostedPage, openCheckoutShop } from "./testing/openCheckout.ts"
import type { Shop } from "./testing/openShop.ts"
import { idsOf, itemsOf, type Json } from "./testing/shopClient.ts"

let shop: Shop
beforeEach(async () => {
  shop = await openCheckoutShop()
})

const create = (body: Json, key?: string) =>
  shop.post("/v1/checkout_sessions", body, key === undefined ? {} : { key })

const storedText = async () => {
  const scope = { tenant: shop.tenant, mode: shop.mode }
  const rows = await Promise.all(
    [CheckoutSessionCollection, IdempotencyRecordCollection].map((of) =>
      Effect.runPromise(
        shop.storage.page<{ id: string }>(scope, of as never, { order: "asc", limit: 99 })
      )
    )
  )
  return JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? String(value) : value))
}

describe("creating a checkout session", () => {
  it("answers the session with its token", async () => {
    const { status, json } = await create({
      amount: "1250",
      currency: "EUR",
      country: "de",
      locale: "de-DE",
      metadata: { order: "7" },
      allowed_methods: ["card"]
    })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      object: "checkout_session",
      mode: "payment",
      status: "created",
      amount: "1250",
      currency: "EUR",
      available_methods: ["card"],
      allowed_methods: ["card"],
      payment: null,
      subscription: null,
      interval: null,
      customer: null,
      template: null,
      locale: "de-DE",
      country: "DE",
      metadata: { order: "7" }
    })
    expect(json.id).toMatch(/^checkout_[0-9A-Z]{26}$/)
    expect(String(json.session_token).length).toBeGreaterThanOrEqual(43)
    expect(json).not.toHaveProperty("url")
  })

  it("answers a complete url if the publishable key was sent", async () => {
    const { publishableKey } = shop
    const { json } = await create({ amount: "1250", publishable_key: publishableKey })
    const url = new URL(String(json.url))
    expect(url.origin + url.pathname).toBe(`${hostedPage}/pay/${json.id}`)
    expect(Object.fromEntries(new URLSearchParams(url.hash.slice(1)))).toEqual({
      token: json.session_token,
      key: publishableKey
    })
  })

  it("shows token and url only once: not in a replay, a read or a list", async () => {
    const body = { amount: "1250", publishable_key: shop.publishableKey }
    const first = await create(body, "session-1")
    const again = await create(body, "session-1")
    expect(again.headers.get("idempotent-replay")).toBe("true")
    const { session_token, url, ...rest } = first.json
    expect(again.json).toEqual(rest)
    expect((await shop.get(`/checkout_sessions/${rest.id}`)).json).toEqual(rest)
    expect(itemsOf(await shop.get("/checkout_sessions"))).toEqual([rest])
  })

  it("stores neither the token nor the publishable key", async () => {
    const { json } = await create({ publishable_key: shop.publishableKey })
    const stored = await storedText()
    expect(stored).toContain(String(json.id))
    expect(stored).not.toContain(String(json.session_token))
    expect(stored).not.toContain(shop.publishableKey)
  })

  it("refuses a secret key instead of the publishable one, and keys of others", async () => {
    const live = await shop.open("live", shop.tenant)
    const other = await shop.open()
    for (const key of [shop.secretKey, live.publishableKey, other.publishableKey, "x", ""]) {
      const { status, error } = await create({ publishable_key: key })
      expect([status, error.code, error.param]).toEqual([
        422,
        "parameter_invalid",
        "publishable_key"
      ])
      if (key.length > 8) expect(JSON.stringify(error)).not.toContain(key.slice(8))
    }
  })

  it("needs no field: without an amount it saves a card in the account's currency", async () => {
    const { status, json } = await create({})
    expect(status).toBe(200)
    expect(json).toMatchObject({ mode: "payment", amount: "0", currency: "EUR" })
  })

  it("lives a day by default, and from 5 minutes to 30 days", async () => {
    const at = (seconds: number) => new Date(shop.clock.now() + seconds * 1000).toISOString()
    expect((await create({})).json.expires_at).toBe(at(86_400))
    for (const seconds of [300, 30 * 86_400]) {
      expect((await create({ expires_at: at(seconds) })).json.expires_at).toBe(at(seconds))
    }
    for (const seconds of [-1, 299, 30 * 86_400 + 1]) {
      const { status, error } = await create({ expires_at: at(seconds) })
      const message = `expires_at must be from 5 minutes to 30 days ahead, but is ${at(seconds)}.`
      expect([status, error.param, error.message]).toEqual([422, "expires_at", message])
    }
  })

  it("takes only return addresses of the account's own origins", async () => {
    const own = "https://shop.example/thanks?order=7"
    expect((await create({ success_url: own, cancel_url: own })).status).toBe(200)
    const foreign = [
      "https://evil.example/",
      "https://shop.example.evil.example/",
      "http://shop.example/",
      "https://shop.example:444/",
      "https://user@shop.example/",
      "javascript:alert(1)",
      "/thanks",
      `https://shop.example/${"x".repeat(2048)}`
    ]
    for (const url of foreign) {
      for (const field of ["success_url", "cancel_url"]) {
        const { status, error } = await create({ [field]: url })
        expect([url, status, error.param]).toEqual([url, 422, field])
      }
    }
  })

  it("takes only https addresses in live mode", async () => {
    const live = await shop.open("live", shop.tenant)
    const { tenant } = shop
    await shop.payloom.tenants.updateAccount(
      { tenant, mode: "live" },
      { returnOrigins: ["http://shop.example"] }
    )
    const body = { success_url: "http://shop.example/" }
    const { status, error } = await live.post("/v1/checkout_sessions", body)
    expect([status, error.param]).toEqual([422, "success_url"])
  })

  it.each([
    [{ amount: "-5" }, "amount_invalid_format", "amount"],
    [{ amount: 5 }, "amount_invalid_format", "amount"],
    [{ currency: "XXX" }, "currency_unsupported", "currency"],
    [{ currency: "GBP" }, "currency_unsupported", "currency"],
    [{ mode: "setup" }, "parameter_invalid", "mode"],
    [{ country: "DEU" }, "parameter_invalid", "country"],
    [{ locale: "german please" }, "parameter_invalid", "locale"],
    [{ allowed_methods: [] }, "parameter_invalid", "allowed_methods"],
    [{ allowed_methods: ["cash"] }, "parameter_invalid", "allowed_methods"],
    [{ stored_credential: { usage: "daily" } }, "parameter_invalid", "stored_credential.usage"],
    [{ interval: { unit: "month", count: 1 } }, "parameter_invalid", "interval"],
    [{ mode: "subscription", currency: "EUR" }, "parameter_missing", "amount"],
    [{ mode: "subscription", amount: "5" }, "parameter_missing", "currency"],
    [{ mode: "subscription", amount: "5", currency: "EUR" }, "parameter_missing", "interval"],
    [{ metadata: { note: "4242424242424242" } }, "card_number_not_allowed", "metadata.note"],
    [{ color: "red" }, "parameter_unknown", "color"]
  ])("refuses %j, and names the field", async (body, code, param) => {
    const { status, error } = await create(body)
    expect([status, error.code, error.param]).toEqual([422, code, param])
  })

  it("offers only cards in mode subscription", async () => {
    const terms = { mode: "subscription", amount: "900", currency: "EUR" }
    const interval = { unit: "month", count: 1 }
    const { json } = await create({ ...terms, interval })
    expect(json).toMatchObject({ mode: "subscription", interval, available_methods: ["card"] })
    const { error } = await create({ ...terms, interval, allowed_methods: ["wallet"] })
    expect(error).toMatchObject({ code: "parameter_invalid", param: "allowed_methods" })
  })

  it("can't add a method that no merchant account takes", async () => {
    const { json } = await create({ amount: "1250", allowed_methods: ["wallet", "apm"] })
    expect(json).toMatchObject({ allowed_methods: ["wallet", "apm"], available_methods: [] })
  })

  it("answers 404 for an unknown customer", async () => {
    const { status, error } = await create({ customer: `customer_${"0".repeat(26)}` })
    expect([status, error.code]).toEqual([404, "resource_not_found"])
  })
})

describe("reading a checkout session", () => {
  it("is found only by its own account and mode", async () => {
    const { id } = await createSession(shop)
    const live = await shop.open("live", shop.tenant)
    const other = await shop.open()
    expect((await shop.get(`/checkout_sessions/${id}`)).status).toBe(200)
    for (const client of [live, other]) {
      const { status, error } = await client.get(`/checkout_sessions/${id}`)
      expect([status, error.code]).toEqual([404, "resource_not_found"])
    }
    const { status } = await shop.get(`/checkout_sessions/checkout_${"0".repeat(26)}`)
    expect(status).toBe(404)
  })

  it("has the payment once there is one", async () => {
    const session = await createSession(shop)
    const { json } = await browserOf(shop, session).pay("approved")
    expect((await shop.get(`/checkout_sessions/${session.id}`)).json).toMatchObject({
      status: "succeeded",
      payment: json.payment
    })
  })
})

describe("listing checkout sessions", () => {
  const createMany = async (count: number) => {
    const ids: Array<unknown> = []
    for (let n = 0; n < count; n++) ids.unshift((await createSession(shop)).id)
    return ids
  }

  it("is paged, newest first, 25 at a time", async () => {
    const ids = await createMany(27)
    const first = await shop.get("/checkout_sessions")
    expect(idsOf(first)).toEqual(ids.slice(0, 25))
    expect(first.json).toMatchObject({ object: "list", has_more: true })
    const next = String(first.json.next_cursor)
    const second = await shop.get(`/checkout_sessions?starting_after=${next}`)
    expect(idsOf(second)).toEqual(ids.slice(25))
    expect(second.json).toMatchObject({ has_more: false, next_cursor: null })
    expect(idsOf(await shop.get(`/checkout_sessions?cursor=${next}`))).toEqual(ids.slice(25))
    expect(idsOf(await shop.get("/checkout_sessions?limit=500"))).toEqual(ids)
  })

  it("uses starting_after rather than its older alias cursor", async () => {
    const ids = await createMany(3)
    const one = String((await shop.get("/checkout_sessions?limit=1")).json.next_cursor)
    const page = await shop.get(`/checkout_sessions?starting_after=${one}&cursor=nonsense`)
    expect(idsOf(page)).toEqual(ids.slice(1))
  })

  it("filters by status, and by several", async () => {
    const [open, paid] = [await createSession(shop), await createSession(shop)]
    await browserOf(shop, paid).pay("approved")
    const list = async (query: string) => idsOf(await shop.get(`/checkout_sessions?${query}`))
    expect(await list("status=succeeded")).toEqual([paid.id])
    expect(await list("status[]=created&status[]=succeeded")).toEqual([paid.id, open.id])
    expect(await list("status=expired")).toEqual([])
  })

  it("filters by customer, with or without a status", async () => {
    const { json } = await shop.post("/customers", {}, { key: "customer" })
    const customer = String(json.id)
    const first = await createSession(shop, { customer })
    const others = await createSession(shop)
    const second = await createSession(shop, { customer })
    await browserOf(shop, first).pay("approved")
    const list = async (query: string) => shop.get(`/checkout_sessions?${query}`)
    expect(idsOf(await list(`customer=${customer}`))).toEqual([second.id, first.id])
    expect(idsOf(await list(`customer=${customer}&status=created`))).toEqual([second.id])
    expect(idsOf(await list("status=created"))).toEqual([second.id, others.id])
    const page = await list(`customer=${customer}&limit=1`)
    const cursor = String(page.json.next_cursor)
    const rest = await list(`customer=${customer}&starting_after=${cursor}`)
    expect(idsOf(rest)).toEqual([first.id])
    const { error } = await list(`starting_after=${cursor}`)
    expect(error.param).toBe("starting_after")
    expect((await list("customer=nobody")).error.param).toBe("customer")
  })

  it("refuses an unknown status by its name", async () => {
    const { status, error } = await shop.get("/checkout_sessions?status=paid")
    expect([status, error.code, error.param]).toEqual([422, "parameter_invalid", "status"])
    expect(error.message).toContain("paid")
  })

  it.each(["starting_after=nonsense", "cursor=nonsense", "ending_before=x", "expand[]=payment"])(
    "refuses %s as parameter_invalid",
    async (query) => {
      const { status, error } = await shop.get(`/checkout_sessions?${query}`)
      expect([status, error.code]).toEqual([422, "parameter_invalid"])
    }
  )

  it("refuses a cursor that was issued under another status filter", async () => {
    await createMany(2)
    const { json } = await shop.get("/checkout_sessions?limit=1&status=created")
    const cursor = String(json.next_cursor)
    const { status, error } = await shop.get(`/checkout_sessions?starting_after=${cursor}`)
    expect([status, error.code]).toEqual([422, "parameter_invalid"])
  })
})
