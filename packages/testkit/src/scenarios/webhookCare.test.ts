import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { alertsOf } from "./testing/auditedShops.ts"
import { day, hour, minute } from "./testing/openShop.ts"
import { shopsWithWebhooks, statuses, url } from "./testing/shopsWithWebhooks.ts"
import { answers } from "./testing/webhookSink.ts"

const open = shopsWithWebhooks()

describe("a disabled endpoint", () => {
  it("by its answer 410 gets nothing more, with an alert", async () => {
    const { shop, sink, received, webhooks } = await open()
    sink.conducts.set(url, () => answers(410))
    const { id } = await webhooks.create({ url })
    await shop.pay("approved")
    await shop.elapse(day)
    await shop.pay("approved")
    await shop.elapse(day)
    expect(received).toHaveLength(1)
    expect(await webhooks.retrieve(id)).toMatchObject({
      status: "disabled",
      disabledReason: "gone"
    })
    expect(alertsOf(shop)).toEqual(["alert.webhook_disabled"])
    expect(shop.alerts[0]?.event.data.object).toMatchObject({
      object: "webhook_endpoint",
      id,
      url,
      disabled_reason: "gone"
    })
  })

  it("does not follow from faults of this machine, which use up no attempt of queued deliveries", async () => {
    const { shop, sink, webhooks } = await open()
    const offline = { _tag: "Failed", reason: "no network", isOwnFault: true } as const
    sink.conducts.set(url, () => Effect.succeed(offline))
    const { id } = await webhooks.create({ url })
    await shop.pay("approved")
    await shop.elapse(2.5 * day)
    await shop.pay("approved")
    await shop.elapse(day)
    expect(await statuses(shop)).toEqual(["pending", "pending"])
    sink.conducts.delete(url)
    await shop.elapse(12 * hour)
    expect(await statuses(shop)).toEqual(["delivered", "delivered"])
    expect((await webhooks.retrieve(id)).status).toBe("enabled")
    expect(alertsOf(shop)).toEqual([])
  })

  it("follows from a fault of this machine that never passes", async () => {
    const { shop, sink, webhooks } = await open()
    const unreachable = { _tag: "Failed", reason: "no way there", isOwnFault: true } as const
    sink.conducts.set(url, () => Effect.succeed(unreachable))
    const { id } = await webhooks.create({ url })
    await shop.pay("approved")
    await shop.elapse(7 * day)
    expect((await webhooks.retrieve(id)).status).toBe("disabled")
  })

  it("by three days without a success keeps its queue, with an alert", async () => {
    const { shop, sink, webhooks, received } = await open()
    sink.conducts.set(url, () => answers(500))
    const { id } = await webhooks.create({ url })
    await shop.pay("approved")
    await shop.elapse(2 * day)
    await shop.pay("approved")
    expect((await webhooks.retrieve(id)).status).toBe("enabled")
    await shop.elapse(2 * day)
    expect(await webhooks.retrieve(id)).toMatchObject({
      status: "disabled",
      disabledReason: "failing"
    })
    expect(alertsOf(shop)).toEqual(["alert.webhook_disabled"])
    expect((await statuses(shop)).filter((status) => status === "pending")).toHaveLength(1)
    sink.conducts.clear()
    const before = received.length
    await shop.elapse(10 * day)
    expect(received).toHaveLength(before)
    await webhooks.update(id, { status: "enabled" })
    await shop.work()
    expect(received).toHaveLength(before + 1)
    expect(await webhooks.retrieve(id)).toMatchObject({ failingSince: null, disabledReason: null })
  })

  it("does not follow if it succeeded in between", async () => {
    const { shop, sink, webhooks } = await open()
    const { id } = await webhooks.create({ url })
    let isUp = false
    sink.conducts.set(url, () => answers(isUp ? 200 : 500))
    await shop.pay("approved")
    await shop.elapse(2 * day)
    isUp = true
    await shop.pay("approved")
    await shop.work()
    isUp = false
    await shop.elapse(2 * day)
    expect((await webhooks.retrieve(id)).status).toBe("enabled")
  })

  it("by its merchant gets no new deliveries, and the queued ones when it is enabled again", async () => {
    const { shop, received, webhooks } = await open()
    const { id } = await webhooks.create({ url })
    await shop.pay("approved")
    await webhooks.update(id, { status: "disabled" })
    await shop.pay("approved")
    await shop.elapse(hour)
    expect(received).toEqual([])
    expect(await webhooks.retrieve(id)).toMatchObject({ disabledReason: "merchant" })
    await webhooks.update(id, { status: "enabled" })
    await shop.work()
    expect(received).toHaveLength(1)
  })

  it("has its queue for 30 days, and then neither deliveries nor jobs", async () => {
    const { shop, received, webhooks } = await open()
    const { id } = await webhooks.create({ url })
    for (let n = 0; n < 120; n++) await shop.pay("approved")
    await webhooks.update(id, { status: "disabled" })
    await shop.elapse(20 * day)
    const { scope } = shop.shop()
    await webhooks.update(id, { status: "enabled" })
    await shop.pay("approved")
    await webhooks.update(id, { status: "disabled" })
    await shop.elapse(11 * day)
    const queued = async () => {
      const due = await shop.run(shop.storage.dueJobs(scope, shop.clock.now(), 1000))
      return due.filter(({ row }) => row.kind.endsWith(id)).length
    }
    expect(await queued()).toBe(121)
    await shop.process().payloom.services.background.sweep().pipe(shop.run)
    expect(await queued()).toBe(1)
    expect(await statuses(shop)).toEqual(["pending"])
    await shop.elapse(20 * day)
    await shop.process().payloom.services.background.sweep().pipe(shop.run)
    expect(await queued()).toBe(0)
    expect(received).toEqual([])
  })

  it("by its deletion has its queue given up", async () => {
    const { shop, received, webhooks } = await open()
    const { id } = await webhooks.create({ url })
    await shop.pay("approved")
    await webhooks.delete(id)
    await shop.pay("approved")
    await shop.elapse(day)
    expect(received).toEqual([])
    expect(await statuses(shop)).toEqual(["failed"])
    await expect(webhooks.retrieve(id)).rejects.toMatchObject({ _tag: "ResourceNotFound" })
    await expect(webhooks.delete(id)).rejects.toMatchObject({ _tag: "ResourceNotFound" })
  })

  it("gets deliveries at its new address, also those queued before", async () => {
    const { shop, sink, received, webhooks } = await open()
    sink.conducts.set(url, () => answers(500))
    const { id } = await webhooks.create({ url })
    await shop.pay("approved")
    await shop.work()
    await webhooks.update(id, { url: `${url}/new`, types: ["payment.declined"] })
    await shop.elapse(minute)
    expect(received.map((request) => request.url)).toEqual([url, `${url}/new`])
    await shop.pay("approved")
    await shop.work()
    expect(received).toHaveLength(2)
  })

  it("does not follow from an answer of the old address after a move", async () => {
    const { shop, sink, received, webhooks } = await open()
    const { id } = await webhooks.create({ url })
    sink.conducts.set(url, () =>
      Effect.andThen(
        Effect.promise(() => webhooks.update(id, { url: `${url}/new` })),
        answers(410)
      )
    )
    await shop.pay("approved")
    await shop.elapse(minute)
    expect(received.map((request) => request.url)).toEqual([url, `${url}/new`])
    expect(await webhooks.retrieve(id)).toMatchObject({ status: "enabled", failingSince: null })
    expect(await statuses(shop)).toEqual(["delivered"])
  })

  it("does not follow from an earlier answer after it was enabled again", async () => {
    const { shop, sink, received, webhooks } = await open()
    const { id } = await webhooks.create({ url })
    const again = async () => {
      await webhooks.update(id, { status: "disabled" })
      await webhooks.update(id, { status: "enabled" })
      sink.conducts.delete(url)
    }
    sink.conducts.set(url, () => Effect.andThen(Effect.promise(again), answers(410)))
    await shop.pay("approved")
    await shop.elapse(minute)
    expect(received).toHaveLength(2)
    expect(await webhooks.retrieve(id)).toMatchObject({ status: "enabled", failingSince: null })
    expect(await statuses(shop)).toEqual(["delivered"])
    expect(alertsOf(shop)).toEqual([])
  })

  it("has three new days after a move", async () => {
    const { shop, sink, webhooks } = await open()
    const { id } = await webhooks.create({ url })
    for (const each of [url, `${url}/new`]) sink.conducts.set(each, () => answers(500))
    await shop.pay("approved")
    await shop.elapse(2 * day)
    await webhooks.update(id, { url: `${url}/new` })
    expect(await webhooks.retrieve(id)).toMatchObject({ failingSince: null })
    await shop.elapse(1.5 * day)
    expect(await webhooks.retrieve(id)).toMatchObject({ status: "enabled" })
  })
})
