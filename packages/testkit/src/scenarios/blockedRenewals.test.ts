import { grantsAccess, velocityRule } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { chargeThat } from "../sandbox/conduct.ts"
import { alertsOf, auditedShops } from "./testing/auditedShops.ts"
import { day, hour, minute, type Shop } from "./testing/openShop.ts"
import { outage } from "./testing/outage.ts"
import {
  begunCycles,
  chargedAt,
  cyclesOf,
  declineAll,
  declineNoMore,
  elapseTo,
  paymentsOf,
  renewalStory,
  standing,
  subscribe,
  subscriptionStory
} from "./testing/subscribing.ts"

const open = auditedShops()

const always = { times: Number.POSITIVE_INFINITY }

describe("a renewal while all accounts are down for an hour", () => {
  it("is charged again 1 minute, 10 minutes and 1 hour after each failure, and is paid", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await outage(shop, "2026-12-15", hour)
    await elapseTo(shop, "2026-12-16")
    expect(await chargedAt(shop, subscriber)).toEqual([
      "2026-12-15 declined",
      "2026-12-15T12:01 declined",
      "2026-12-15T12:11 declined",
      "2026-12-15T13:11 succeeded"
    ])
    expect(await begunCycles(shop, subscriber)).toEqual(["1 paid 2026-11-15", "2 paid 2026-12-15"])
  })

  it("leaves the subscription active, without an event, a retry date or an alert", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await outage(shop, "2026-12-15", 30 * minute)
    const waiting = await standing(shop, subscriber)
    expect(waiting.status).toBe("active")
    expect(grantsAccess(waiting, shop.clock.now())).toBe(true)
    expect(await begunCycles(shop, subscriber)).toEqual(["1 paid 2026-11-15", "2 due 2026-12-15"])
    expect(await renewalStory(shop)).toEqual([])
    await shop.elapse(day)
    expect(await renewalStory(shop)).toEqual(["2026-12-15T13:11:00.000Z renewed"])
    expect(alertsOf(shop)).toEqual([])
  })

  it("is in its period, and names its latest charge, which does not count as an attempt", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await outage(shop, "2026-12-15", hour)
    const [latest] = (await shop.shop().payments.list({ limit: 1 })).data
    expect((await cyclesOf(shop, subscriber))[1]).toMatchObject({
      status: "due",
      attemptCount: 0,
      payment: latest?.id
    })
    const { currentPeriodStart, paidUntil } = await standing(shop, subscriber)
    expect([currentPeriodStart, paidUntil]).toEqual(
      Array.from({ length: 2 }, () => Date.parse("2026-12-15T12:00:00Z"))
    )
    await shop.elapse(day)
    expect((await cyclesOf(shop, subscriber))[1]).toMatchObject({ status: "paid", attemptCount: 1 })
  })
})

describe("a renewal while all accounts are down for two days", () => {
  it("raises one alert after 24 hours and is charged every 12 hours until it is paid", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await outage(shop, "2026-12-15", day - minute)
    expect(alertsOf(shop)).toEqual([])
    await outage(shop, "2026-12-16", day)
    expect(alertsOf(shop)).toEqual(["alert.renewal_blocked"])
    expect(shop.alerts[0]?.event).toMatchObject({
      occurredAt: Date.parse("2026-12-16T12:00:00Z"),
      data: { object: { object: "billing_cycle", sequence: 2, status: "due", attempt_count: 0 } }
    })
    await elapseTo(shop, "2026-12-20")
    expect(await chargedAt(shop, subscriber)).toEqual([
      ...["15", "15T12:01", "15T12:11", "15T13:11", "15T19:11"].map(
        (at) => `2026-12-${at} declined`
      ),
      ...["16T07:11", "16T19:11", "17T07:11"].map((at) => `2026-12-${at} declined`),
      "2026-12-17T19:11 succeeded"
    ])
    expect(await renewalStory(shop)).toEqual(["2026-12-17T19:11:00.000Z renewed"])
    expect(alertsOf(shop)).toHaveLength(1)
  })

  it("delays a daily subscription's next cycles, and charges them oldest first", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop, "approved", { interval: { unit: "day", count: 1 } })
    await outage(shop, "2026-11-16", 2 * day + hour)
    expect(await begunCycles(shop, subscriber)).toEqual([
      "1 paid 2026-11-15",
      "2 due 2026-11-16",
      "3 due 2026-11-17",
      "4 due 2026-11-18"
    ])
    expect(await standing(shop, subscriber)).toMatchObject({
      status: "active",
      currentPeriodStart: Date.parse("2026-11-18T12:00:00Z")
    })
    await elapseTo(shop, "2026-11-19")
    expect((await begunCycles(shop, subscriber)).slice(1, 4)).toEqual([
      "2 paid 2026-11-16",
      "3 paid 2026-11-17",
      "4 paid 2026-11-18"
    ])
    expect((await subscriptionStory(shop)).filter((line) => line.includes("past_due"))).toEqual([])
  })
})

describe("a failure without a fault of the card", () => {
  const blameless: ReadonlyArray<
    readonly [string, Parameters<Shop["box"]["script"]["charge"]>[0]]
  > = [
    ["a charge that was not sent", chargeThat.isNotSent()],
    ["a technical decline", chargeThat.isDeclined("issuer_down")],
    ["a decline because of the account", chargeThat.isDeclined("account_method")],
    [
      "a refused account",
      chargeThat.says({ _tag: "AccountUnavailable", reason: "key", rawCode: null })
    ]
  ]

  it.each(blameless)("does not count as an attempt: %s", async (_, conduct) => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    shop.box.script.charge(conduct, always)
    await elapseTo(shop, "2026-12-15T13:00:00Z")
    expect((await standing(shop, subscriber)).status).toBe("active")
    declineNoMore(shop)
    await elapseTo(shop, "2026-12-16")
    expect(await renewalStory(shop)).toEqual(["2026-12-15T13:11:00.000Z renewed"])
  })

  it("does not count towards the limits of the card schemes", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    shop.box.script.charge(chargeThat.isDeclined("issuer_down"), always)
    await elapseTo(shop, "2026-12-25")
    declineNoMore(shop)
    await elapseTo(shop, "2026-12-26")
    expect((await standing(shop, subscriber)).status).toBe("active")
    expect((await chargedAt(shop, subscriber)).at(-1)).toMatch(/succeeded$/)
    expect(shop.requests.length).toBeGreaterThan(15)
  })

  it("does not count towards a velocity limit, which would cause a hard decline", async () => {
    const shop = await open({ risk: velocityRule({ attempts: 2, windowMs: day }) })
    const subscriber = await subscribe(shop)
    shop.box.script.charge(chargeThat.isDeclined("issuer_down"), always)
    await elapseTo(shop, "2026-12-15T19:11:00Z")
    await outage(shop, "2026-12-16", hour)
    declineNoMore(shop)
    await elapseTo(shop, "2026-12-17")
    expect((await standing(shop, subscriber)).status).toBe("active")
    expect((await begunCycles(shop, subscriber))[1]).toBe("2 paid 2026-12-15")
  })

  it("is retried unless the network forbids it, whatever the category", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    declineAll(shop, "issuer_down", "never")
    await elapseTo(shop, "2026-12-16")
    expect((await standing(shop, subscriber)).status).toBe("past_due")
    expect(await chargedAt(shop, subscriber)).toHaveLength(1)
  })

  it("includes an attempt whose charge is absent for good, and a charge that appears later is refunded", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    shop.box.script.charge(chargeThat.appearsLate(2 * hour))
    await elapseTo(shop, "2026-12-15T13:00:00Z")
    const charged = await chargedAt(shop, subscriber)
    expect(charged.map((line) => line.split(" ").at(-1))).toEqual(["failed", "succeeded"])
    expect((await standing(shop, subscriber)).status).toBe("active")
    const [, late] = (await shop.shop().payments.list({ limit: 2 })).data
    await shop.elapse(2 * hour)
    await shop.notify(late?.attempts[0] ?? "")
    await shop.work()
    expect(alertsOf(shop)).toEqual(["alert.late_charge", "alert.late_charge_reversed"])
    expect(await renewalStory(shop)).toHaveLength(1)
  })
})

describe("a first charge that fails without a fault of the card", () => {
  it("is repeated after the same waits, and activates the subscription", async () => {
    const shop = await open()
    shop.box.script.charge(chargeThat.isDeclined("issuer_down"), always)
    const subscriber = await subscribe(shop)
    await shop.elapse(30 * minute)
    expect(await standing(shop, subscriber)).toMatchObject({ status: "pending_first_payment" })
    expect((await cyclesOf(shop, subscriber))[0]).toMatchObject({ status: "due", attemptCount: 0 })
    declineNoMore(shop)
    await shop.elapse(hour)
    expect((await standing(shop, subscriber)).status).toBe("active")
    expect((await paymentsOf(shop, subscriber)).at(-1)).toBe(
      "2026-11-15T13:11:00.000Z initial 900 succeeded"
    )
  })

  it("still ends the subscription after 23 hours", async () => {
    const shop = await open()
    shop.box.script.charge(chargeThat.isDeclined("issuer_down"), always)
    const subscriber = await subscribe(shop)
    await shop.elapse(day)
    expect(await standing(shop, subscriber)).toMatchObject({
      status: "expired",
      cancelReason: "first_payment_failed"
    })
    expect(alertsOf(shop)).toEqual([])
  })
})
