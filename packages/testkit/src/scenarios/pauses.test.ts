import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { day, hour, type Shop } from "./testing/openShop.ts"
import { outage } from "./testing/outage.ts"
import {
  allCycles,
  begunCycles,
  cyclesOf,
  dateOf,
  declineAll,
  declineNoMore,
  elapseTo,
  fallBehind,
  moveTo,
  noonOf,
  pause,
  paymentsOf,
  resume,
  type Subscriber,
  standing,
  subscribe,
  subscriptionStory
} from "./testing/subscribing.ts"

const open = auditedShops()

/** Returns the dates of a subscription. */
const datesOf = async (shop: Shop, subscriber: Subscriber) => {
  const { status, currentPeriodStart, currentPeriodEnd, paidUntil, trialEnd, billingCycleAnchor } =
    await standing(shop, subscriber)
  const [from, to, paid, trial, anchor] = [
    currentPeriodStart,
    currentPeriodEnd,
    paidUntil,
    trialEnd,
    billingCycleAnchor
  ].map(dateOf)
  return { status, from, to, paid, trial, anchor }
}

describe("a pause that shifts", () => {
  it("charges nothing while it lasts, even if cycles fall due", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await pause(shop, subscriber)
    await shop.elapse(100 * day)
    expect(await paymentsOf(shop, subscriber)).toHaveLength(1)
    expect(await begunCycles(shop, subscriber)).toEqual(["1 paid 2026-11-15"])
    expect(await subscriptionStory(shop)).toEqual([
      "2026-11-15 created",
      "2026-11-15 activated",
      "2026-11-15 paused"
    ])
  })

  it("moves the next cycle by exactly its length, and later ones follow from there", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await elapseTo(shop, "2026-12-01")
    await pause(shop, subscriber)
    await shop.elapse(47 * day + hour)
    await resume(shop, subscriber)
    const moved = "2027-01-31T13:00:00.000Z"
    expect(await datesOf(shop, subscriber)).toEqual({
      status: "active",
      from: "2026-11-15",
      to: moved,
      paid: moved,
      trial: "never",
      anchor: moved
    })
    expect(await allCycles(shop, subscriber)).toEqual([
      "1 paid 2026-11-15",
      `2 scheduled ${moved}`,
      "3 scheduled 2027-02-28T13:00:00.000Z",
      "4 scheduled 2027-03-31T13:00:00.000Z"
    ])
    await elapseTo(shop, "2027-04-02")
    expect((await paymentsOf(shop, subscriber)).slice(1)).toEqual([
      `${moved} rebill 900 succeeded`,
      "2027-02-28T13:00:00.000Z rebill 900 succeeded",
      "2027-03-31T13:00:00.000Z rebill 900 succeeded"
    ])
  })

  it("leaves no gap, because the previous period lasts until the moved date", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await pause(shop, subscriber)
    await elapseTo(shop, "2026-11-25")
    await resume(shop, subscriber)
    const [first, second] = await cyclesOf(shop, subscriber)
    const moved = noonOf("2026-12-25")
    expect([first?.periodEnd, second?.periodStart]).toEqual([moved, moved])
  })

  it("leaves no gap after a failed cycle with waiting cycles behind it", async () => {
    const shop = await open()
    const { tenants } = shop.process().payloom
    await tenants.updateAccount(shop.shop().scope, { dunningExhausted: "pause" })
    const subscriber = await subscribe(shop, "approved", { interval: { unit: "week", count: 1 } })
    declineAll(shop)
    await elapseTo(shop, "2026-12-08")
    declineNoMore(shop)
    await elapseTo(shop, "2026-12-18")
    await resume(shop, subscriber)
    await shop.work()
    expect(await begunCycles(shop, subscriber)).toEqual([
      "1 paid 2026-11-15",
      "2 failed 2026-11-22",
      "3 paid 2026-12-09",
      "4 paid 2026-12-16"
    ])
    expect((await cyclesOf(shop, subscriber))[1]?.periodEnd).toBe(noonOf("2026-12-09"))
  })

  it("moves the end of a trial, which continues", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop, "approved", { trialDays: 14 })
    await elapseTo(shop, "2026-11-20")
    await pause(shop, subscriber)
    await elapseTo(shop, "2026-12-20")
    await resume(shop, subscriber)
    expect(await datesOf(shop, subscriber)).toEqual({
      status: "trialing",
      from: "2026-11-15",
      to: "2026-12-29",
      paid: "2026-12-29",
      trial: "2026-12-29",
      anchor: "2026-12-29"
    })
    await elapseTo(shop, "2027-01-29")
    expect((await paymentsOf(shop, subscriber)).slice(1)).toEqual([
      "2026-12-29 rebill 900 succeeded",
      "2027-01-29 rebill 900 succeeded"
    ])
  })

  it("of a trial whose first renewal waits for an outage to end is trialing again on resume", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop, "approved", { trialDays: 14 })
    await outage(shop, "2026-11-29", hour)
    await pause(shop, subscriber)
    await resume(shop, subscriber)
    expect((await standing(shop, subscriber)).status).toBe("trialing")
    await shop.elapse(hour)
    expect((await standing(shop, subscriber)).status).toBe("active")
  })

  it("freezes retries, so that the rest of each wait remains on resume", async () => {
    const shop = await open()
    const subscriber = await fallBehind(shop, "2026-12-18")
    await pause(shop, subscriber)
    await elapseTo(shop, "2027-01-18")
    expect(await paymentsOf(shop, subscriber)).toHaveLength(3)
    await resume(shop, subscriber)
    expect((await standing(shop, subscriber)).status).toBe("past_due")
    await elapseTo(shop, "2027-03-01")
    expect((await paymentsOf(shop, subscriber)).slice(3)).toEqual([
      "2027-01-19 rebill 900 declined",
      "2027-01-24 rebill 900 declined",
      "2027-01-31 rebill 900 declined"
    ])
    expect(await standing(shop, subscriber)).toMatchObject({
      status: "terminated",
      canceledAt: noonOf("2027-01-31")
    })
  })

  it("of a past due subscription moves the cycles after the unpaid one", async () => {
    const shop = await open()
    const subscriber = await fallBehind(shop, "2026-12-18")
    await pause(shop, subscriber)
    await elapseTo(shop, "2026-12-28")
    await resume(shop, subscriber)
    declineNoMore(shop)
    await elapseTo(shop, "2027-02-25")
    expect(await begunCycles(shop, subscriber)).toEqual([
      "1 paid 2026-11-15",
      "2 paid 2026-12-15",
      "3 paid 2027-01-25",
      "4 paid 2027-02-25"
    ])
    expect((await cyclesOf(shop, subscriber))[1]?.periodEnd).toBe(noonOf("2027-01-25"))
  })

  it("retries a card that changed meanwhile at once on resume", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    declineAll(shop, "lost_card")
    await elapseTo(shop, "2026-12-18")
    await pause(shop, subscriber)
    declineNoMore(shop)
    await moveTo(shop, subscriber, "approved_debit")
    await elapseTo(shop, "2026-12-24")
    expect(await paymentsOf(shop, subscriber)).toHaveLength(2)
    await resume(shop, subscriber)
    await shop.work()
    expect((await paymentsOf(shop, subscriber)).at(-1)).toBe("2026-12-24 rebill 900 succeeded")
    expect((await subscriptionStory(shop)).slice(-4)).toEqual([
      "2026-12-18 instrument_updated",
      "2026-12-24 resumed",
      "2026-12-24 recovered",
      "2026-12-24 renewed"
    ])
  })

  it("ends at resumes_at, at that moment however late the job runs", async () => {
    for (const isLate of [false, true]) {
      const shop = await open()
      const subscriber = await subscribe(shop)
      await elapseTo(shop, "2026-12-01")
      const paused = await pause(shop, subscriber, { resumesAt: noonOf("2026-12-11") })
      expect(dateOf(paused.resumesAt)).toBe("2026-12-11")
      if (isLate) await shop.clock.advance(13 * day)
      await elapseTo(shop, "2026-12-14")
      expect(await datesOf(shop, subscriber)).toMatchObject({ status: "active", to: "2026-12-25" })
      expect((await standing(shop, subscriber)).resumesAt).toBe(null)
    }
  })

  it("ends at resumes_at too if somebody resumes it later, before the job has run", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await elapseTo(shop, "2026-12-01")
    await pause(shop, subscriber, { resumesAt: noonOf("2026-12-11") })
    await shop.clock.advance(13 * day)
    await resume(shop, subscriber)
    expect(await datesOf(shop, subscriber)).toMatchObject({ status: "active", to: "2026-12-25" })
    await shop.work()
  })

  it("may be resumed before its resumes_at", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await pause(shop, subscriber, { resumesAt: noonOf("2027-11-15") })
    await elapseTo(shop, "2026-11-20")
    await resume(shop, subscriber)
    expect(await datesOf(shop, subscriber)).toMatchObject({ status: "active", to: "2026-12-20" })
    await elapseTo(shop, "2027-01-20")
    expect(await paymentsOf(shop, subscriber)).toHaveLength(3)
  })

  it("may be repeated, and the lengths add up", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    for (const days of [3, 5, 7]) {
      await pause(shop, subscriber)
      await shop.elapse(days * day)
      await resume(shop, subscriber)
    }
    expect(await datesOf(shop, subscriber)).toMatchObject({
      to: "2026-12-30",
      paid: "2026-12-30",
      anchor: "2026-12-30"
    })
  })
})
