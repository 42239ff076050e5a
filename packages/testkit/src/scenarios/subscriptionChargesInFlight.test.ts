import { describe, expect, it } from "vitest"
import { type ChargeConduct, chargeThat, lookupThat, modificationThat } from "../sandbox/conduct.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import { day, hour, minute, type Shop } from "./testing/openShop.ts"
import {
  begunCycles,
  cyclesOf,
  dateOf,
  declineAll,
  elapseTo,
  moveTo,
  newKey,
  pause,
  paymentsOf,
  resume,
  type Subscriber,
  standing,
  subscribe,
  subscriptionStory
} from "./testing/subscribing.ts"

const open = auditedShops()

const approvedLater = () => chargeThat.settles(2 * hour)
const declinedLater = (rawCode = "nsf") => chargeThat.settles(2 * hour, rawCode)

/** Creates a subscriber whose renewal of 15 December is in flight. */
const withRenewalInFlight = async (
  shop: Shop,
  conduct: ChargeConduct,
  terms?: Parameters<typeof subscribe>[2]
): Promise<Subscriber> => {
  const subscriber = await subscribe(shop, "approved", terms)
  shop.box.script.charge(conduct)
  shop.box.script.lookup(lookupThat.isUnavailable(), { times: 2 })
  await elapseTo(shop, "2026-12-15T12:01:00Z")
  expect((await cyclesOf(shop, subscriber)).map(({ status }) => status)).toContain("charging")
  return subscriber
}

/** Returns the subscriber's events from the renewal on. */
const storyOf = async (shop: Shop) => (await subscriptionStory(shop)).slice(3).map(withoutTime)

const withoutTime = (line: string) => line.replace(/T\S*/, "")

describe("a first charge in flight", () => {
  const begin = async (shop: Shop, conduct: ChargeConduct) => {
    shop.box.script.charge(conduct)
    return subscribe(shop)
  }

  it("is awaited past 23 hours, and activates the subscription late", async () => {
    const shop = await open()
    const subscriber = await begin(shop, chargeThat.settles(30 * hour))
    await shop.elapse(29 * hour)
    expect((await standing(shop, subscriber)).status).toBe("pending_first_payment")
    await shop.elapse(3 * day)
    const active = await standing(shop, subscriber)
    expect([active.status, dateOf(active.billingCycleAnchor)]).toEqual(["active", "2026-11-15"])
  })

  it("that is declined after 23 hours ends the subscription", async () => {
    const shop = await open()
    const subscriber = await begin(shop, chargeThat.settles(30 * hour, "nsf"))
    await shop.elapse(3 * day)
    expect(await standing(shop, subscriber)).toMatchObject({
      status: "expired",
      cancelReason: "first_payment_failed"
    })
  })

  it.each([true, false])(
    "is refunded if the subscription was canceled meanwhile",
    async (atPeriodEnd) => {
      const shop = await open()
      const subscriber = await begin(shop, approvedLater())
      const { subscriptions } = shop.shop()
      await subscriptions.cancel(subscriber.id, { cancelAtPeriodEnd: atPeriodEnd }, newKey())
      expect((await standing(shop, subscriber)).status).toBe("canceled")
      await shop.elapse(day)
      expect(await paymentsOf(shop, subscriber)).toEqual(["2026-11-15 initial 900 refunded"])
      expect(await subscriptionStory(shop)).toEqual(["2026-11-15 created", "2026-11-15 canceled"])
    }
  )

  it("is retried at once on a new card after a decline", async () => {
    const shop = await open()
    const subscriber = await begin(shop, chargeThat.settles(hour / 2, "lost_card"))
    await shop.elapse(minute)
    await moveTo(shop, subscriber, "approved_debit")
    await shop.work()
    expect(shop.requests).toHaveLength(1)
    await shop.elapse(2 * day)
    expect((await standing(shop, subscriber)).status).toBe("active")
    const charges = await shop.run(shop.box.bank.charges())
    expect(charges.map(({ card, state }) => [card, state])).toEqual([
      ["approved", "declined"],
      ["approved_debit", "captured"]
    ])
  })
})

describe("a renewal in flight when the subscription is canceled at once", () => {
  const cancel = (shop: Shop, { id }: Subscriber) =>
    shop.shop().subscriptions.cancel(id, { cancelAtPeriodEnd: false }, newKey())

  it.each([
    ["pending", approvedLater()],
    ["unknown", chargeThat.hangsAfterCharging()],
    ["slow to be found", chargeThat.appearsLate(3 * minute)]
  ])("is refunded after it succeeded: %s", async (_, conduct) => {
    const shop = await open()
    const subscriber = await withRenewalInFlight(shop, conduct)
    await cancel(shop, subscriber)
    const canceled = await standing(shop, subscriber)
    await shop.elapse(3 * day)
    expect((await paymentsOf(shop, subscriber)).map(withoutTime)).toEqual([
      "2026-11-15 initial 900 succeeded",
      "2026-12-15 rebill 900 refunded"
    ])
    expect(await standing(shop, subscriber)).toEqual(canceled)
    expect(await storyOf(shop)).toEqual(["2026-12-15 canceled"])
    expect((await begunCycles(shop, subscriber))[1]).toBe("2 canceled 2026-12-15")
  })

  it("stays declined if it was declined", async () => {
    const shop = await open()
    const subscriber = await withRenewalInFlight(shop, declinedLater())
    await cancel(shop, subscriber)
    await shop.elapse(40 * day)
    expect((await paymentsOf(shop, subscriber))[1]).toContain("rebill 900 declined")
    expect(await storyOf(shop)).toEqual(["2026-12-15 canceled"])
    expect((await begunCycles(shop, subscriber))[1]).toBe("2 canceled 2026-12-15")
  })

  it("that failed for no fault of the card does not count as an attempt", async () => {
    const shop = await open()
    const subscriber = await withRenewalInFlight(shop, chargeThat.throws())
    await cancel(shop, subscriber)
    await shop.elapse(3 * day)
    expect((await paymentsOf(shop, subscriber))[1]).toContain("rebill 900 failed")
    expect((await cyclesOf(shop, subscriber))[1]).toMatchObject({
      status: "canceled",
      attemptCount: 0
    })
  })

  it("is refunded even if the refund takes a while", async () => {
    const shop = await open()
    const subscriber = await withRenewalInFlight(shop, approvedLater())
    await cancel(shop, subscriber)
    shop.box.script.refund(modificationThat.settles(hour))
    await shop.elapse(3 * day)
    expect((await paymentsOf(shop, subscriber))[1]).toContain("rebill 900 refunded")
    expect(shop.sent).toHaveLength(1)
  })
})

describe("a renewal in flight when the subscription is canceled with its period", () => {
  it("that succeeds pays for one more period, which is the last", async () => {
    const shop = await open()
    const subscriber = await withRenewalInFlight(shop, approvedLater())
    await shop.shop().subscriptions.cancel(subscriber.id, {}, newKey())
    await elapseTo(shop, "2026-12-17")
    expect(await standing(shop, subscriber)).toMatchObject({
      status: "active",
      currentPeriodEnd: Date.parse("2027-01-15T12:00:00Z")
    })
    await elapseTo(shop, "2027-02-01")
    expect(await storyOf(shop)).toEqual(["2026-12-16 renewed", "2027-01-15 canceled"])
  })

  it("may be taken back until then", async () => {
    const shop = await open()
    const subscriber = await withRenewalInFlight(shop, approvedLater())
    const { cancel, undoCancel } = shop.shop().subscriptions
    await cancel(subscriber.id, {}, newKey())
    const { status, cancelAtPeriodEnd } = await undoCancel(subscriber.id, newKey())
    expect([status, cancelAtPeriodEnd]).toEqual(["active", false])
  })

  it("that is declined has dunning until the end of its period", async () => {
    const shop = await open()
    const weekly = { unit: "week", count: 1 } as const
    const subscriber = await withRenewalInFlight(shop, declinedLater(), {
      trialDays: 30,
      interval: weekly
    })
    await shop.shop().subscriptions.cancel(subscriber.id, {}, newKey())
    declineAll(shop)
    await elapseTo(shop, "2027-01-15")
    expect(await storyOf(shop)).toEqual([
      "2026-12-16 payment_failed",
      "2026-12-16 past_due",
      "2026-12-17 payment_failed",
      "2026-12-20 payment_failed",
      "2026-12-22 canceled"
    ])
  })
})

describe("a renewal in flight when the subscription is paused", () => {
  it("and paid makes the subscription active on resume, and the next cycle has moved", async () => {
    const shop = await open()
    const subscriber = await withRenewalInFlight(shop, approvedLater())
    await pause(shop, subscriber)
    await shop.elapse(10 * day)
    expect(await standing(shop, subscriber)).toMatchObject({
      status: "paused",
      currentPeriodEnd: Date.parse("2027-01-15T12:00:00Z")
    })
    await resume(shop, subscriber)
    const active = await standing(shop, subscriber)
    expect([active.status, dateOf(active.currentPeriodEnd)]).toEqual(["active", "2027-01-25"])
    expect(await storyOf(shop)).toEqual([
      "2026-12-15 paused",
      "2026-12-16 renewed",
      "2026-12-25 resumed"
    ])
  })

  it("and declined makes the subscription past due on resume, with all its retries", async () => {
    const shop = await open()
    const subscriber = await withRenewalInFlight(shop, declinedLater())
    await pause(shop, subscriber)
    await shop.elapse(10 * day)
    expect((await standing(shop, subscriber)).status).toBe("paused")
    await resume(shop, subscriber)
    expect((await standing(shop, subscriber)).status).toBe("past_due")
    await shop.elapse(2 * day)
    expect((await paymentsOf(shop, subscriber)).map(withoutTime).slice(1)).toEqual([
      "2026-12-15 rebill 900 declined",
      "2026-12-26 rebill 900 succeeded"
    ])
  })

  it("is not skipped by a skip pause, which only skips later cycles", async () => {
    const shop = await open()
    const subscriber = await withRenewalInFlight(shop, approvedLater())
    await pause(shop, subscriber, { behavior: "skip", resumesAt: Date.parse("2027-01-20") })
    await elapseTo(shop, "2027-02-15")
    expect(await begunCycles(shop, subscriber)).toEqual([
      "1 paid 2026-11-15",
      "2 paid 2026-12-15",
      "3 skipped 2027-01-15",
      "4 paid 2027-02-15"
    ])
    expect(shop.logged.filter(({ about }) => about.job === "bill_subscription")).toEqual([])
  })

  it("at the end of a trial is undecided on resume and keeps the trial's end", async () => {
    const shop = await open()
    const subscriber = await withRenewalInFlight(shop, approvedLater(), { trialDays: 30 })
    await pause(shop, subscriber)
    await shop.elapse(hour)
    await resume(shop, subscriber)
    await elapseTo(shop, "2026-12-20")
    const active = await standing(shop, subscriber)
    expect([active.status, dateOf(active.trialEnd)]).toEqual(["active", "2026-12-15"])
    expect(dateOf(active.currentPeriodEnd)).toBe("2027-01-15T13:00:00.000Z")
    expect(active.paidUntil).toBe(active.currentPeriodEnd)
  })
})

describe("a renewal in flight when the subscription changes in another way", () => {
  it("is charged once and settled", async () => {
    const shop = await open()
    const subscriber = await withRenewalInFlight(shop, approvedLater())
    const { subscriptions } = shop.shop()
    await subscriptions.update(subscriber.id, { metadata: { note: "kept" } }, newKey())
    await shop.elapse(day)
    expect(await standing(shop, subscriber)).toMatchObject({
      status: "active",
      metadata: { note: "kept" }
    })
    expect(shop.requests).toHaveLength(2)
  })

  it("and is declined is retried at once on the new card", async () => {
    const shop = await open()
    const subscriber = await withRenewalInFlight(shop, declinedLater("lost_card"))
    await moveTo(shop, subscriber, "approved_debit")
    await shop.elapse(2 * day)
    expect(await storyOf(shop)).toEqual([
      "2026-12-15 instrument_updated",
      "2026-12-16 payment_failed",
      "2026-12-16 past_due",
      "2026-12-16 recovered",
      "2026-12-16 renewed"
    ])
  })
})
