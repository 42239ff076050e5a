import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { day, hour, type Shop } from "./testing/openShop.ts"
import {
  allCycles,
  begunCycles,
  cyclesOf,
  dateOf,
  declineAll,
  elapseTo,
  enrol,
  moveTo,
  newKey,
  paymentsOf,
  resume,
  standing,
  subscribe,
  subscriptionEvents,
  subscriptionStory
} from "./testing/subscribing.ts"

const open = auditedShops()

const planOf = async (shop: Shop, fields: object = {}): Promise<string> => {
  const input = { name: "Club", amount: 900n, currency: "EUR" } as const
  const interval = { unit: "month", count: 1 } as const
  return (await shop.shop().plans.create({ ...input, interval, ...fields }, newKey())).id
}

describe("the first charge of a subscription", () => {
  it("follows its creation, which answers pending_first_payment, and activates it", async () => {
    const shop = await open()
    const subscriber = await enrol(shop)
    expect(await standing(shop, subscriber)).toMatchObject({
      status: "pending_first_payment",
      paidUntil: null
    })
    await shop.work()
    const active = await standing(shop, subscriber)
    expect(active).toMatchObject({ status: "active", paidUntil: active.currentPeriodEnd })
    expect(await subscriptionEvents(shop)).toEqual(["created", "activated"])
  })

  it("is the setup fee plus the first cycle, whose amount is without the fee", async () => {
    const shop = await open()
    const plan = await planOf(shop, { setupFee: 500n })
    const subscriber = await subscribe(shop, "approved", { plan })
    await elapseTo(shop, "2026-12-15")
    expect(await paymentsOf(shop, subscriber)).toEqual([
      "2026-11-15 initial 1400 succeeded",
      "2026-12-15 rebill 900 succeeded"
    ])
    const [first, second] = await cyclesOf(shop, subscriber)
    expect([first?.amount, second?.amount]).toEqual([900n, 900n])
  })

  it("is the customer's and begins an agreement, which later charges continue", async () => {
    const shop = await open()
    await subscribe(shop)
    await shop.elapse(31 * day)
    const [charge] = await shop.run(shop.box.bank.charges())
    expect(shop.requests).toMatchObject([
      {
        type: "subscription_initial",
        initiator: "customer",
        agreement: { usage: "recurring", position: "first", networkReference: null }
      },
      {
        type: "subscription_rebill",
        initiator: "merchant",
        agreement: {
          usage: "recurring",
          position: "subsequent",
          networkReference: `nw_${charge?.providerReference}`
        }
      }
    ])
  })

  it("on another card is the merchant's if it is a rebill, and begins an agreement there", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await moveTo(shop, subscriber, "approved_debit")
    await shop.elapse(62 * day)
    const framings = shop.requests.map(({ type, initiator, agreement }) => [
      type,
      initiator,
      agreement?.usage,
      agreement?.position
    ])
    expect(framings).toEqual([
      ["subscription_initial", "customer", "recurring", "first"],
      ["subscription_rebill", "merchant", "recurring", "first"],
      ["subscription_rebill", "merchant", "recurring", "subsequent"]
    ])
  })

  it("of amount 0 is a verification and pays the cycle, and later free cycles need no payment", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop, "approved", { amount: 0n })
    await shop.elapse(62 * day)
    expect(await paymentsOf(shop, subscriber)).toEqual(["2026-11-15 verify 0 succeeded"])
    const [verified, ...later] = await cyclesOf(shop, subscriber)
    expect(verified).toMatchObject({ status: "paid", payment: expect.stringMatching(/^payment_/) })
    expect(later.slice(0, 2)).toMatchObject([
      { status: "paid", payment: null, attemptCount: 0 },
      { status: "paid", payment: null, attemptCount: 0 }
    ])
    expect(await subscriptionEvents(shop)).toEqual(["created", "activated", "renewed", "renewed"])
  })

  it("that no account could take is repeated after 1 min, 10 min, 1 h, 6 h and 12 h", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop, "not_sent_anywhere")
    await shop.elapse(22 * hour)
    expect((await paymentsOf(shop, subscriber)).map((told) => told.split("Z")[0])).toEqual([
      "2026-11-15 initial 900 failed",
      "2026-11-15T12:01:00.000",
      "2026-11-15T12:11:00.000",
      "2026-11-15T13:11:00.000",
      "2026-11-15T19:11:00.000",
      "2026-11-16T07:11:00.000"
    ])
    await shop.elapse(hour)
    expect((await standing(shop, subscriber)).status).toBe("expired")
  })

  it("that is declined is not retried, and ends the subscription after 23 hours", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop, "insufficient_funds")
    await shop.elapse(23 * hour - 1)
    expect((await standing(shop, subscriber)).status).toBe("pending_first_payment")
    await shop.elapse(1)
    expect(await standing(shop, subscriber)).toMatchObject({
      status: "expired",
      cancelReason: "first_payment_failed",
      canceledAt: shop.clock.now()
    })
    expect(await paymentsOf(shop, subscriber)).toEqual(["2026-11-15 initial 900 declined"])
    expect((await cyclesOf(shop, subscriber)).map(({ status }) => status)).toEqual([
      "failed",
      ...["canceled", "canceled", "canceled"]
    ])
    expect(await subscriptionEvents(shop)).toEqual(["created", "canceled"])
    await shop.elapse(40 * day)
    expect(await paymentsOf(shop, subscriber)).toHaveLength(1)
  })

  it("is repeated at once on a changed card, as the customer's first charge", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop, "stolen_card")
    await shop.elapse(hour)
    await moveTo(shop, subscriber, "insufficient_funds")
    await shop.work()
    await moveTo(shop, subscriber, "approved")
    await shop.work()
    expect(shop.requests.map(({ type, initiator }) => [type, initiator])).toEqual(
      [1, 2, 3].map(() => ["subscription_initial", "customer"])
    )
    const active = await standing(shop, subscriber)
    expect([active.status, dateOf(active.billingCycleAnchor)]).toEqual(["active", "2026-11-15"])
    expect((await cyclesOf(shop, subscriber))[0]).toMatchObject({ status: "paid", attemptCount: 3 })
    expect(await subscriptionEvents(shop)).toEqual([
      "created",
      "instrument_updated",
      "instrument_updated",
      "activated"
    ])
  })
})

describe("the cycles of a subscription", () => {
  it("are created three ahead, and each is charged when it falls due", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    expect(await allCycles(shop, subscriber)).toEqual([
      "1 paid 2026-11-15",
      "2 scheduled 2026-12-15",
      "3 scheduled 2027-01-15",
      "4 scheduled 2027-02-15"
    ])
    await elapseTo(shop, "2026-12-15T11:59:59.999Z")
    expect((await cyclesOf(shop, subscriber))[1]?.status).toBe("scheduled")
    await shop.elapse(1)
    expect(await allCycles(shop, subscriber)).toEqual([
      "1 paid 2026-11-15",
      "2 paid 2026-12-15",
      "3 scheduled 2027-01-15",
      "4 scheduled 2027-02-15",
      "5 scheduled 2027-03-15"
    ])
    const active = await standing(shop, subscriber)
    expect([active.currentPeriodStart, active.currentPeriodEnd].map(dateOf)).toEqual([
      "2026-12-15",
      "2027-01-15"
    ])
  })

  it("keep the anchor's day, or the month's last day if the month is shorter", async () => {
    const shop = await open({ startsAt: "2027-01-31T12:00:00Z" })
    const subscriber = await subscribe(shop)
    await elapseTo(shop, "2027-06-01")
    expect(await paymentsOf(shop, subscriber)).toEqual([
      "2027-01-31 initial 900 succeeded",
      "2027-02-28 rebill 900 succeeded",
      "2027-03-31 rebill 900 succeeded",
      "2027-04-30 rebill 900 succeeded",
      "2027-05-31 rebill 900 succeeded"
    ])
  })

  it("leave no gap between their periods, for any interval", async () => {
    for (const [unit, days] of [
      ["day", 50],
      ["week", 200],
      ["month", 3 * 365],
      ["year", 10 * 365]
    ] as const) {
      const shop = await open({ startsAt: "2024-02-29T12:00:00Z" })
      const subscriber = await subscribe(shop, "approved", { interval: { unit, count: 3 } })
      await shop.elapse(days * day)
      const cycles = await cyclesOf(shop, subscriber)
      for (const [at, { periodStart, dueAt, sequence }] of cycles.entries()) {
        expect([sequence, dueAt]).toEqual([at + 1, periodStart])
        if (at > 0) expect(periodStart).toBe(cycles[at - 1]?.periodEnd)
      }
    }
  })

  it("end after end_after_cycles, and the subscription expires with the last period", async () => {
    const shop = await open()
    const plan = await planOf(shop, { endAfterCycles: 2 })
    const subscriber = await subscribe(shop, "approved", { plan })
    expect(await allCycles(shop, subscriber)).toEqual([
      "1 paid 2026-11-15",
      "2 scheduled 2026-12-15"
    ])
    await elapseTo(shop, "2027-01-15T11:59:59.999Z")
    expect((await standing(shop, subscriber)).status).toBe("active")
    await shop.elapse(1)
    expect(await standing(shop, subscriber)).toMatchObject({
      status: "expired",
      cancelReason: "completed",
      canceledAt: Date.parse("2027-01-15T12:00:00Z")
    })
    expect(await subscriptionStory(shop)).toEqual([
      "2026-11-15 created",
      "2026-11-15 activated",
      "2026-12-08 upcoming_renewal",
      "2026-12-15 renewed",
      "2027-01-15 canceled"
    ])
    await shop.elapse(90 * day)
    expect(await begunCycles(shop, subscriber)).toHaveLength(2)
  })

  it("count towards end_after_cycles even if they failed, and the trial does not count", async () => {
    const shop = await open()
    const { scope } = shop.shop()
    await shop.process().payloom.tenants.updateAccount(scope, { dunningExhausted: "pause" })
    const plan = await planOf(shop, { endAfterCycles: 2, trial: { days: 7, amount: 0n } })
    const subscriber = await subscribe(shop, "approved", { plan })
    declineAll(shop)
    await elapseTo(shop, "2026-12-08")
    expect((await standing(shop, subscriber)).status).toBe("paused")
    shop.box.script.clear()
    await resume(shop, subscriber)
    await elapseTo(shop, "2027-03-01")
    expect(await allCycles(shop, subscriber)).toEqual([
      "0 paid 2026-11-15",
      "1 failed 2026-11-22",
      "2 paid 2026-12-22"
    ])
    expect(await standing(shop, subscriber)).toMatchObject({
      status: "expired",
      canceledAt: Date.parse("2027-01-22T12:00:00Z")
    })
  })
})
