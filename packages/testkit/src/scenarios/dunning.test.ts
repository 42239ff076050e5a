import { describe, expect, it } from "vitest"
import { chargeThat } from "../sandbox/conduct.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import { hour, type Shop } from "./testing/openShop.ts"
import {
  begunCycles,
  cyclesOf,
  dateOf,
  declineAll,
  declineNoMore,
  elapseTo,
  fallBehind,
  moveTo,
  paymentsOf,
  renewalStory,
  resume,
  standing,
  subscribe,
  subscriptionStory
} from "./testing/subscribing.ts"

const open = auditedShops()

const weekly = { interval: { unit: "week", count: 1 } } as const

const pausesWhenExhausted = (shop: Shop) =>
  shop.process().payloom.tenants.updateAccount(shop.shop().scope, { dunningExhausted: "pause" })

describe("a renewal that is declined", () => {
  it("is retried 1, 4, 9 and 16 days after its first failure, and then given up", async () => {
    const shop = await open()
    const subscriber = await fallBehind(shop)
    await elapseTo(shop, "2027-02-01")
    expect(await paymentsOf(shop, subscriber)).toEqual([
      "2026-11-15 initial 900 succeeded",
      "2026-12-15 rebill 900 declined",
      "2026-12-16 rebill 900 declined",
      "2026-12-19 rebill 900 declined",
      "2026-12-24 rebill 900 declined",
      "2026-12-31 rebill 900 declined"
    ])
    expect(await renewalStory(shop)).toEqual([
      "2026-12-15 payment_failed",
      "2026-12-15 past_due",
      "2026-12-16 payment_failed",
      "2026-12-19 payment_failed",
      "2026-12-24 payment_failed",
      "2026-12-31 payment_failed",
      "2026-12-31 terminated"
    ])
    expect(await standing(shop, subscriber)).toMatchObject({
      status: "terminated",
      cancelReason: "dunning_exhausted",
      canceledAt: Date.parse("2026-12-31T12:00:00Z")
    })
    expect((await cyclesOf(shop, subscriber)).map(({ status }) => status)).toEqual([
      ...["paid", "failed"],
      ...["canceled", "canceled", "canceled"]
    ])
  })

  it("is in its period, unpaid, with each attempt counted and the latest named", async () => {
    const shop = await open()
    const subscriber = await fallBehind(shop)
    await elapseTo(shop, "2026-12-19")
    const behind = await standing(shop, subscriber)
    expect(
      [behind.currentPeriodStart, behind.currentPeriodEnd, behind.paidUntil].map(dateOf)
    ).toEqual(["2026-12-15", "2027-01-15", "2026-12-15"])
    const cycle = (await cyclesOf(shop, subscriber))[1]
    expect(cycle).toMatchObject({ sequence: 2, status: "retrying", attemptCount: 3 })
    const [latest] = (await shop.shop().payments.list({ limit: 1 })).data
    expect(cycle?.payment).toBe(latest?.id)
  })

  it.each([
    ["2026-12-16", 1],
    ["2026-12-19", 2],
    ["2026-12-24", 3],
    ["2026-12-31", 4]
  ] as const)("recovers on %s, and continues at its old dates", async (date, retries) => {
    const shop = await open()
    const subscriber = await fallBehind(shop)
    await elapseTo(shop, `${date}T11:59:59.999Z`)
    declineNoMore(shop)
    await shop.elapse(1)
    expect((await renewalStory(shop)).slice(-2)).toEqual([`${date} recovered`, `${date} renewed`])
    const active = await standing(shop, subscriber)
    expect([active.status, dateOf(active.paidUntil)]).toEqual(["active", "2027-01-15"])
    expect((await cyclesOf(shop, subscriber))[1]).toMatchObject({
      status: "paid",
      attemptCount: retries + 1
    })
    await elapseTo(shop, "2027-01-15")
    expect((await paymentsOf(shop, subscriber)).at(-1)).toBe("2027-01-15 rebill 900 succeeded")
  })

  it("that is declined again the month after has four new retries", async () => {
    const shop = await open()
    const subscriber = await fallBehind(shop)
    declineNoMore(shop)
    await elapseTo(shop, "2027-01-14")
    declineAll(shop)
    await elapseTo(shop, "2027-03-01")
    expect((await paymentsOf(shop, subscriber)).slice(3)).toEqual([
      "2027-01-15 rebill 900 declined",
      "2027-01-16 rebill 900 declined",
      "2027-01-19 rebill 900 declined",
      "2027-01-24 rebill 900 declined",
      "2027-01-31 rebill 900 declined"
    ])
  })

  it("pauses the subscription in the end if the account says so, and fails the cycle", async () => {
    const shop = await open()
    await pausesWhenExhausted(shop)
    const subscriber = await fallBehind(shop)
    await elapseTo(shop, "2026-12-31")
    expect((await renewalStory(shop)).slice(-2)).toEqual([
      "2026-12-31 payment_failed",
      "2026-12-31 paused"
    ])
    declineNoMore(shop)
    await elapseTo(shop, "2027-01-20")
    expect(await begunCycles(shop, subscriber)).toEqual([
      "1 paid 2026-11-15",
      "2 failed 2026-12-15"
    ])
    const paused = await standing(shop, subscriber)
    expect([paused.status, paused.canceledAt, paused.resumesAt]).toEqual(["paused", null, null])
  })

  it("and paused the subscription makes it active on resume, charged at the moved date of the next cycle", async () => {
    const shop = await open()
    await pausesWhenExhausted(shop)
    const subscriber = await fallBehind(shop)
    await elapseTo(shop, "2027-01-10")
    declineNoMore(shop)
    await resume(shop, subscriber)
    const active = await standing(shop, subscriber)
    // Paused on 31 December, for ten days.
    expect([active.status, dateOf(active.currentPeriodEnd)]).toEqual(["active", "2027-01-25"])
    await elapseTo(shop, "2027-02-25")
    expect(await begunCycles(shop, subscriber)).toEqual([
      "1 paid 2026-11-15",
      "2 failed 2026-12-15",
      "3 paid 2027-01-25",
      "4 paid 2027-02-25"
    ])
    expect((await renewalStory(shop)).slice(7)).toEqual([
      "2027-01-10 resumed",
      "2027-01-18 upcoming_renewal",
      "2027-01-25 renewed",
      "2027-02-18 upcoming_renewal",
      "2027-02-25 renewed"
    ])
  })
})

describe("cycles that fall due while an older one is unpaid", () => {
  it("wait, and are charged oldest first when that is paid", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop, "approved", weekly)
    declineAll(shop)
    await elapseTo(shop, "2026-12-07")
    expect(await begunCycles(shop, subscriber)).toEqual([
      "1 paid 2026-11-15",
      "2 retrying 2026-11-22",
      "3 due 2026-11-29",
      "4 due 2026-12-06"
    ])
    const behind = await standing(shop, subscriber)
    expect([behind.status, dateOf(behind.currentPeriodEnd)]).toEqual(["past_due", "2026-12-13"])
    declineNoMore(shop)
    await elapseTo(shop, "2026-12-08")
    expect(await paymentsOf(shop, subscriber)).toEqual([
      "2026-11-15 initial 900 succeeded",
      ...["22", "23", "26"].map((date) => `2026-11-${date} rebill 900 declined`),
      "2026-12-01 rebill 900 declined",
      "2026-12-08 rebill 900 succeeded",
      "2026-12-08 rebill 900 succeeded",
      "2026-12-08 rebill 900 succeeded"
    ])
    const active = await standing(shop, subscriber)
    expect([active.status, dateOf(active.paidUntil)]).toEqual(["active", "2026-12-13"])
    expect((await subscriptionStory(shop)).filter((line) => line.startsWith("2026-12-08"))).toEqual(
      [
        "2026-12-08 recovered",
        "2026-12-08 renewed",
        "2026-12-08 renewed",
        "2026-12-08 renewed",
        "2026-12-08 upcoming_renewal"
      ]
    )
  })

  it("have their own dunning if they are declined in turn", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop, "approved", weekly)
    declineAll(shop)
    await elapseTo(shop, "2026-11-30")
    declineNoMore(shop)
    await elapseTo(shop, "2026-12-01T11:00:00Z")
    const { script } = shop.box
    // The oldest cycle is paid, and the next one is not.
    let charges = 0
    script.charge(
      () => {
        charges += 1
        return charges === 1 ? undefined : chargeThat.isDeclined("nsf")
      },
      { times: Number.POSITIVE_INFINITY }
    )
    await elapseTo(shop, "2026-12-02")
    expect(await begunCycles(shop, subscriber)).toEqual([
      "1 paid 2026-11-15",
      "2 paid 2026-11-22",
      "3 retrying 2026-11-29"
    ])
    expect((await subscriptionStory(shop)).slice(-5)).toEqual([
      "2026-12-01 recovered",
      "2026-12-01 renewed",
      "2026-12-01 payment_failed",
      "2026-12-01 past_due",
      "2026-12-02 payment_failed"
    ])
    expect((await cyclesOf(shop, subscriber))[2]?.attemptCount).toBe(2)
  })

  it("end with the subscription if it is terminated", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop, "approved", weekly)
    declineAll(shop)
    await elapseTo(shop, "2026-12-08")
    expect((await cyclesOf(shop, subscriber)).map(({ status }) => status)).toEqual([
      ...["paid", "failed", "canceled", "canceled"],
      ...["canceled", "canceled", "canceled"]
    ])
  })
})

describe("a changed card of a subscription that is past due", () => {
  it("is charged at once, and uses up no retry date", async () => {
    const shop = await open()
    const subscriber = await fallBehind(shop)
    await shop.elapse(hour)
    await moveTo(shop, subscriber, "approved_debit")
    await shop.work()
    await elapseTo(shop, "2026-12-31")
    expect((await paymentsOf(shop, subscriber)).slice(1)).toEqual([
      "2026-12-15 rebill 900 declined",
      "2026-12-15T13:00:00.000Z rebill 900 declined",
      "2026-12-16 rebill 900 declined",
      "2026-12-19 rebill 900 declined",
      "2026-12-24 rebill 900 declined",
      "2026-12-31 rebill 900 declined"
    ])
  })

  it("that pays recovers the subscription, and is charged from then on", async () => {
    const shop = await open()
    const subscriber = await fallBehind(shop)
    declineNoMore(shop)
    const card = await moveTo(shop, subscriber, "approved_debit")
    await shop.work()
    expect(await standing(shop, subscriber)).toMatchObject({
      status: "active",
      paymentInstrument: card
    })
    expect((await renewalStory(shop)).slice(2)).toEqual([
      "2026-12-15 instrument_updated",
      "2026-12-15 recovered",
      "2026-12-15 renewed"
    ])
    await elapseTo(shop, "2027-01-15")
    const charges = await shop.run(shop.box.bank.charges())
    expect(charges.map((charge) => charge.card)).toEqual([
      "approved",
      "approved",
      "approved_debit",
      "approved_debit"
    ])
  })
})
