import { describe, expect, it } from "vitest"
import { expectRefused } from "./testing/expectRefused.ts"
import { openShop } from "./testing/openShop.ts"
import { idsOf, type Json } from "./testing/shopClient.ts"

const shop = await openShop()
const stranger = await shop.open()
const live = await shop.open("live", shop.tenant)

const created = async (fields: Json = {}): Promise<string> =>
  String((await shop.post("/customers", fields)).json.id)

const unknown = "customer_01KA0000000000000000000000"
const whole = {
  reference: "shop-17",
  email: "Ada.Lovelace+shop@example.co.uk",
  name: "Ada Lovelace",
  billing_address: { country: "GB", postal_code: "W1J 7NT" },
  metadata: { tier: "gold" }
}

describe("creating a customer", () => {
  it("needs no field: the service creates the id, and the rest is null", async () => {
    const { status, json } = await shop.post("/customers", {})
    expect(status).toBe(200)
    expect(json).toEqual({
      object: "customer",
      id: expect.stringMatching(/^customer_[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
      reference: null,
      email: null,
      name: null,
      default_payment_instrument: null,
      billing_address: { country: null, postal_code: null },
      metadata: {},
      created: shop.clock.iso()
    })
    expect((await shop.post("/customers")).status).toBe(200)
  })

  it("stores and returns the given fields", async () => {
    const { json } = await shop.post("/customers", whole)
    expect(json).toMatchObject(whole)
    expect((await shop.get(`/customers/${json.id}`)).json).toEqual(json)
    const half = (await shop.post("/customers", { billing_address: { country: "de" } })).json
    expect(half.billing_address).toEqual({ country: "DE", postal_code: null })
  })

  it("takes null for unknown values", async () => {
    const nothing = { reference: null, email: null, name: null }
    expect((await shop.post("/customers", nothing)).json).toMatchObject(nothing)
  })

  it("may repeat a reference and an e-mail address", async () => {
    const one = await created(whole)
    expect(await created(whole)).not.toBe(one)
  })

  it("refuses an email that is not in email format", async () => {
    const none = ["", "ada", "ada@", "@example.com", "a b@example.com", "ada@example", "a@b@c.de"]
    for (const email of [...none, "ada@-example.com", "ada@example.com ", ".ada@example.com"]) {
      expectRefused(await shop.post("/customers", { email }), "parameter_invalid", "email")
    }
  })

  it("refuses values that are too long, not storable, or of the wrong type", async () => {
    for (const [field, value] of [
      ["reference", "r".repeat(256)],
      ["name", "n".repeat(256)],
      ["email", `${"e".repeat(250)}@b.de`],
      ["name", "nul \0"],
      ["reference", 17],
      ["metadata", { key: 1 }],
      ["billing_address", "London"]
    ] as const) {
      const reply = await shop.post("/customers", { [field]: value })
      expect([field, reply.status, reply.error.code]).toEqual([field, 422, "parameter_invalid"])
    }
    expect((await shop.post("/customers", { name: "n".repeat(255) })).status).toBe(200)
  })

  it("refuses a country that is not exactly two letters", async () => {
    for (const country of ["", "D", "DEU", "D1", "49"]) {
      const reply = await shop.post("/customers", { billing_address: { country } })
      expectRefused(reply, "parameter_invalid", "billing_address.country")
    }
  })

  it("refuses unknown fields, and default_payment_instrument, because a new customer has none", async () => {
    expectRefused(await shop.post("/customers", { phone: "1" }), "parameter_unknown", "phone")
    const address = { billing_address: { city: "London" } }
    expectRefused(
      await shop.post("/customers", address),
      "parameter_unknown",
      "billing_address.city"
    )
    const early = { default_payment_instrument: "card_01KA0000000000000000000000" }
    expectRefused(
      await shop.post("/customers", early),
      "parameter_unknown",
      "default_payment_instrument"
    )
  })

  it("refuses a card number in any free text", async () => {
    const number = "4242 4242 4242 4242"
    const bodies = [
      ["reference", { reference: number }],
      ["name", { name: `Ada ${number}` }],
      ["metadata.note", { metadata: { note: number } }],
      ["billing_address.postal_code", { billing_address: { postal_code: number } }]
    ] as const
    for (const [param, body] of bodies) {
      const reply = await shop.post("/customers", body)
      expectRefused(reply, "card_number_not_allowed", param)
      expect(reply.text).not.toContain("4242")
    }
    const email = "4242424242424242@example.com"
    expectRefused(await shop.post("/customers", { email }), "card_number_not_allowed", "email")
  })

  it("answers once per Idempotency-Key", async () => {
    const first = await shop.post("/customers", whole, { key: "customer" })
    const again = await shop.post("/customers", whole, { key: "customer" })
    expect([again.text, again.headers.get("Idempotent-Replay")]).toEqual([first.text, "true"])
    const other = await shop.post("/customers", { name: "Other" }, { key: "customer" })
    expect([other.status, other.error.type]).toEqual([409, "idempotency_error"])
    const none = await shop.post("/customers", whole, { key: null })
    expect([none.status, none.error.code]).toEqual([400, "idempotency_key_missing"])
  })

  it("creates one customer if the same request is sent many times at once", async () => {
    const body = { reference: "at once" }
    const replies = await Promise.all(
      [1, 2, 3, 4, 5].map(() => shop.post("/customers", body, { key: "at once" }))
    )
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(idsOf(await shop.get("/customers?reference=at once"))).toHaveLength(1)
  })
})

describe("retrieving a customer", () => {
  it("that is unknown, another tenant's or of the other mode is resource_not_found", async () => {
    const id = await created()
    for (const [client, path] of [
      [shop, `/customers/${unknown}`],
      [shop, "/customers/17"],
      [stranger, `/customers/${id}`],
      [live, `/customers/${id}`]
    ] as const) {
      const { status, error } = await client.get(path)
      expect([path, status, error.code]).toEqual([path, 404, "resource_not_found"])
    }
  })

  it("refuses expand[]", async () => {
    const id = await created()
    for (const query of ["expand[]=default_payment_instrument", "expand=x", "expand[]="]) {
      expectRefused(await shop.get(`/customers/${id}?${query}`), "parameter_invalid", "expand")
    }
  })
})

describe("updating a customer", () => {
  it("changes the fields that are sent and leaves the rest", async () => {
    const before = (await shop.post("/customers", whole)).json
    const { status, json } = await shop.patch(`/customers/${before.id}`, { name: "Ada King" })
    expect([status, json]).toEqual([200, { ...before, name: "Ada King" }])
    expect((await shop.get(`/customers/${before.id}`)).json).toEqual(json)
    expect((await shop.patch(`/customers/${before.id}`, {})).json).toEqual(json)
  })

  it("clears fields that are null", async () => {
    const id = await created(whole)
    const nothing = { reference: null, email: null, name: null }
    const { json } = await shop.patch(`/customers/${id}`, nothing)
    expect(json).toMatchObject({ ...nothing, metadata: whole.metadata })
    expect(idsOf(await shop.get(`/customers?reference=${whole.reference}`))).not.toContain(id)
  })

  it("changes only the parts of the address that are sent", async () => {
    const id = await created(whole)
    const change = { billing_address: { postal_code: null } }
    expect((await shop.patch(`/customers/${id}`, change)).json.billing_address).toEqual({
      country: "GB",
      postal_code: null
    })
  })

  it("changes only the metadata keys that are sent, and removes those with empty values", async () => {
    const id = await created({ metadata: { a: "1", b: "2" } })
    const { json } = await shop.patch(`/customers/${id}`, { metadata: { b: "", c: "3" } })
    expect(json.metadata).toEqual({ a: "1", c: "3" })
  })

  it("refuses metadata that would have more than 50 keys in all", async () => {
    const keys = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`key ${from + n}`, "v"]))
    const id = await created({ metadata: keys(0, 30) })
    expect((await shop.patch(`/customers/${id}`, { metadata: keys(30, 20) })).status).toBe(200)
    const reply = await shop.patch(`/customers/${id}`, { metadata: keys(50, 1) })
    expectRefused(reply, "parameter_invalid", "metadata")
  })

  it("checks its input like creation", async () => {
    const path = `/customers/${await created()}`
    expectRefused(await shop.patch(path, { email: "ada" }), "parameter_invalid", "email")
    expectRefused(await shop.patch(path, { id: unknown }), "parameter_unknown", "id")
    const number = { name: "4242424242424242" }
    expectRefused(await shop.patch(path, number), "card_number_not_allowed", "name")
  })

  it("of an unknown customer is resource_not_found, and holds its key", async () => {
    const { status, error } = await shop.patch(`/customers/${unknown}`, {}, { key: "nobody" })
    expect([status, error.code]).toEqual([404, "resource_not_found"])
    const again = await shop.patch(`/customers/${unknown}`, {}, { key: "nobody" })
    expect(again.error.code).toBe("idempotency_key_in_flight")
  })

  it("answers once per Idempotency-Key, and needs one", async () => {
    const id = await created()
    const body = { name: "Once" }
    const first = await shop.patch(`/customers/${id}`, body, { key: "update" })
    await shop.patch(`/customers/${id}`, { name: "Later" })
    const again = await shop.patch(`/customers/${id}`, body, { key: "update" })
    expect([again.text, again.headers.get("Idempotent-Replay")]).toEqual([first.text, "true"])
    expect((await shop.get(`/customers/${id}`)).json.name).toBe("Later")
    const elsewhere = await shop.patch(`/customers/${await created()}`, body, { key: "update" })
    expect(elsewhere.error.type).toBe("idempotency_error")
    const none = await shop.patch(`/customers/${id}`, body, { key: null })
    expect(none.error.code).toBe("idempotency_key_missing")
  })

  it("sent many times at once loses no change", async () => {
    const id = await created()
    const numbers = Array.from({ length: 30 }, (_, n) => `${n}`)
    const replies = await Promise.all(
      numbers.map((n) => shop.patch(`/customers/${id}`, { metadata: { [`key ${n}`]: n } }))
    )
    expect(replies.map(({ status }) => status)).toEqual(numbers.map(() => 200))
    const { metadata } = (await shop.get(`/customers/${id}`)).json
    expect(Object.keys(metadata as Json)).toHaveLength(numbers.length)
  })

  it("never changes risk counts, which are by card alone", async () => {
    const card = await shop.saveCard("approved")
    const { customer } = (await shop.get(`/payment_instruments/${card}`)).json
    const fingerprint = async () => {
      const { json } = await shop.get(`/payment_instruments/${card}`)
      return (json.card as Json).fingerprint
    }
    const before = await fingerprint()
    await shop.patch(`/customers/${customer}`, whole)
    expect(await fingerprint()).toBe(before)
  })
})
