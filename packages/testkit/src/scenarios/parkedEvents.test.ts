import {
  type ConsumedEvent,
  ConsumerPartCollection,
  deploymentScope,
  Payloom,
  update
} from "@payloom/core"
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { sandbox } from "../sandbox/sandbox.ts"
import { memory } from "../storage/memory.ts"
import { openStorage } from "../storage/openStorage.ts"
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

describe("an event that comes again after it was parked", () => {
  it("keeps its row, and the consumer continues with the next events", async () => {
    const store = memory()
    const box = sandbox()
    const setup = { ...box.setup, storage: store, workers: false, onLog: () => {} } as const
    const before = await Payloom.make(setup)
    const shop = await box.openShop(before)
    const paymentInstrument = await box.saveCard(shop, "approved")
    const pay = (payloom: Payloom, key: string) =>
      payloom
        .merchant(shop.scope)
        .payments.create(
          { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
          { idempotencyKey: key }
        )
    const consume = async (payloom: Payloom, handler: (event: ConsumedEvent) => void) => {
      const consuming = await payloom.events.consume("fulfilment", handler, { from: "beginning" })
      await payloom.runDue()
      await consuming.stop()
    }
    await pay(before, "one")
    await consume(before, () => {
      throw new Error("no")
    })
    const parked = (await before.events.parked()).data
    expect(parked.length).toBeGreaterThan(0)
    await before.close()
    // The consumer reads all events again, as after a move of their tenant.
    const { storage } = await openStorage(store)
    const readParts = () =>
      Effect.runPromise(
        storage.page(deploymentScope, ConsumerPartCollection, { order: "asc", limit: 100 })
      )
    const back = (await readParts()).map((part) =>
      update(ConsumerPartCollection, part, { ...part.row, position: null })
    )
    await Effect.runPromise(storage.commit(back))
    const again = await Payloom.make(setup)
    const { id } = await pay(again, "two")
    const handled: Array<string> = []
    await consume(again, (event) => {
      if (parked.some((each) => each.event === event.id)) throw new Error("no")
      handled.push(String(Object(event.data.object).id))
    })
    expect(handled).toContain(id)
    const withParked = (await readParts()).filter(({ row }) => row.parked > 0)
    expect(withParked.length).toBeGreaterThan(0)
    for (const { row } of withParked) expect(row.position).not.toBe(null)
    expect((await again.events.parked()).data.map(({ event }) => event)).toEqual(
      parked.map(({ event }) => event)
    )
    await again.close()
  })
})
