import { describe, expect, it } from "vitest"
import { chargeThat } from "../sandbox/conduct.ts"
import { alertsOf, auditedShops } from "./testing/auditedShops.ts"
import { atCheckout } from "./testing/openCheckout.ts"
import { day, hour, minute, type Shop } from "./testing/openShop.ts"
import { enableAll, outage } from "./testing/outage.ts"
import {
  begunCycles,
  chargedAt,
  cyclesOf,
  dateOf,
  declineAll,
  declineNoMore,
  elapseTo,
  fallBehind,
  moveTo,
  newKey,
  pause,
  paymentsOf,
  renewalStory,
  resume,
  standing,
  subscribe
} from "./testing/subscribing.ts"

const open = auditedShops()

describe("a renewal whose card is declined after an outage", () => {
  it("has its four retry dates from that decline on", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    declineAll(shop)
    await outage(shop, "2026-12-15", 2 * hour)
    await elapseTo(shop, "2026-12-15T19:11:00Z")
    expect(await renewalStory(shop)).toEqual([
      "2026-12-15T19:11:00.000Z payment_failed",
      "2026-12-15T19:11:00.000Z past_due"
    ])
    expect((await cyclesOf(shop, subscriber))[1]).toMatchObject({
      status: "retrying",
      attemptCount: 1
    })
    await elapseTo(shop, "2027-01-02")
    expect(await chargedAt(shop, subscriber, 4)).toEqual(
      ["15", "16", "19", "24", "31"].map((date) => `2026-12-${date}T19:11 declined`)
    )
    expect((await standing(shop, subscriber)).status).toBe("terminated")
  })
})

describe("a retry that fails without a fault of the card", () => {
  it("uses up no retry date: it is repeated after the waits of an outage, and the dates stay", async () => {
    const shop = await open()
    const subscriber = await fallBehind(shop)
    await outage(shop, "2026-12-16", 30 * minute)
    expect(await renewalStory(shop)).toHaveLength(2)
    expect((await cyclesOf(shop, subscriber))[1]).toMatchObject({
      status: "retrying",
      attemptCount: 1
    })
    await elapseTo(shop, "2027-01-02")
    expect(await chargedAt(shop, subscriber, 1)).toEqual([
      ...["16", "16T12:01", "16T12:11", "16T13:11"].map((at) => `2026-12-${at} declined`),
      ...["19", "24", "31"].map((date) => `2026-12-${date} declined`)
    ])
    expect((await cyclesOf(shop, subscriber))[1]).toMatchObject({ attemptCount: 5 })
    expect(
      (await renewalStory(shop)).filter((line) => line.includes("payment_failed"))
    ).toHaveLength(5)
  })

  it("on the last date does not exhaust dunning, but the card's next decline does", async () => {
    const shop = await open()
    const subscriber = await fallBehind(shop)
    await outage(shop, "2026-12-31", 30 * minute)
    expect((await standing(shop, subscriber)).status).toBe("past_due")
    await elapseTo(shop, "2027-01-01")
    expect((await renewalStory(shop)).at(-1)).toBe("2026-12-31T13:11:00.000Z terminated")
  })

  it("in an outage over several dates uses up one, and the others wait as long as the outage took", async () => {
    const shop = await open()
    const subscriber = await fallBehind(shop)
    await outage(shop, "2026-12-16", 4 * day)
    expect(alertsOf(shop)).toEqual(["alert.renewal_blocked"])
    await elapseTo(shop, "2027-01-10")
    const tries = (await chargedAt(shop, subscriber)).slice(-4)
    // The outage lasted 4 days, 7 hours and 11 minutes until an account answered.
    expect(tries).toEqual([
      "2026-12-20T19:11 declined",
      "2026-12-23T19:11 declined",
      "2026-12-28T19:11 declined",
      "2027-01-04T19:11 declined"
    ])
    expect((await standing(shop, subscriber)).status).toBe("terminated")
  })

  it("recovers the subscription when it is repeated and paid", async () => {
    const shop = await open()
    const subscriber = await fallBehind(shop)
    declineNoMore(shop)
    await outage(shop, "2026-12-16", minute)
    await elapseTo(shop, "2026-12-16T12:11:00Z")
    expect((await standing(shop, subscriber)).status).toBe("active")
    expect((await renewalStory(shop)).slice(2)).toEqual([
      "2026-12-16T12:11:00.000Z recovered",
      "2026-12-16T12:11:00.000Z renewed"
    ])
  })

  it("leaves the cycle unpaid, so the payer can pay it in a recovery session", async () => {
    const shop = await open()
    const subscriber = await fallBehind(shop)
    await outage(shop, "2026-12-16", 30 * minute)
    declineNoMore(shop)
    const session = await shop.shop().subscriptions.recoverySession(subscriber.id, {}, newKey())
    const checkout = await atCheckout(shop, session)
    expect((await checkout.confirm("approved_mastercard")).status).toBe("succeeded")
    await elapseTo(shop, "2026-12-20")
    expect((await begunCycles(shop, subscriber))[1]).toBe("2 paid 2026-12-15")
  })
})

describe("a retry that is late because no worker ran at its date", () => {
  const lateBy = async (ms: number) => {
    const shop = await open()
    const subscriber = await fallBehind(shop)
    await shop.clock.advance(day + ms)
    await elapseTo(shop, "2027-01-30")
    expect((await standing(shop, subscriber)).status).toBe("terminated")
    return chargedAt(shop, subscriber, 1)
  }

  it("over several dates uses up one, and the others wait as long as it was late", async () => {
    expect(await lateBy(9 * day)).toEqual([
      "2026-12-25 declined",
      "2026-12-28 declined",
      "2027-01-02 declined",
      "2027-01-09 declined"
    ])
  })

  it("before the next date leaves the others as they are", async () => {
    expect(await lateBy(2 * day)).toEqual(
      ["18", "19", "24", "31"].map((date) => `2026-12-${date} declined`)
    )
  })

  it("after a hard decline leaves the dates that passed until another card came unused", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    declineAll(shop, "lost_card")
    await elapseTo(shop, "2026-12-15")
    declineNoMore(shop)
    declineAll(shop)
    await shop.clock.advance(10 * day)
    await moveTo(shop, subscriber, "approved_debit")
    await elapseTo(shop, "2027-01-30")
    expect(await chargedAt(shop, subscriber, 1)).toEqual([
      "2026-12-25 declined",
      "2026-12-31 declined"
    ])
    expect((await standing(shop, subscriber)).status).toBe("terminated")
  })
})

describe("the immediate retry on a changed card", () => {
  it("that fails without a fault of the card uses up no date and moves none", async () => {
    const shop = await open()
    const subscriber = await fallBehind(shop)
    await enableAll(shop, false)
    await shop.elapse(hour)
    await moveTo(shop, subscriber, "approved_debit")
    await shop.work()
    await enableAll(shop, true)
    await elapseTo(shop, "2027-01-02")
    expect(await chargedAt(shop, subscriber, 1)).toEqual([
      ...["15T13:00", "15T13:01", "16", "19", "24", "31"].map((at) => `2026-12-${at} declined`)
    ])
  })
})

describe("a renewal that waits because no account answered", () => {
  /** Creates a subscriber whose renewal of 15 December is blocked and is charged next at 19:11. */
  const waiting = async (shop: Shop, terms?: Parameters<typeof subscribe>[2]) => {
    const subscriber = await subscribe(shop, "approved", terms)
    await outage(shop, "2026-12-15", 2 * hour)
    return subscriber
  }

  it("is charged at once on another card", async () => {
    const shop = await open()
    const subscriber = await waiting(shop)
    const card = await moveTo(shop, subscriber, "approved_debit")
    await shop.work()
    expect(await standing(shop, subscriber)).toMatchObject({
      status: "active",
      paymentInstrument: card,
      paidUntil: Date.parse("2027-01-15T12:00:00Z")
    })
    expect((await renewalStory(shop)).map((line) => line.split(" ").at(-1))).toEqual([
      "instrument_updated",
      "renewed"
    ])
  })

  it("is not charged after its subscription is canceled at once", async () => {
    const shop = await open()
    const subscriber = await waiting(shop)
    const { subscriptions } = shop.shop()
    await subscriptions.cancel(subscriber.id, { cancelAtPeriodEnd: false }, newKey())
    const charged = await paymentsOf(shop, subscriber)
    await shop.elapse(40 * day)
    expect(await paymentsOf(shop, subscriber)).toEqual(charged)
    expect((await begunCycles(shop, subscriber))[1]).toBe("2 canceled 2026-12-15")
    expect(alertsOf(shop)).toEqual([])
  })

  it("is charged until the end of its period if the subscription ends then", async () => {
    const shop = await open()
    const subscriber = await waiting(shop)
    await shop.shop().subscriptions.cancel(subscriber.id, {}, newKey())
    await elapseTo(shop, "2026-12-16")
    expect((await begunCycles(shop, subscriber))[1]).toBe("2 paid 2026-12-15")
    await elapseTo(shop, "2027-02-01")
    const { status, canceledAt } = await standing(shop, subscriber)
    expect([status, dateOf(canceledAt)]).toEqual(["canceled", "2027-01-15"])
  })

  it("ends unpaid with its period if the outage lasts and the subscription ends then", async () => {
    const shop = await open()
    const subscriber = await waiting(shop)
    await shop.shop().subscriptions.cancel(subscriber.id, {}, newKey())
    await enableAll(shop, false)
    await elapseTo(shop, "2027-02-01")
    const { status, canceledAt } = await standing(shop, subscriber)
    expect([status, dateOf(canceledAt)]).toEqual(["canceled", "2027-01-15"])
    expect((await begunCycles(shop, subscriber))[1]).toBe("2 canceled 2026-12-15")
  })

  it.each(["shift", "skip"] as const)(
    "waits for the end of a pause (%s), and then for the rest of its wait",
    async (behavior) => {
      const shop = await open()
      const subscriber = await waiting(shop)
      const { subscriptions } = shop.shop()
      const resumesAt = Date.parse("2026-12-20T14:00:00Z")
      await subscriptions.pause(subscriber.id, { behavior, resumesAt }, newKey())
      await elapseTo(shop, "2026-12-20T19:10:59Z")
      expect(await chargedAt(shop, subscriber)).toHaveLength(4)
      expect((await standing(shop, subscriber)).status).toBe("active")
      await shop.elapse(minute)
      expect((await chargedAt(shop, subscriber)).at(-1)).toBe("2026-12-20T19:11 succeeded")
      const due = behavior === "shift" ? "2026-12-20" : "2026-12-15"
      expect((await begunCycles(shop, subscriber))[1]).toBe(`2 paid ${due}`)
      expect(alertsOf(shop)).toEqual([])
    }
  )

  it("at the end of a trial keeps the subscription trialing until it is paid", async () => {
    const shop = await open()
    const subscriber = await waiting(shop, { trialDays: 30 })
    expect(await standing(shop, subscriber)).toMatchObject({
      status: "trialing",
      currentPeriodStart: Date.parse("2026-12-15T12:00:00Z")
    })
    await elapseTo(shop, "2026-12-16")
    expect((await standing(shop, subscriber)).status).toBe("active")
  })

  it("that was in flight when its subscription was paused waits for the resume", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    shop.box.script.charge(chargeThat.settles(2 * hour, "issuer_down"))
    await elapseTo(shop, "2026-12-15T13:00:00Z")
    await pause(shop, subscriber)
    await elapseTo(shop, "2026-12-18")
    expect(await begunCycles(shop, subscriber)).toEqual(["1 paid 2026-11-15", "2 due 2026-12-15"])
    await resume(shop, subscriber)
    await shop.elapse(2 * minute)
    expect((await begunCycles(shop, subscriber))[1]).toMatch(/^2 paid/)
    expect((await standing(shop, subscriber)).status).toBe("active")
  })
})
