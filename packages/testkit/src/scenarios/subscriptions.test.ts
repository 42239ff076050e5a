import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { day } from "./testing/openShop.ts"
import {
  cyclesOf,
  dateOf,
  enrol,
  standing,
  subscribe,
  subscriptionEvents,
  told
} from "./testing/subscribing.ts"

const open = auditedShops()

describe("a subscription", () => {
  it("begins as pending_first_payment and is active once its first charge is paid", async () => {
    const shop = await open()
    const subscriber = await enrol(shop)
    expect(await standing(shop, subscriber)).toMatchObject({ status: "pending_first_payment" })
    await shop.work()
    const active = await standing(shop, subscriber)
    expect(active).toMatchObject({ status: "active", amount: 900n })
    expect(dateOf(active.currentPeriodEnd)).toBe("2026-12-15")
    expect((await cyclesOf(shop, subscriber)).map(told)).toEqual([
      "1 paid 2026-11-15",
      "2 scheduled 2026-12-15",
      "3 scheduled 2027-01-15",
      "4 scheduled 2027-02-15"
    ])
    expect(await subscriptionEvents(shop)).toEqual(["created", "activated"])
  })

  it("renews for years", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await shop.elapse(3 * 365 * day)
    const cycles = await cyclesOf(shop, subscriber)
    expect(cycles.filter(({ status }) => status === "paid")).toHaveLength(36)
  })

  it("declined", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop, "insufficient_funds")
    await shop.elapse(40 * day)
    console.log(
      await standing(shop, subscriber),
      (await cyclesOf(shop, subscriber)).map(told),
      await subscriptionEvents(shop)
    )
  })
})
