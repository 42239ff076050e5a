import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { day, type Shop, second } from "./testing/openShop.ts"
import {
  begunCycles,
  elapseTo,
  paymentsOf,
  standing,
  subscribe,
  subscriptionStory
} from "./testing/subscribing.ts"

const open = auditedShops()

/** Every merchant account is taken out of routing, or back into it. */
const enableAll = async (shop: Shop, enabled: boolean): Promise<void> => {
  for (const mid of shop.mids) await shop.shop().routing.updateMid(mid, { enabled })
}

describe("a renewal that no merchant account can take", () => {
  it("is declined without anybody being asked, and paid on a later date once one can", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await enableAll(shop, false)
    const asked = shop.requests.length
    await elapseTo(shop, "2026-12-17")
    expect(shop.requests).toHaveLength(asked)
    expect((await standing(shop, subscriber)).status).toBe("past_due")
    await enableAll(shop, true)
    await elapseTo(shop, "2026-12-20")
    expect(await paymentsOf(shop, subscriber)).toEqual([
      "2026-11-15 initial 900 succeeded",
      "2026-12-15 rebill 900 declined",
      "2026-12-16 rebill 900 declined",
      "2026-12-19 rebill 900 succeeded"
    ])
    expect((await standing(shop, subscriber)).status).toBe("active")
  })

  it("whose currency no account settles any more goes the same way", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    for (const mid of shop.mids) {
      await shop.shop().routing.updateMid(mid, { currencies: ["USD"] })
    }
    await elapseTo(shop, "2027-01-10")
    expect((await standing(shop, subscriber)).status).toBe("terminated")
    expect((await subscriptionStory(shop)).at(-1)).toBe("2026-12-31 terminated")
  })

  it("counts no tries of the card: the schemes never heard of it", async () => {
    const shop = await open()
    const weekly = { interval: { unit: "week", count: 1 } } as const
    const subscribers = await Promise.all(
      Array.from({ length: 8 }, () => subscribe(shop, "approved", weekly))
    )
    await enableAll(shop, false)
    await shop.elapse(9 * day)
    await enableAll(shop, true)
    await shop.elapse(8 * day)
    for (const subscriber of subscribers) {
      expect((await standing(shop, subscriber)).status).toBe("active")
    }
  })
})

describe("a clock that is set back", () => {
  it("while a renewal falls due charges it once all the same", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await elapseTo(shop, "2026-12-15")
    await shop.clock.advance(-30 * second)
    await shop.work()
    await shop.elapse(90 * second)
    expect(await paymentsOf(shop, subscriber)).toHaveLength(2)
    expect(await begunCycles(shop, subscriber)).toEqual(["1 paid 2026-11-15", "2 paid 2026-12-15"])
  })
})
