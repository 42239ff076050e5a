import { describe, expect, it } from "vitest"
import { alertsOf, auditedShops } from "./testing/auditedShops.ts"
import { day, hour } from "./testing/openShop.ts"
import {
  begunCycles,
  declineAll,
  declineNoMore,
  elapseTo,
  newKey,
  pause,
  paymentsOf,
  resume,
  standing,
  subscribe,
  subscriptionEvents,
  subscriptionStory
} from "./testing/subscribing.ts"

const open = auditedShops()

const daily = { interval: { unit: "day", count: 1 } } as const
const weekly = { interval: { unit: "week", count: 1 } } as const

describe("subscription.upcoming_renewal", () => {
  it("is recorded 7 days before each renewal, once", async () => {
    const shop = await open()
    await subscribe(shop)
    await elapseTo(shop, "2026-12-08T11:59:59.999Z")
    expect(await subscriptionEvents(shop)).toEqual(["created", "activated"])
    await elapseTo(shop, "2027-01-15")
    expect(await subscriptionStory(shop)).toEqual([
      "2026-11-15 created",
      "2026-11-15 activated",
      "2026-12-08 upcoming_renewal",
      "2026-12-15 renewed",
      "2027-01-08 upcoming_renewal",
      "2027-01-15 renewed"
    ])
  })

  it("is recorded with the previous renewal if less than 7 days are between them", async () => {
    const shop = await open()
    await subscribe(shop, "approved", daily)
    await shop.elapse(2 * day)
    expect(await subscriptionStory(shop)).toEqual([
      "2026-11-15 created",
      "2026-11-15 activated",
      "2026-11-15 upcoming_renewal",
      "2026-11-16 renewed",
      "2026-11-16 upcoming_renewal",
      "2026-11-17 renewed",
      "2026-11-17 upcoming_renewal"
    ])
  })

  it("contains the present subscription, and is recorded before the end of a trial too", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop, "approved", { trialDays: 10 })
    await elapseTo(shop, "2026-11-18")
    expect((await shop.events()).at(-1)).toMatchObject({
      type: "subscription.upcoming_renewal",
      published: true,
      data: { object: { id: subscriber.id, status: "trialing", trial_end: expect.any(String) } }
    })
  })

  it("is not recorded before the end of a subscription that is canceled with its period, nor while paused", async () => {
    const shop = await open()
    const [leaving, resting] = [await subscribe(shop), await subscribe(shop)]
    await shop.shop().subscriptions.cancel(leaving.id, {}, newKey())
    await pause(shop, resting)
    await elapseTo(shop, "2026-12-14")
    expect((await subscriptionEvents(shop)).slice(4)).toEqual(["paused"])
    await resume(shop, resting)
    await elapseTo(shop, "2027-01-07")
    expect((await subscriptionStory(shop)).slice(5)).toEqual([
      "2026-12-14 resumed",
      "2026-12-15 canceled",
      "2027-01-06 upcoming_renewal"
    ])
  })

  it("is recorded again for a renewal that a pause has moved", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await elapseTo(shop, "2026-12-10")
    await pause(shop, subscriber)
    await elapseTo(shop, "2026-12-30")
    await resume(shop, subscriber)
    await elapseTo(shop, "2027-01-05")
    expect((await subscriptionStory(shop)).slice(2)).toEqual([
      "2026-12-08 upcoming_renewal",
      "2026-12-10 paused",
      "2026-12-30 resumed",
      "2026-12-30 upcoming_renewal",
      "2027-01-04 renewed"
    ])
  })

  it("is not recorded after the last cycle, for free cycles, or while past due", async () => {
    const shop = await open()
    const { plans } = shop.shop()
    const plan = await plans.create(
      { name: "Once", amount: 900n, currency: "EUR", ...weekly, endAfterCycles: 1 },
      newKey()
    )
    await subscribe(shop, "approved", { plan: plan.id })
    await subscribe(shop, "approved", { amount: 0n })
    const owing = await subscribe(shop, "approved", { interval: { unit: "day", count: 10 } })
    await elapseTo(shop, "2026-11-20")
    declineAll(shop)
    await elapseTo(shop, "2026-12-05")
    expect((await standing(shop, owing)).status).toBe("past_due")
    const events = await subscriptionEvents(shop)
    expect(events.filter((type) => type === "upcoming_renewal")).toHaveLength(1)
  })

  it("is recorded at once for a renewal within 7 days when the overdue cycle is paid", async () => {
    const shop = await open()
    await subscribe(shop, "approved", weekly)
    declineAll(shop)
    await elapseTo(shop, "2026-11-22")
    declineNoMore(shop)
    await elapseTo(shop, "2026-11-23")
    expect((await subscriptionStory(shop)).slice(3)).toEqual([
      "2026-11-22 payment_failed",
      "2026-11-22 past_due",
      "2026-11-23 recovered",
      "2026-11-23 renewed",
      "2026-11-23 upcoming_renewal"
    ])
  })
})

describe("cycles that are overdue because no workers ran", () => {
  it("are charged oldest first, each when the previous one is paid", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await shop.clock.advance(100 * day)
    await shop.work()
    expect(await begunCycles(shop, subscriber)).toEqual([
      "1 paid 2026-11-15",
      "2 paid 2026-12-15",
      "3 paid 2027-01-15",
      "4 paid 2027-02-15"
    ])
    expect(await paymentsOf(shop, subscriber)).toEqual([
      "2026-11-15 initial 900 succeeded",
      ...[1, 2, 3].map(() => "2027-02-23 rebill 900 succeeded")
    ])
    expect((await subscriptionEvents(shop)).slice(2)).toEqual(["renewed", "renewed", "renewed"])
    expect(await standing(shop, subscriber)).toMatchObject({
      status: "active",
      currentPeriodStart: Date.parse("2027-02-15T12:00:00Z")
    })
  })

  it("wait for the oldest if it is declined, and are charged when it recovers", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    declineAll(shop)
    await shop.clock.advance(100 * day)
    await shop.work()
    expect(await begunCycles(shop, subscriber)).toEqual([
      "1 paid 2026-11-15",
      "2 retrying 2026-12-15",
      "3 due 2027-01-15",
      "4 due 2027-02-15"
    ])
    declineNoMore(shop)
    await shop.elapse(day)
    expect(await begunCycles(shop, subscriber)).toEqual([
      "1 paid 2026-11-15",
      "2 paid 2026-12-15",
      "3 paid 2027-01-15",
      "4 paid 2027-02-15"
    ])
    expect((await subscriptionEvents(shop)).slice(2)).toEqual([
      "payment_failed",
      "past_due",
      "recovered",
      "renewed",
      "renewed",
      "renewed"
    ])
  })

  it("raise one alert each if they are late by more than their interval, and none otherwise", async () => {
    const shop = await open()
    await subscribe(shop)
    await shop.clock.advance(40 * day)
    await shop.work()
    expect(alertsOf(shop)).toEqual([])
    await shop.clock.advance(60 * day)
    await shop.work()
    expect(alertsOf(shop)).toEqual(["alert.cycle_overdue"])
    expect(shop.alerts[0]?.event.data.object).toMatchObject({
      object: "billing_cycle",
      sequence: 3,
      due_at: "2027-01-15T12:00:00.000Z"
    })
  })

  it("are told in that alert as they are, if no account can charge them", async () => {
    const shop = await open()
    await subscribe(shop)
    await shop.clock.advance(100 * day)
    for (const mid of shop.mids) await shop.shop().routing.updateMid(mid, { enabled: false })
    await shop.work()
    const told = shop.alerts.map(({ event }) => [event.type, event.data.object])
    expect(told).toMatchObject([["alert.cycle_overdue", { sequence: 2, status: "due" }]])
  })

  it("raise no alert if they waited for an unpaid cycle before them", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop, "approved", weekly)
    declineAll(shop)
    await elapseTo(shop, "2026-12-07")
    declineNoMore(shop)
    await elapseTo(shop, "2026-12-08")
    expect(await begunCycles(shop, subscriber)).toEqual([
      "1 paid 2026-11-15",
      "2 paid 2026-11-22",
      "3 paid 2026-11-29",
      "4 paid 2026-12-06"
    ])
    expect(alertsOf(shop)).toEqual([])
  })

  it("of a subscription that was canceled with its period are never charged, however late", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await shop.shop().subscriptions.cancel(subscriber.id, {}, newKey())
    await shop.clock.advance(100 * day)
    await shop.work()
    expect((await standing(shop, subscriber)).status).toBe("canceled")
    expect(await paymentsOf(shop, subscriber)).toHaveLength(1)
  })

  it("do not replace a first payment that was not charged within 23 hours", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop, "insufficient_funds")
    await shop.clock.advance(23 * hour)
    await shop.work()
    expect((await standing(shop, subscriber)).status).toBe("expired")
  })
})
