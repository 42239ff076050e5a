import type { WebhookRequest } from "@payloom/core"
import { afterEach, describe, expect, it } from "vitest"
import { auditedShops, payTimes } from "./testing/auditedShops.ts"
import type { Process, ShopOptions } from "./testing/ground.ts"
import { minute, type Shop, second } from "./testing/openShop.ts"
import { answers, hangs, webhookSink } from "./testing/webhookSink.ts"

const audited = auditedShops()
const opened: Array<readonly [Shop, Process]> = []
afterEach(async () => {
  for (const [shop, { payloom, mortal }] of opened.splice(0))
    if (!mortal.isDead()) await shop.until(payloom.close())
})

/** Opens a shop whose process delivers automatically as time passes. */
const open = async (options: ShopOptions = {}) => {
  const sink = webhookSink()
  const shop = await audited({ webhooks: sink, workers: true, ...options })
  opened.push([shop, shop.process()])
  return { shop, sink, received: sink.received, webhooks: shop.shop().webhooks }
}

const at = (received: ReadonlyArray<WebhookRequest>, url: string) =>
  received.filter((request) => request.url === url)

describe("webhooks that workers send", () => {
  it("are sent as soon as the commit of their event is made", async () => {
    const { shop, received, webhooks } = await open()
    await webhooks.create({ url: "https://shop.example" })
    await shop.pay("approved")
    await shop.clock.advance(0)
    expect(received).toHaveLength(1)
  })

  it("to a hanging endpoint delay neither another endpoint nor jobs on money", async () => {
    const { shop, sink, received, webhooks } = await open()
    sink.conducts.set("https://hangs.example", () => hangs)
    await webhooks.create({ url: "https://hangs.example" })
    await webhooks.create({ url: "https://shop.example" })
    await payTimes(shop, 100)
    await shop.clock.advance(second)
    expect(at(received, "https://shop.example")).toHaveLength(100)
    expect(at(received, "https://hangs.example").length).toBeLessThanOrEqual(8)
    const before = shop.clock.now()
    const payment = await shop.pay("approved")
    await shop.shop().payments.refund(payment.id, {}, { idempotencyKey: "back" })
    await shop.clock.advance(0)
    expect((await shop.shop().payments.retrieve(payment.id)).status).toBe("refunded")
    expect(shop.clock.now()).toBe(before)
    await shop.clock.advance(minute)
    sink.conducts.clear()
    await shop.clock.advance(10 * minute)
    const ids = at(received, "https://hangs.example").map(({ headers }) => headers["webhook-id"])
    expect(new Set(ids).size).toBe(103)
  })

  it("to many hanging endpoints do not prevent deliveries to a working one", async () => {
    const { shop, sink, received, webhooks } = await open()
    for (let n = 0; n < 19; n++) {
      sink.conducts.set(`https://hangs${n}.example/`, () => hangs)
      await webhooks.create({ url: `https://hangs${n}.example/` })
    }
    await payTimes(shop, 20)
    await shop.clock.advance(2 * minute)
    await webhooks.create({ url: "https://shop.example" })
    await payTimes(shop, 50)
    await shop.clock.advance(second)
    expect(at(received, "https://shop.example")).toHaveLength(50)
  })

  it("cause no reads of queues in which nothing happened, however many deliveries wait there", async () => {
    const looks: Array<number> = []
    const { shop, sink, received, webhooks } = await open({
      between: (storage) => ({
        ...storage,
        claimDue: (query) => {
          if (query.perKind !== undefined) looks.push(query.kinds?.length ?? 0)
          return storage.claimDue(query)
        }
      })
    })
    for (let n = 0; n < 19; n++) {
      sink.conducts.set(`https://fails${n}.example/`, () => answers(500))
      await webhooks.create({ url: `https://fails${n}.example/` })
    }
    await payTimes(shop, 3)
    await shop.clock.advance(minute)
    for (const { id } of (await webhooks.list()).data)
      await webhooks.update(id, { types: ["dispute.lost"] })
    await webhooks.create({ url: "https://shop.example" })
    await shop.clock.advance(second)
    looks.length = 0
    await payTimes(shop, 30)
    await shop.clock.advance(0)
    expect(at(received, "https://shop.example")).toHaveLength(30)
    expect(Math.max(...looks)).toBe(1)
  })

  it("are taken over from a dead process, and none is lost", async () => {
    const { shop, sink, received, webhooks } = await open()
    await webhooks.create({ url: "https://shop.example" })
    sink.conducts.set("https://shop.example", () => hangs)
    await payTimes(shop, 5)
    await shop.clock.advance(second)
    sink.conducts.set("https://shop.example", () => answers(200))
    opened.push([shop, await shop.restart()])
    await shop.clock.advance(minute)
    const { data } = await shop.shop().webhooks.deliveries()
    expect(data.map(({ status }) => status)).toEqual(Array(5).fill("delivered"))
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(5)
  })
})
