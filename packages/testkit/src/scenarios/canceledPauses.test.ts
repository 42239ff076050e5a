import { describe, expect, it } from "vitest"
import { chargeThat } from "../sandbox/conduct.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import { day, type Shop } from "./testing/openShop.ts"
import {
  dateOf,
  elapseTo,
  newKey,
  noonOf,
  pause,
  paymentsOf,
  resume,
  type Subscriber,
  standing,
  subscribe
} from "./testing/subscribing.ts"

const open = auditedShops()

const cancel = (shop: Shop, { id }: Subscriber) =>
  shop.shop().subscriptions.cancel(id, {}, newKey())

/** Returns the final status of a subscription and the time of its end. */
const endOf = async (shop: Shop, subscriber: Subscriber) => {
  const { status, canceledAt } = await standing(shop, subscriber)
  return `${status} ${dateOf(canceledAt)}`
}

describe("a planned cancellation of a paused subscription", () => {
  it("waits for the moved period if the pause ended before, however late the jobs run", async () => {
    for (const isLate of [false, true]) {
      for (const isCanceledFirst of [false, true]) {
        const shop = await open()
        const subscriber = await subscribe(shop)
        await elapseTo(shop, "2026-12-01")
        await pause(shop, subscriber, { resumesAt: noonOf("2026-12-11") })
        if (isCanceledFirst) await cancel(shop, subscriber)
        await (isLate ? shop.clock.advance(17 * day) : elapseTo(shop, "2026-12-18"))
        if (!isCanceledFirst) await cancel(shop, subscriber)
        await elapseTo(shop, "2026-12-19")
        expect((await standing(shop, subscriber)).status).toBe("active")
        await elapseTo(shop, "2027-02-01")
        expect(await endOf(shop, subscriber)).toBe("canceled 2026-12-25")
      }
    }
  })

  it("waits for the period of a renewal that was in flight at the pause", async () => {
    for (const isCanceledFirst of [false, true]) {
      const shop = await open()
      const subscriber = await subscribe(shop)
      shop.box.script.charge(chargeThat.settles(2 * day))
      await elapseTo(shop, "2026-12-16")
      if (isCanceledFirst) await cancel(shop, subscriber)
      await pause(shop, subscriber)
      if (!isCanceledFirst) await cancel(shop, subscriber)
      await elapseTo(shop, "2026-12-20")
      expect((await paymentsOf(shop, subscriber))[1]).toContain("rebill 900 succeeded")
      await elapseTo(shop, "2027-02-01")
      expect(await endOf(shop, subscriber)).toBe("canceled 2027-01-15")
    }
  })

  it("can't be undone by resuming after the period of the pause, however late the jobs run", async () => {
    for (const isLate of [false, true]) {
      const shop = await open()
      const subscriber = await subscribe(shop)
      await pause(shop, subscriber)
      await cancel(shop, subscriber)
      await (isLate ? shop.clock.advance(31 * day) : elapseTo(shop, "2026-12-16"))
      await expect(resume(shop, subscriber)).rejects.toMatchObject({
        _tag: "SubscriptionNotPaused",
        status: "canceled"
      })
      await shop.work()
      expect((await standing(shop, subscriber)).status).toBe("canceled")
    }
  })
})

describe("a planned cancellation", () => {
  it("can be undone until its date, and not after it, however late the jobs run", async () => {
    for (const isLate of [false, true]) {
      for (const isPaused of [false, true]) {
        const shop = await open()
        const subscriber = await subscribe(shop)
        if (isPaused) await pause(shop, subscriber)
        const undo = () => shop.shop().subscriptions.undoCancel(subscriber.id, newKey())
        await cancel(shop, subscriber)
        await elapseTo(shop, "2026-12-14")
        expect((await undo()).cancelAtPeriodEnd).toBe(false)
        await cancel(shop, subscriber)
        await (isLate ? shop.clock.advance(2 * day) : elapseTo(shop, "2026-12-16"))
        await expect(undo()).rejects.toMatchObject({
          _tag: "SubscriptionEnded",
          status: "canceled"
        })
        await shop.work()
        expect((await standing(shop, subscriber)).status).toBe("canceled")
      }
    }
  })
})
