import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { day, hour, type Shop } from "./testing/openShop.ts"
import {
  allCycles,
  begunCycles,
  cyclesOf,
  dateOf,
  declineAll,
  declineNoMore,
  elapseTo,
  fallBehind,
  formatCycle,
  newKey,
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

/** Pauses until a day, or without an end. */
const skip = (shop: Shop, subscriber: Subscriber, until?: string) =>
  pause(shop, subscriber, {
    behavior: "skip",
    ...(until === undefined ? {} : { resumesAt: noonOf(until) })
  })

describe("a pause that skips", () => {
  it("skips the cycles that fall due in it, and continues at the old dates", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await elapseTo(shop, "2026-12-01")
    await skip(shop, subscriber, "2027-02-01")
    await elapseTo(shop, "2027-02-15")
    expect(await begunCycles(shop, subscriber)).toEqual([
      "1 paid 2026-11-15",
      "2 skipped 2026-12-15",
      "3 skipped 2027-01-15",
      "4 paid 2027-02-15"
    ])
    expect(await paymentsOf(shop, subscriber)).toEqual([
      "2026-11-15 initial 900 succeeded",
      "2027-02-15 rebill 900 succeeded"
    ])
    expect(await subscriptionStory(shop)).toEqual([
      "2026-11-15 created",
      "2026-11-15 activated",
      "2026-12-01 paused",
      "2027-02-01 resumed",
      "2027-02-08 upcoming_renewal",
      "2027-02-15 renewed"
    ])
  })

  it("resumes in the present period, and is paid until the start of the pause", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await skip(shop, subscriber, "2027-02-01")
    await elapseTo(shop, "2027-02-01")
    const active = await standing(shop, subscriber)
    expect(active.status).toBe("active")
    expect(
      [active.currentPeriodStart, active.currentPeriodEnd, active.billingCycleAnchor].map(dateOf)
    ).toEqual(["2027-01-15", "2027-02-15", "2026-11-15"])
  })

  it("without resumes_at continues until a cancellation, because resuming by hand is refused", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await skip(shop, subscriber)
    await elapseTo(shop, "2028-01-01")
    const { subscriptions } = shop.shop()
    await expect(subscriptions.resume(subscriber.id, newKey())).rejects.toMatchObject({
      _tag: "PauseBehaviorUnsupported"
    })
    expect((await allCycles(shop, subscriber)).slice(-4)).toEqual([
      "14 skipped 2027-12-15",
      "15 scheduled 2028-01-15",
      "16 scheduled 2028-02-15",
      "17 scheduled 2028-03-15"
    ])
    await subscriptions.cancel(subscriber.id, { cancelAtPeriodEnd: false }, newKey())
    expect((await standing(shop, subscriber)).status).toBe("canceled")
    expect((await cyclesOf(shop, subscriber)).at(-1)?.status).toBe("canceled")
  })

  it("charges a cycle that falls due exactly at resumes_at", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await skip(shop, subscriber, "2026-12-15")
    await elapseTo(shop, "2026-12-15")
    expect(await begunCycles(shop, subscriber)).toEqual(["1 paid 2026-11-15", "2 paid 2026-12-15"])
  })

  it("skips the same cycles however late the job runs", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await skip(shop, subscriber, "2027-01-20")
    await shop.clock.advance(80 * day)
    await shop.work()
    expect((await allCycles(shop, subscriber)).slice(0, 4)).toEqual([
      "1 paid 2026-11-15",
      "2 skipped 2026-12-15",
      "3 skipped 2027-01-15",
      "4 scheduled 2027-02-15"
    ])
  })

  it("leaves a cycle from before it to be charged on resume, however late the job runs", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await elapseTo(shop, "2026-12-14")
    await shop.clock.advance(day + hour)
    await skip(shop, subscriber, "2027-01-20")
    await elapseTo(shop, "2027-01-19")
    expect(await paymentsOf(shop, subscriber)).toHaveLength(1)
    await elapseTo(shop, "2027-01-21")
    expect((await paymentsOf(shop, subscriber)).slice(1)).toEqual([
      "2027-01-20 rebill 900 succeeded"
    ])
    expect(await begunCycles(shop, subscriber)).toEqual([
      "1 paid 2026-11-15",
      "2 paid 2026-12-15",
      "3 skipped 2027-01-15"
    ])
    expect(await standing(shop, subscriber)).toMatchObject({
      status: "active",
      currentPeriodEnd: noonOf("2027-02-15"),
      paidUntil: noonOf("2027-01-15")
    })
  })

  it("over the end of a trial lets the trial end on time and makes the subscription active", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop, "approved", { trialDays: 14 })
    await skip(shop, subscriber, "2026-12-10")
    await elapseTo(shop, "2026-12-10")
    const active = await standing(shop, subscriber)
    expect([active.status, dateOf(active.trialEnd), dateOf(active.currentPeriodEnd)]).toEqual([
      "active",
      "2026-11-29",
      "2026-12-29"
    ])
    await elapseTo(shop, "2026-12-29")
    expect(await begunCycles(shop, subscriber)).toEqual([
      "0 paid 2026-11-15",
      "1 skipped 2026-11-29",
      "2 paid 2026-12-29"
    ])
  })

  it("within a trial leaves the trial unchanged", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop, "approved", { trialDays: 14 })
    await skip(shop, subscriber, "2026-11-20")
    await elapseTo(shop, "2026-11-20")
    const trialing = await standing(shop, subscriber)
    expect([trialing.status, dateOf(trialing.trialEnd)]).toEqual(["trialing", "2026-11-29"])
    await elapseTo(shop, "2026-11-29")
    expect((await standing(shop, subscriber)).status).toBe("active")
  })

  it("from past due keeps the unpaid cycle, whose waits continue from resumes_at", async () => {
    const shop = await open()
    const subscriber = await fallBehind(shop, "2026-12-18")
    await skip(shop, subscriber, "2027-01-20")
    await elapseTo(shop, "2027-01-20")
    expect((await standing(shop, subscriber)).status).toBe("past_due")
    declineNoMore(shop)
    await elapseTo(shop, "2027-02-15")
    expect(await begunCycles(shop, subscriber)).toEqual([
      "1 paid 2026-11-15",
      "2 paid 2026-12-15",
      "3 skipped 2027-01-15",
      "4 paid 2027-02-15"
    ])
    expect((await paymentsOf(shop, subscriber)).slice(3)).toEqual([
      "2027-01-21 rebill 900 succeeded",
      "2027-02-15 rebill 900 succeeded"
    ])
  })

  it("skips cycles without counting them in end_after_cycles", async () => {
    const shop = await open()
    const { id: plan } = await shop.shop().plans.create(
      {
        name: "Twice",
        amount: 900n,
        currency: "EUR",
        interval: { unit: "month", count: 1 },
        endAfterCycles: 2
      },
      newKey()
    )
    const subscriber = await subscribe(shop, "approved", { plan })
    await skip(shop, subscriber, "2027-01-20")
    await elapseTo(shop, "2027-06-01")
    expect(await allCycles(shop, subscriber)).toEqual([
      "1 paid 2026-11-15",
      "2 skipped 2026-12-15",
      "3 skipped 2027-01-15",
      "4 paid 2027-02-15"
    ])
    expect(await standing(shop, subscriber)).toMatchObject({
      status: "expired",
      canceledAt: noonOf("2027-03-15")
    })
  })

  it("after the last paid cycle lasts until a cancellation", async () => {
    const shop = await open()
    const terms = { amount: 900n, currency: "EUR", interval: { unit: "month", count: 1 } } as const
    const { id: plan } = await shop
      .shop()
      .plans.create({ name: "Once", ...terms, endAfterCycles: 1 }, newKey())
    const subscriber = await subscribe(shop, "approved", { plan })
    await skip(shop, subscriber)
    await elapseTo(shop, "2027-06-01")
    expect(await shop.audit()).toEqual([])
    expect((await standing(shop, subscriber)).status).toBe("paused")
    await shop.shop().subscriptions.cancel(subscriber.id, {}, newKey())
    expect((await standing(shop, subscriber)).status).toBe("canceled")
  })

  it("behind a waiting cycle leaves no gap and no overlap if a later pause shifts", async () => {
    const shop = await open()
    const interval = { unit: "day", count: 3 } as const
    const subscriber = await subscribe(shop, "approved", { interval })
    declineAll(shop)
    await elapseTo(shop, "2026-11-22")
    await skip(shop, subscriber, "2026-11-26")
    await elapseTo(shop, "2026-11-26T13:00:00Z")
    await pause(shop, subscriber)
    await shop.elapse(day)
    await resume(shop, subscriber)
    expect(
      (await cyclesOf(shop, subscriber)).map(
        (cycle) => `${formatCycle(cycle)} ${dateOf(cycle.periodEnd)}`
      )
    ).toEqual([
      "1 paid 2026-11-15 2026-11-18",
      "2 retrying 2026-11-18 2026-11-22",
      "3 due 2026-11-22 2026-11-25",
      "4 skipped 2026-11-25 2026-11-28",
      "5 scheduled 2026-11-28 2026-12-01",
      "6 scheduled 2026-12-01 2026-12-04",
      "7 scheduled 2026-12-04 2026-12-07"
    ])
    expect(dateOf((await standing(shop, subscriber)).currentPeriodEnd)).toBe("2026-11-28")
  })
})
