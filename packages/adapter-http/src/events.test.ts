import { EventCollection } from "@payloom/core"
import { everyRow } from "@payloom/testkit"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { openShop } from "./testing/openShop.ts"
import { idsOf, itemsOf, type Json } from "./testing/shopClient.ts"

const shop = await openShop()
const card = await shop.saveCard("approved")
const poorCard = await shop.saveCard("insufficient_funds")
const start = shop.clock.now()
const at = (ms: number) => new Date(start + ms).toISOString()

// One event a second: succeeded, declined, authorized, and captured with succeeded.
const paid = (await shop.pay({ payment_instrument: card, metadata: { order: "7" } })).json
await shop.clock.advance(1000)
const declined = (await shop.pay({ payment_instrument: poorCard })).json
await shop.clock.advance(1000)
const held = (await shop.pay({ payment_instrument: card, capture_method: "manual" })).json
await shop.clock.advance(1000)
await shop.post(`/payments/${held.id}/capture`)
await shop.work()
await shop.clock.advance(1000)
// An event that is only internal: a payment that is canceled.
const waiting = (await shop.pay()).json
await shop.merchant.payments.cancel(String(waiting.id))

const list = async (query = "") => {
  const reply = await shop.get(`/events?${query}`)
  expect([query, reply.status]).toEqual([query, 200])
  return reply
}

const typesOf = async (query = "") => itemsOf(await list(query)).map(({ type }) => type)

const all = [
  "payment.succeeded",
  "payment.captured",
  "payment.authorized",
  "payment.declined",
  "payment.succeeded"
]

const walked = async (query: string, backFrom?: string) => {
  const pages: Array<ReadonlyArray<Json>> = []
  let cursor = backFrom
  do {
    const parameter = backFrom === undefined ? "starting_after" : "ending_before"
    const from = cursor === undefined ? "" : `&${parameter}=${encodeURIComponent(cursor)}`
    const reply = await list(`${query}${from}`)
    pages.push(itemsOf(reply))
    cursor = reply.json.has_more === true ? String(reply.json.next_cursor) : undefined
  } while (cursor !== undefined)
  return pages
}

describe("the list of events", () => {
  it("is newest first", async () => {
    expect(await typesOf()).toEqual(all)
  })

  it("shows each event as retrieve does", async () => {
    for (const event of itemsOf(await list())) {
      expect((await shop.get(`/events/${event.id}`)).json).toEqual(event)
    }
  })

  it("removes internal events after a page is read, so pages may be short or empty with has_more", async () => {
    const pages = await walked("limit=1")
    expect(pages.map(({ length }) => length)).toEqual([0, 1, 1, 1, 1, 1])
    expect(pages.flat().map(({ type }) => type)).toEqual(all)
    const [first] = await walked("limit=3")
    expect(first?.map(({ type }) => type)).toEqual(all.slice(0, 2))
  })

  it("filters by one type or by several", async () => {
    expect(await typesOf("type=payment.declined")).toEqual(["payment.declined"])
    expect(await typesOf("type=payment.declined&type=payment.captured")).toEqual([
      "payment.captured",
      "payment.declined"
    ])
    expect(await typesOf("type[]=refund.pending")).toEqual([])
    const pages = await walked("type=payment.succeeded&limit=1")
    expect(pages.map(({ length }) => length)).toEqual([1, 1])
  })

  it("filters by time, inclusively and to the millisecond", async () => {
    expect(await typesOf(`occurred_gte=${at(2000)}`)).toEqual(all.slice(0, 3))
    expect(await typesOf(`occurred_gte=${at(2001)}`)).toEqual(all.slice(0, 2))
    expect(await typesOf(`occurred_gte=${at(2000)}&type=payment.authorized`)).toEqual([
      "payment.authorized"
    ])
  })

  it("refuses an unknown type, an internal one, and a text that is not a date-time", async () => {
    for (const [query, param] of [
      ["type=payment.paid", "type"],
      ["type=payment.canceled", "type"],
      ["type=payment.declined&type=alert.job_failing", "type"],
      ["occurred_gte=yesterday", "occurred_gte"]
    ]) {
      const { status, error } = await shop.get(`/events?${query}`)
      expect([query, status, error.code, error.param]).toEqual([
        query,
        422,
        "parameter_invalid",
        param
      ])
    }
  })

  it("is paged back with ending_before, and takes no cursor of other filters", async () => {
    const { json } = await list("limit=4")
    const cursor = String(json.next_cursor)
    const [back] = await walked("limit=10", cursor)
    expect(back?.map(({ type }) => type)).toEqual(all.slice(0, 2))
    for (const query of ["type=payment.succeeded", `occurred_gte=${at(0)}`]) {
      const refused = await shop.get(
        `/events?${query}&starting_after=${encodeURIComponent(cursor)}`
      )
      expect([refused.status, refused.error.param]).toEqual([422, "starting_after"])
    }
  })

  it("has only the account's own events", async () => {
    const [event] = idsOf(await list())
    for (const other of [await shop.open(), await shop.open("live", shop.tenant)]) {
      expect(itemsOf(await other.get("/events"))).toEqual([])
      const { status, error } = await other.get(`/events/${event}`)
      expect([status, error.code]).toEqual([404, "resource_not_found"])
    }
  })
})

describe("an event", () => {
  it("has its type, revision, time and mode, and the resource as it was then", async () => {
    const event = itemsOf(await list()).at(-1)
    const payment = (await shop.get(`/payments/${paid.id}`)).json
    expect(event).toEqual({
      object: "event",
      id: expect.stringMatching(/^event_[0-9A-HJKMNP-TV-Z]{26}$/),
      type: "payment.succeeded",
      api_version: "2026-11-01",
      occurred_at: at(0),
      delivered_at: null,
      livemode: false,
      data: { object: payment, payment_id: paid.id, version: expect.any(Number) }
    })
  })

  it("keeps the resource as it was then, although it has changed since", async () => {
    const [event] = itemsOf(await list("type=payment.authorized"))
    expect(event?.data).toMatchObject({ object: { id: held.id, status: "authorized" } })
    expect((await shop.get(`/payments/${held.id}`)).json.status).toBe("succeeded")
  })

  it("of a later state has a higher version of the resource", async () => {
    const events = itemsOf(await list()).filter(({ data }) => (data as Json).payment_id === held.id)
    const versions = events.map(({ data }) => Number((data as Json).version))
    expect(events.map(({ type }) => type)).toContain("payment.captured")
    expect(versions.at(-1)).toBeLessThan(versions[0] ?? 0)
  })

  it("has its mode in livemode", async () => {
    const live = await shop.open("live")
    await live.pay({ payment_instrument: await live.saveCard("approved") })
    expect(itemsOf(await live.get("/events"))).toMatchObject([{ livemode: true }])
  })

  it("is found by its id, and an unknown or internal one is resource_not_found", async () => {
    const scope = { tenant: shop.tenant, mode: shop.mode }
    const stored = await Effect.runPromise(everyRow(shop.storage, scope, EventCollection))
    const internal = stored.find(({ type }) => type === "payment.canceled")?.id
    expect(internal).toMatch(/^event_/)
    for (const id of ["event_01KA0000000000000000000000", "event", declined.id, internal]) {
      const { status, error } = await shop.get(`/events/${id}`)
      expect([id, status, error.code]).toEqual([id, 404, "resource_not_found"])
    }
  })
})
