import type { ConsumedEvent } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { alertsOf, auditedShops } from "./testing/auditedShops.ts"
import { day, hour, minute, type Shop, second } from "./testing/openShop.ts"

const open = auditedShops()

type Conduct = (event: ConsumedEvent) => unknown

/** Starts a consumer that records its events, and handles them as the test says. */
const consuming = async (shop: Shop, conduct: Conduct = () => undefined, name = "fulfilment") => {
  const seen: Array<ConsumedEvent> = []
  const consumption = await shop.process().payloom.events.consume(
    name,
    (event) => {
      seen.push(event)
      return conduct(event)
    },
    { from: "beginning" }
  )
  return { seen, consumption }
}

const ids = (events: ReadonlyArray<{ readonly id: string }>) => events.map(({ id }) => id)

const paymentOf = ({ data }: ConsumedEvent) => data.payment_id ?? null

const parked = async (shop: Shop) =>
  (await shop.process().payloom.events.parked()).data.map(({ event, status, tries }) => [
    event,
    status,
    tries
  ])

describe("a consumer in the process", () => {
  it("receives every event once, internal or public, in the order of the list", async () => {
    const shop = await open()
    const { seen } = await consuming(shop)
    const paid = await shop.pay("approved")
    await shop.pay("insufficient_funds")
    const held = await shop.pay("approved", { captureMethod: "manual" })
    await shop.elapse(8 * day)
    const all = await shop.events()
    expect(ids(seen).toSorted()).toEqual(ids(all).toSorted())
    expect(seen.some(({ published }) => !published)).toBe(true)
    expect(seen.filter((event) => paymentOf(event) === held.id).map(({ type }) => type)).toEqual([
      "payment.authorized",
      "alert.authorization_expiring",
      "payment.expired"
    ])
    const succeeded = seen.find((event) => paymentOf(event) === paid.id)
    const [listed] = (await shop.shop().events.list({ type: "payment.succeeded" })).data
    const { published, scope, ...event } = succeeded ?? { published: null, scope: null }
    expect({ ...event, deliveredAt: null }).toEqual(listed)
    expect([published, scope]).toEqual([true, shop.shop().scope])
  })

  it("receives the events of one payment in their order, one after another", async () => {
    const shop = await open()
    const under = new Map<string | null, number>()
    const { seen } = await consuming(shop, async (event) => {
      const key = paymentOf(event)
      under.set(key, (under.get(key) ?? 0) + 1)
      expect(under.get(key)).toBe(1)
      await new Promise((resolve) => setImmediate(resolve))
      under.set(key, 0)
    })
    const payments = []
    for (let n = 0; n < 6; n++) payments.push(await shop.pay("approved"))
    for (const { id } of payments) {
      for (const nth of [1, 2]) {
        const key = { idempotencyKey: `${id} ${nth}` }
        await shop.shop().payments.refund(id, { amount: 100n }, key)
        await shop.work()
      }
    }
    for (const { id } of payments) {
      const versions = seen.filter((event) => paymentOf(event) === id).map((event) => event.id)
      expect(versions).toEqual(ids(await shop.events(id)))
    }
  })

  it("begins with new events by default, and continues at its position after a restart", async () => {
    const shop = await open()
    await shop.pay("approved")
    const late: Array<ConsumedEvent> = []
    const begin = () =>
      shop.process().payloom.events.consume("late", (event) => void late.push(event))
    await begin()
    const second = await shop.pay("approved")
    await shop.work()
    expect(late.map(paymentOf)).toEqual([second.id])
    await shop.restart()
    const third = await shop.pay("approved")
    await begin()
    await shop.work()
    expect(late.map(paymentOf)).toEqual([second.id, third.id])
  })

  it("receives an event again if its process died before handling it", async () => {
    const shop = await open()
    const payment = await shop.pay("approved")
    let calls = 0
    const { events } = shop.process().payloom
    await events.consume(
      "fulfilment",
      () => {
        calls += 1
        shop.process().mortal.kill()
      },
      { from: "beginning" }
    )
    void shop.process().payloom.runDue()
    while (calls === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    await shop.restart()
    await shop.elapse(minute)
    const { seen } = await consuming(shop)
    await shop.work()
    expect(seen.map(paymentOf)).toEqual([payment.id])
  })

  it("receives only the types that it wants", async () => {
    const shop = await open()
    const seen: Array<string> = []
    await shop.process().payloom.events.consume("declines", ({ type }) => void seen.push(type), {
      types: ["payment.declined"]
    })
    await shop.pay("approved")
    await shop.pay("insufficient_funds")
    await shop.work()
    expect(seen).toEqual(["payment.declined"])
  })

  it("is independent of other consumers, each with its own position", async () => {
    const shop = await open()
    const one = await consuming(shop, undefined, "one")
    await shop.pay("approved")
    await shop.work()
    const other = await consuming(shop, undefined, "other")
    await shop.pay("approved")
    await shop.work()
    expect(ids(one.seen).toSorted()).toEqual(ids(other.seen).toSorted())
    expect(one.seen).toHaveLength(2)
  })

  it("receives nothing after it was stopped, and continues later under its name", async () => {
    const shop = await open()
    const first = await consuming(shop)
    await first.consumption.stop()
    await shop.pay("approved")
    await shop.work()
    expect(first.seen).toEqual([])
    const again = await consuming(shop)
    await shop.work()
    expect(again.seen).toHaveLength(1)
  })
})

describe("an event that a consumer fails on", () => {
  it("is retried after growing waits, and blocks later events of its payment", async () => {
    const shop = await open()
    let isBroken = true
    const { seen } = await consuming(shop, () => {
      if (isBroken) throw new Error("the warehouse is shut")
    })
    const payment = await shop.pay("approved")
    await shop.work()
    await shop.shop().payments.refund(payment.id, {}, { idempotencyKey: "all" })
    await shop.work()
    expect((await parked(shop)).map(([, status]) => status)).toEqual([
      "failing",
      "waiting",
      "waiting",
      "waiting"
    ])
    expect((await shop.process().payloom.events.parked()).data[0]?.error).toContain("warehouse")
    await shop.elapse(second)
    await shop.elapse(4 * second)
    expect(seen.map(({ type }) => type)).toEqual(Array(3).fill("payment.succeeded"))
    isBroken = false
    await shop.elapse(16 * second)
    expect(seen.slice(3).map(({ id }) => id)).toEqual(ids(await shop.events(payment.id)))
    expect(await parked(shop)).toEqual([])
  })

  it("blocks no other payment", async () => {
    const shop = await open()
    const poisoned = await shop.pay("approved")
    const { seen } = await consuming(shop, (event) => {
      if (paymentOf(event) === poisoned.id) throw new Error("no")
    })
    const others = []
    for (let n = 0; n < 20; n++) others.push((await shop.pay("approved")).id)
    await shop.work()
    expect(
      seen
        .map(paymentOf)
        .filter((id) => id !== poisoned.id)
        .toSorted()
    ).toEqual(others)
  })

  it("is parked after ten attempts with an alert, and later events continue", async () => {
    const shop = await open()
    const payment = await shop.pay("approved")
    const { seen } = await consuming(shop, ({ type }) => {
      if (type === "payment.succeeded") throw new Error("no")
    })
    await shop.work()
    await shop.shop().payments.refund(payment.id, {}, { idempotencyKey: "all" })
    await shop.elapse(day)
    const tried = seen.filter(({ type }) => type === "payment.succeeded")
    expect(tried).toHaveLength(10)
    expect(await parked(shop)).toEqual([[tried[0]?.id, "set_aside", 10]])
    expect(alertsOf(shop)).toEqual(["alert.event_set_aside"])
    expect(shop.alerts[0]?.event.data.object).toMatchObject({
      object: "parked_event",
      consumer: "fulfilment",
      event: tried[0]?.id,
      tries: 10
    })
    const types = seen.map(({ type }) => type)
    expect(types).toContain("alert.event_set_aside")
    expect(types).toContain("refund.succeeded")
  })

  it("is delivered again by a replay", async () => {
    const shop = await open()
    await shop.pay("approved")
    let isBroken = true
    const { seen } = await consuming(shop, () => {
      if (isBroken) throw new Error("no")
    })
    await shop.elapse(day)
    isBroken = false
    const { events } = shop.process().payloom
    const set = (await events.parked({ status: "set_aside", consumer: "fulfilment" })).data
    const before = seen.length
    for (const { event } of set) {
      expect(await events.replay("fulfilment", event)).toMatchObject({
        status: "failing",
        tries: 0
      })
    }
    await shop.work()
    expect(ids(seen.slice(before)).toSorted()).toEqual(set.map(({ event }) => event).toSorted())
    expect(await parked(shop)).toEqual([])
  })

  it("has failed if its handler takes too long", async () => {
    const shop = await open()
    await shop.pay("approved")
    const aborted: Array<boolean> = []
    await shop
      .process()
      .payloom.events.consume(
        "slow",
        (_, { signal }) =>
          new Promise((_resolve) => signal.addEventListener("abort", () => aborted.push(true))),
        { from: "beginning", timeoutMs: 5000 }
      )
    await shop.work()
    expect(await parked(shop)).toMatchObject([[expect.any(String), "failing", 1]])
    expect(aborted).toEqual([true])
  })

  it("stops the reading if there are too many, so that no event is skipped", async () => {
    const shop = await open()
    let isBroken = true
    const { seen } = await consuming(shop, () => {
      if (isBroken) throw new Error("the database is down")
    })
    for (let n = 0; n < 60; n++) await shop.pay("approved")
    await shop.work()
    isBroken = false
    await shop.elapse(hour)
    expect(await parked(shop)).toEqual([])
    expect(new Set(ids(seen)).size).toBe(60)
  })
})
