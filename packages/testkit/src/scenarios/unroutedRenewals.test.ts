import { describe, expect, it } from "vitest"
import { alertsOf, auditedShops } from "./testing/auditedShops.ts"
import { day, second } from "./testing/openShop.ts"
import { enableAll } from "./testing/outage.ts"
import {
  begunCycles,
  elapseTo,
  paymentsOf,
  standing,
  subscribe,
  subscriptionStory
} from "./testing/subscribing.ts"

const open = auditedShops()

describe("a renewal that no merchant account can take", () => {
  it("calls no provider, keeps the subscription active, and is paid when an account can take it", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await enableAll(shop, false)
    const asked = shop.requests.length
    await elapseTo(shop, "2026-12-15T18:00:00Z")
    expect(shop.requests).toHaveLength(asked)
    expect((await standing(shop, subscriber)).status).toBe("active")
    await enableAll(shop, true)
    await elapseTo(shop, "2026-12-16")
    expect((await paymentsOf(shop, subscriber)).at(-1)).toBe(
      "2026-12-15T19:11:00.000Z rebill 900 succeeded"
    )
    expect((await subscriptionStory(shop)).slice(3)).toEqual(["2026-12-15T19:11:00.000Z renewed"])
  })

  it("whose currency no account settles any more is never given up, and raises an alert", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    for (const mid of shop.mids) {
      await shop.shop().routing.updateMid(mid, { currencies: ["USD"] })
    }
    await elapseTo(shop, "2027-01-10")
    expect((await standing(shop, subscriber)).status).toBe("active")
    expect(alertsOf(shop)).toEqual(["alert.renewal_blocked"])
  })

  it("counts no attempts of the card, because the schemes never saw them", async () => {
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
  it("while a renewal falls due still charges it once", async () => {
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
