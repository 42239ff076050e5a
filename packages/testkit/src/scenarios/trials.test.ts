import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import type { Shop } from "./testing/openShop.ts"
import {
  allCycles,
  begunCycles,
  cyclesOf,
  dateOf,
  declineAll,
  elapseTo,
  newKey,
  paymentsOf,
  standing,
  subscribe,
  subscriptionStory
} from "./testing/subscribing.ts"

const open = auditedShops()

const planWith = async (shop: Shop, fields: object): Promise<string> => {
  const terms = { amount: 900n, currency: "EUR", interval: { unit: "month", count: 1 } } as const
  return (await shop.shop().plans.create({ name: "Club", ...terms, ...fields }, newKey())).id
}

const trial = { days: 14, amount: 100n }

describe("a trial", () => {
  it("is a cycle of sequence 0, and its end is the anchor of later cycles", async () => {
    const shop = await open()
    const plan = await planWith(shop, { trial })
    const subscriber = await subscribe(shop, "approved", { plan })
    expect(await allCycles(shop, subscriber)).toEqual([
      "0 paid 2026-11-15",
      "1 scheduled 2026-11-29",
      "2 scheduled 2026-12-29",
      "3 scheduled 2027-01-29"
    ])
    const trialing = await standing(shop, subscriber)
    expect(trialing.status).toBe("trialing")
    const { trialEnd, billingCycleAnchor, currentPeriodEnd, paidUntil } = trialing
    for (const moment of [trialEnd, billingCycleAnchor, currentPeriodEnd, paidUntil]) {
      expect(dateOf(moment)).toBe("2026-11-29")
    }
  })

  it("is charged first with the setup fee, and the first cycle when it ends", async () => {
    const shop = await open()
    const plan = await planWith(shop, { trial, setupFee: 500n })
    const subscriber = await subscribe(shop, "approved", { plan })
    await elapseTo(shop, "2026-12-29")
    expect(await paymentsOf(shop, subscriber)).toEqual([
      "2026-11-15 initial 600 succeeded",
      "2026-11-29 rebill 900 succeeded",
      "2026-12-29 rebill 900 succeeded"
    ])
    expect((await cyclesOf(shop, subscriber))[0]).toMatchObject({ sequence: 0, amount: 100n })
  })

  it("that ends is a renewal, and the subscription is active", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop, "approved", { trialDays: 14 })
    await elapseTo(shop, "2026-11-29")
    const active = await standing(shop, subscriber)
    expect([active.status, dateOf(active.trialEnd), dateOf(active.currentPeriodEnd)]).toEqual([
      "active",
      "2026-11-29",
      "2026-12-29"
    ])
    expect(await subscriptionStory(shop)).toEqual([
      "2026-11-15 created",
      "2026-11-15 activated",
      "2026-11-22 upcoming_renewal",
      "2026-11-29 renewed"
    ])
  })

  it("that is free only checks the card, and is paid by this", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop, "approved", { trialDays: 14 })
    expect(await paymentsOf(shop, subscriber)).toEqual(["2026-11-15 verify 0 succeeded"])
    expect(shop.requests).toMatchObject([
      { type: "verify", initiator: "customer", agreement: { usage: "recurring" } }
    ])
    const [cycle] = await cyclesOf(shop, subscriber)
    expect(cycle).toMatchObject({ status: "paid", amount: 0n, attemptCount: 1 })
    expect(cycle?.payment).toMatch(/^payment_/)
  })

  it("of a given length keeps the price of its plan's trial, and is free without one", async () => {
    const shop = await open()
    const priced = await planWith(shop, { trial })
    const plain = await planWith(shop, {})
    for (const [terms, amount] of [
      [{ plan: priced, trialDays: 3 }, 100n],
      [{ plan: plain, trialDays: 3 }, 0n],
      [{ trialDays: 3 }, 0n]
    ] as const) {
      const subscriber = await subscribe(shop, "approved", terms)
      expect((await cyclesOf(shop, subscriber))[0]).toMatchObject({ sequence: 0, amount })
      expect(dateOf((await standing(shop, subscriber)).trialEnd)).toBe("2026-11-18")
    }
  })

  it("whose first charge is declined never begins, and expires after 23 hours", async () => {
    const shop = await open()
    const plan = await planWith(shop, { trial })
    const subscriber = await subscribe(shop, "insufficient_funds", { plan })
    await elapseTo(shop, "2026-11-17")
    expect(await standing(shop, subscriber)).toMatchObject({
      status: "expired",
      cancelReason: "first_payment_failed"
    })
    expect((await cyclesOf(shop, subscriber)).map(({ status }) => status)).toEqual([
      "failed",
      ...["canceled", "canceled", "canceled"]
    ])
  })

  it("whose first regular charge is declined is past due, and is retried", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop, "approved", { trialDays: 14 })
    declineAll(shop)
    await elapseTo(shop, "2026-11-29")
    expect(await begunCycles(shop, subscriber)).toEqual([
      "0 paid 2026-11-15",
      "1 retrying 2026-11-29"
    ])
    const behind = await standing(shop, subscriber)
    expect([behind.status, behind.paidUntil]).toEqual(["past_due", behind.trialEnd])
    shop.box.script.clear()
    await elapseTo(shop, "2026-11-30")
    expect((await subscriptionStory(shop)).slice(3)).toEqual([
      "2026-11-29 payment_failed",
      "2026-11-29 past_due",
      "2026-11-30 recovered",
      "2026-11-30 renewed"
    ])
    expect(dateOf((await standing(shop, subscriber)).currentPeriodEnd)).toBe("2026-12-29")
  })

  it("on the 31st has cycles on the 31st, or on the last day of shorter months", async () => {
    const shop = await open({ startsAt: "2027-01-17T12:00:00Z" })
    const subscriber = await subscribe(shop, "approved", { trialDays: 14 })
    await elapseTo(shop, "2027-05-01")
    expect(await begunCycles(shop, subscriber)).toEqual([
      "0 paid 2027-01-17",
      "1 paid 2027-01-31",
      "2 paid 2027-02-28",
      "3 paid 2027-03-31",
      "4 paid 2027-04-30"
    ])
  })
})
