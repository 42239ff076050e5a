import { describe, expect, it } from "vitest"
import { expectInvalid } from "./testing/expectRefused.ts"
import { openShop } from "./testing/openShop.ts"
import { idsOf, itemsOf } from "./testing/shopClient.ts"

const shop = await openShop()
const card = await shop.saveCard("approved")
const poorCard = await shop.saveCard("insufficient_funds")

const start = shop.clock.now()
/** Returns a moment some milliseconds after the first payment's. */
const at = (ms: number) => new Date(start + ms).toISOString()

// One payment a second.
const waiting = (await shop.pay()).json
await shop.clock.advance(1000)
const paid = (await shop.pay({ payment_instrument: card })).json
await shop.clock.advance(1000)
const refused = (await shop.pay({ payment_instrument: poorCard })).json
await shop.clock.advance(1000)
const held = (await shop.pay({ payment_instrument: card, capture_method: "manual" })).json
const all = [held.id, refused.id, paid.id, waiting.id]

const ids = async (query: string) => {
  const reply = await shop.get(`/payments?${query}`)
  expect([query, reply.status]).toEqual([query, 200])
  return idsOf(reply)
}

const expectRefused = async (path: string, param: string) =>
  expectInvalid(await shop.get(path), param)

describe("the list of payments", () => {
  it("is newest first", async () => {
    expect(await ids("")).toEqual(all)
  })

  it("shows each payment as retrieve does", async () => {
    for (const payment of itemsOf(await shop.get("/payments"))) {
      expect((await shop.get(`/payments/${payment.id}`)).json).toEqual(payment)
    }
  })

  it("ignores parameters that it does not know", async () => {
    expect(await ids("page=3&offset=2&cursor=x&customer=y")).toEqual(all)
  })
})

describe("status", () => {
  it("filters by one status or by several", async () => {
    expect(await ids("status=succeeded")).toEqual([paid.id])
    expect(await ids("status=declined&status=authorized")).toEqual([held.id, refused.id])
    expect(await ids("status[]=declined&status[]=authorized")).toEqual([held.id, refused.id])
    expect(await ids("status=declined&status=declined")).toEqual([refused.id])
    expect(await ids("status=voided")).toEqual([])
  })

  it("that is unknown is 422 parameter_invalid, also beside known ones", async () => {
    for (const query of ["status=paid", "status=", "status=Succeeded", "status=succeeded,failed"]) {
      await expectRefused(`/payments?${query}`, "status")
    }
    await expectRefused("/payments?status=succeeded&status=paid", "status")
  })

  it("is one of all statuses of payments", async () => {
    const statuses = [
      ...["created", "requires_payment", "authenticating", "processing", "authorized"],
      ...["succeeded", "declined", "failed", "expired", "canceled", "partially_captured"],
      ...["partially_refunded", "refunded", "voided"]
    ]
    expect(await ids(statuses.map((status) => `status=${status}`).join("&"))).toEqual(all)
  })
})

describe("created_gte and created_lte", () => {
  it("are inclusive bounds, to the millisecond", async () => {
    expect(await ids(`created_gte=${at(1000)}`)).toEqual([held.id, refused.id, paid.id])
    expect(await ids(`created_gte=${at(1001)}`)).toEqual([held.id, refused.id])
    expect(await ids(`created_lte=${at(1000)}`)).toEqual([paid.id, waiting.id])
    expect(await ids(`created_lte=${at(999)}`)).toEqual([waiting.id])
    expect(await ids(`created_gte=${at(1000)}&created_lte=${at(2000)}`)).toEqual([
      refused.id,
      paid.id
    ])
    expect(await ids(`created_gte=${at(2000)}&created_lte=${at(1000)}`)).toEqual([])
  })

  it("finer than a millisecond are rounded inwards", async () => {
    const finer = (ms: number, digits: string) => at(ms).replace("Z", `${digits}Z`)
    expect(await ids(`created_gte=${finer(1000, "9")}`)).toEqual([held.id, refused.id])
    expect(await ids(`created_gte=${finer(1000, "000001")}`)).toEqual([held.id, refused.id])
    expect(await ids(`created_gte=${finer(1000, "000000")}`)).toEqual([
      held.id,
      refused.id,
      paid.id
    ])
    expect(await ids(`created_gte=${finer(999, "9")}`)).toEqual([held.id, refused.id, paid.id])
    expect(await ids(`created_lte=${finer(1000, "9")}`)).toEqual([paid.id, waiting.id])
    expect(await ids(`created_lte=${finer(999, "999999")}`)).toEqual([waiting.id])
  })

  it("can be combined with other filters and pages", async () => {
    const query = `created_lte=${at(2000)}&status=succeeded&status=requires_payment`
    expect(await ids(query)).toEqual([paid.id, waiting.id])
    const { json } = await shop.get(`/payments?${query}&limit=1`)
    const cursor = encodeURIComponent(String(json.next_cursor))
    expect(await ids(`${query}&starting_after=${cursor}`)).toEqual([waiting.id])
  })

  it("are date-times in any zone", async () => {
    const zoned = at(1000).replace("Z", "%2B00:00")
    expect(await ids(`created_gte=${zoned}`)).toEqual([held.id, refused.id, paid.id])
  })

  it("that are not date-times are 422 parameter_invalid", async () => {
    const none = [
      "",
      "yesterday",
      "2026-11-15",
      "2026-11-15T12:00:00",
      "1794657600",
      "2026-02-30T00:00:00Z"
    ]
    for (const text of none) {
      await expectRefused(`/payments?created_gte=${text}`, "created_gte")
      await expectRefused(`/payments?created_lte=${text}`, "created_lte")
    }
  })

  it("may lie outside of the time range of ids", async () => {
    expect(await ids("created_gte=0001-01-01T00:00:00Z")).toEqual(all)
    expect(await ids("created_lte=9999-12-31T23:59:59Z")).toEqual(all)
    expect(await ids("created_lte=0001-01-01T00:00:00Z")).toEqual([])
  })
})

describe("expand[]", () => {
  it("shows objects instead of ids, for the fields that it names", async () => {
    const [plain] = itemsOf(await shop.get("/payments"))
    expect([plain?.customer, plain?.payment_instrument]).toEqual([held.customer, card])
    const [both] = itemsOf(
      await shop.get("/payments?expand[]=customer&expand[]=payment_instrument")
    )
    expect(both).toMatchObject({
      customer: { object: "customer", id: held.customer, default_payment_instrument: null },
      payment_instrument: {
        object: "payment_instrument",
        id: card,
        type: "card",
        detached: false,
        card: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2049 }
      }
    })
    const [one] = itemsOf(await shop.get("/payments?expand[]=customer"))
    expect(one?.payment_instrument).toBe(card)
  })

  it("shows the session of a payment like retrieve, if it names it", async () => {
    const other = await openShop()
    const session = await other.post("/v1/checkout_sessions", { amount: "1250", currency: "EUR" })
    const payment = await other.pay({ checkout_session: session.json.id })
    expect(payment.status).toBe(200)
    const retrieved = await other.get(`/checkout_sessions/${session.json.id}`)
    const [expanded] = itemsOf(await other.get("/payments?expand[]=checkout_session"))
    expect(expanded?.checkout_session).toEqual(retrieved.json)
    const [plain] = itemsOf(await other.get("/payments?expand[]=customer"))
    expect(plain?.checkout_session).toBe(session.json.id)
  })

  it("leaves null if there is no object", async () => {
    const query = "expand[]=customer&expand[]=payment_instrument&expand[]=checkout_session"
    const last = itemsOf(await shop.get(`/payments?${query}`)).at(-1)
    expect(last).toMatchObject({ customer: null, payment_instrument: null, checkout_session: null })
  })

  it("of another field is 422 parameter_invalid", async () => {
    for (const member of ["attempts", "nonsense", "", "customer.email"]) {
      await expectRefused(`/payments?expand[]=${member}`, "expand")
    }
  })

  it("shows nothing of a card that could reconstruct its number", async () => {
    const { text } = await shop.get("/payments?expand[]=payment_instrument")
    expect(text).not.toMatch(/vault|cvc|number|424242/)
  })
})

describe("limit", () => {
  const many = openShop().then(async (other) => {
    const id = (await other.pay()).json.id
    for (let n = 0; n < 104; n++) await other.pay()
    return { other, id }
  })

  it("is 20 by default", async () => {
    const { other } = await many
    const { json } = await other.get("/payments")
    expect([(json.data as Array<unknown>).length, json.has_more]).toEqual([20, true])
  })

  it("is at least 1 and at most 100, and larger ones are reduced to 100", async () => {
    const { other } = await many
    for (const [limit, size] of [
      ["1", 1],
      ["99", 99],
      ["100", 100],
      ["101", 100],
      ["1000000", 100],
      ["99999999999999999999999", 100]
    ] as const) {
      const reply = await other.get(`/payments?limit=${limit}`)
      expect([limit, reply.status, idsOf(reply).length]).toEqual([limit, 200, size])
    }
  })

  it("that is 0, negative, a fraction or a word is 422 parameter_invalid", async () => {
    const attempts = `/payments/${paid.id}/attempts`
    for (const limit of ["0", "-1", "1.5", "1e1", "ten", "", "%2B5", "0x5", "\u0665"]) {
      await expectRefused(`/payments?limit=${encodeURI(limit)}`, "limit")
      await expectRefused(`${attempts}?limit=${encodeURI(limit)}`, "limit")
    }
    await expectRefused("/payments?limit=1&limit=2", "limit")
  })
})
