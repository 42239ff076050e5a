import type { ConsumedEvent } from "@payloom/core"
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
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
