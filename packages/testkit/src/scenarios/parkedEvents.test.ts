import type { ConsumedEvent } from "@payloom/core"
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { alertsOf, auditedShops } from "./testing/auditedShops.ts"
import { hour, minute } from "./testing/openShop.ts"

const open = auditedShops()

describe("an event that is parked behind a failing event", () => {
  it("waits for the failing event even if it is replayed, without polls in between", async () => {
    const shop = await open()
    const payment = await shop.pay("approved")
    await shop.shop().payments.refund(payment.id, { amount: 100n }, { idempotencyKey: "one" })
    const { events, services } = shop.process().payloom
    const handled: Array<ConsumedEvent["id"]> = []
    let isBroken = true
    await events.consume(
      "fulfilment",
      ({ id }) => {
        if (isBroken) throw new Error("no")
        handled.push(id)
      },
      { from: "beginning" }
    )
    await shop.elapse(10 * minute)
    const [head, next] = (await events.parked()).data
    await events.replay("fulfilment", next?.event ?? "")
    await shop.work()
    const due = await Effect.runPromise(services.background.nextDue())
    expect(due).toEqual(Option.some(head?.dueAt))
    isBroken = false
    await shop.elapse(hour)
    expect((await events.parked()).data).toEqual([])
    expect(handled).toEqual((await shop.events(payment.id)).map(({ id }) => id))
  })
})

describe("an event that is set aside", () => {
  it("has one alert, even if the process dies between the alert and the event's commit", async () => {
    const shop = await open()
    await shop.pay("approved")
    const startConsumer = () =>
      shop.process().payloom.events.consume(
        "fulfilment",
        () => {
          throw new Error("no")
        },
        { from: "beginning", types: ["payment.succeeded"] }
      )
    await startConsumer()
    const parked = async () => (await shop.process().payloom.events.parked()).data[0]
    while (((await parked())?.tries ?? 0) < 9) await shop.elapse(10 * minute)
    const dueAt = (await parked())?.dueAt ?? 0
    await shop.clock.advance(dueAt - shop.clock.currentTimeMillisUnsafe())
    const { mortal, payloom } = shop.process()
    mortal.meet(() => (shop.alerts.length > 0 ? "dies_before" : undefined))
    await shop.untilDead(payloom.runDue())
    expect(alertsOf(shop)).toEqual(["alert.event_set_aside"])
    mortal.meet(() => undefined)
    await shop.restart()
    expect(await parked()).toMatchObject({ status: "failing", tries: 9 })
    await startConsumer()
    // The lease of the dead process ends meanwhile.
    await shop.clock.advance(10 * minute)
    await shop.work()
    expect(await parked()).toMatchObject({ status: "set_aside", tries: 10 })
    expect(alertsOf(shop)).toEqual(["alert.event_set_aside"])
    const { event } = (await parked()) ?? { event: "" }
    await shop.process().payloom.events.replay("fulfilment", event)
    while ((await parked())?.status !== "set_aside") await shop.elapse(10 * minute)
    expect(alertsOf(shop)).toEqual(["alert.event_set_aside", "alert.event_set_aside"])
  })
})
