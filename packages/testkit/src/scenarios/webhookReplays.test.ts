import type { WebhookRequest } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { day, hour, second } from "./testing/openShop.ts"
import { shopsWithWebhooks, statuses, url } from "./testing/shopsWithWebhooks.ts"
import { answers } from "./testing/webhookSink.ts"

const open = shopsWithWebhooks()

const ids = (received: ReadonlyArray<WebhookRequest>) =>
  received.map(({ headers }) => headers["webhook-id"])

describe("a replay", () => {
  it("sends one delivery again, with the same id and bytes", async () => {
    const { shop, received, webhooks } = await open()
    await webhooks.create({ url })
    await shop.pay("approved")
    await shop.work()
    const [delivery] = (await webhooks.deliveries()).data
    expect(await webhooks.replay({ delivery: delivery?.id ?? "" })).toBe(1)
    await shop.work()
    expect(received).toHaveLength(2)
    expect(received[0]?.body).toBe(received[1]?.body)
    expect(new Set(ids(received)).size).toBe(1)
    expect((await webhooks.delivery(delivery?.id ?? "")).attempts).toHaveLength(2)
  })

  it("of a delivery to an endpoint that was deleted is refused, and changes nothing", async () => {
    const { shop, webhooks } = await open()
    const { id } = await webhooks.create({ url })
    await shop.pay("approved")
    await shop.work()
    const [delivery] = (await webhooks.deliveries()).data
    await webhooks.delete(id)
    await expect(webhooks.replay({ delivery: delivery?.id ?? "" })).rejects.toMatchObject({
      _tag: "ResourceNotFound",
      object: "webhook_endpoint",
      id
    })
    expect((await webhooks.deliveries()).data).toEqual([delivery])
  })

  it("sends all failed deliveries again, with all their attempts", async () => {
    const { shop, sink, received, webhooks } = await open()
    const isFine = ({ body }: WebhookRequest) => body.includes("payment.declined")
    sink.conducts.set(url, (request) => answers(isFine(request) ? 200 : 500))
    const { id } = await webhooks.create({ url })
    await shop.pay("approved")
    await shop.pay("approved")
    for (let days = 0; days < 4; days++) {
      await shop.elapse(day)
      await shop.pay("insufficient_funds")
    }
    await shop.work()
    const failed = (await webhooks.deliveries({ status: "failed" })).data
    expect(failed).toHaveLength(2)
    sink.conducts.clear()
    const before = received.length
    expect(await webhooks.replay({ endpoint: id, status: "failed" })).toBe(2)
    await shop.work()
    expect(received).toHaveLength(before + 2)
    expect(new Set(await statuses(shop))).toEqual(new Set(["delivered"]))
    expect(await webhooks.replay({ endpoint: id, status: "failed" })).toBe(0)
  })

  it("sends all events of a period again, also those never queued", async () => {
    const { shop, received, webhooks } = await open()
    const { id } = await webhooks.create({ url, types: ["payment.succeeded"] })
    await shop.pay("approved")
    await shop.elapse(hour)
    await webhooks.update(id, { status: "disabled" })
    const from = shop.clock.now()
    await shop.pay("approved")
    await shop.pay("insufficient_funds")
    const to = shop.clock.now()
    await shop.clock.advance(second)
    await webhooks.update(id, { status: "enabled" })
    await shop.pay("approved")
    await shop.work()
    const before = received.length
    expect(await webhooks.replay({ endpoint: id, from, to })).toBe(1)
    await shop.work()
    expect(received).toHaveLength(before + 1)
    expect(await webhooks.replay({ endpoint: id, from: 0 })).toBe(3)
    await shop.work()
    expect(new Set(ids(received)).size).toBe(3)
  })

  it("of a thousand events queues all of them", async () => {
    const { shop, received, webhooks } = await open()
    const { id } = await webhooks.create({ url, types: ["payment.voided"] })
    for (let n = 0; n < 250; n++) await shop.pay("approved")
    await webhooks.update(id, { types: null })
    expect(await webhooks.replay({ endpoint: id, from: 0 })).toBe(250)
    await shop.work()
    expect(new Set(ids(received)).size).toBe(250)
  })
})
