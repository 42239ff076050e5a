import { describe, expect, it } from "vitest"
import { chargeThat, lookupThat } from "../sandbox/conduct.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import { day, type Shop } from "./testing/openShop.ts"
import {
  begunCycles,
  cyclesOf,
  dateOf,
  declineAll,
  declineNoMore,
  elapseTo,
  enrol,
  fallBehind,
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

const cancel = (shop: Shop, { id }: Subscriber) =>
  shop.shop().subscriptions.cancel(id, {}, newKey())

const cancelNow = (shop: Shop, { id }: Subscriber, reason?: string) =>
  shop
    .shop()
    .subscriptions.cancel(
      id,
      { cancelAtPeriodEnd: false, ...(reason === undefined ? {} : { reason }) },
      newKey()
    )

/** Returns the final status of a subscription and the time of its end. */
const endOf = async (shop: Shop, subscriber: Subscriber) => {
  const { status, canceledAt } = await standing(shop, subscriber)
  return `${status} ${dateOf(canceledAt)}`
}

describe("a cancellation with the period", () => {
  it("keeps the status until the end of the period, and records the end then", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await elapseTo(shop, "2026-12-01")
    expect(await cancel(shop, subscriber)).toMatchObject({
      status: "active",
      cancelAtPeriodEnd: true,
      canceledAt: null
    })
    await elapseTo(shop, "2026-12-15T11:59:59.999Z")
    expect((await standing(shop, subscriber)).status).toBe("active")
    await shop.elapse(1)
    expect(await endOf(shop, subscriber)).toBe("canceled 2026-12-15")
    await shop.elapse(60 * day)
    expect(await paymentsOf(shop, subscriber)).toHaveLength(1)
    expect(await subscriptionStory(shop)).toEqual([
      "2026-11-15 created",
      "2026-11-15 activated",
      "2026-12-15 canceled"
    ])
    expect((await cyclesOf(shop, subscriber)).map(({ status }) => status)).toEqual([
      "paid",
      ...["canceled", "canceled", "canceled"]
    ])
  })

  it("of a trial ends it without a charge when the trial ends", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop, "approved", { trialDays: 14 })
    await cancel(shop, subscriber)
    await elapseTo(shop, "2026-11-28")
    expect((await standing(shop, subscriber)).status).toBe("trialing")
    await shop.elapse(30 * day)
    expect(await endOf(shop, subscriber)).toBe("canceled 2026-11-29")
    expect(await paymentsOf(shop, subscriber)).toHaveLength(1)
  })

  it("of an unpaid new subscription ends it at once", async () => {
    const shop = await open()
    const declined = await subscribe(shop, "insufficient_funds")
    const untried = await enrol(shop)
    for (const subscriber of [declined, untried]) {
      expect((await cancel(shop, subscriber)).status).toBe("canceled")
    }
    await shop.elapse(2 * day)
    expect(await endOf(shop, untried)).toBe("canceled 2026-11-15")
    expect(await paymentsOf(shop, untried)).toEqual([])
  })

  it("of a past due subscription continues dunning until the end of the period", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop, "approved", { interval: { unit: "week", count: 1 } })
    declineAll(shop)
    await elapseTo(shop, "2026-11-22")
    await cancel(shop, subscriber)
    await elapseTo(shop, "2026-12-20")
    expect(await paymentsOf(shop, subscriber)).toEqual([
      "2026-11-15 initial 900 succeeded",
      "2026-11-22 rebill 900 declined",
      "2026-11-23 rebill 900 declined",
      "2026-11-26 rebill 900 declined"
    ])
    expect(await endOf(shop, subscriber)).toBe("canceled 2026-11-29")
    expect((await cyclesOf(shop, subscriber))[1]?.status).toBe("canceled")
  })

  it("of a past due subscription that recovers ends it with the paid period", async () => {
    const shop = await open()
    const subscriber = await fallBehind(shop)
    await cancel(shop, subscriber)
    declineNoMore(shop)
    await elapseTo(shop, "2026-12-16")
    expect(await standing(shop, subscriber)).toMatchObject({
      status: "active",
      cancelAtPeriodEnd: true
    })
    await elapseTo(shop, "2027-02-01")
    expect(await endOf(shop, subscriber)).toBe("canceled 2027-01-15")
    expect(await begunCycles(shop, subscriber)).toEqual([
      "1 paid 2026-11-15",
      "2 paid 2026-12-15",
      ...["3 canceled 2027-01-15", "4 canceled 2027-02-15", "5 canceled 2027-03-15"]
    ])
  })

  it.each([true, false])(
    "of a past due subscription begins no period while a charge is in flight that is paid: %s",
    async (isPaid) => {
      const shop = await open()
      const interval = { unit: "week", count: 1 } as const
      const subscriber = await subscribe(shop, "approved", { interval })
      declineAll(shop)
      await elapseTo(shop, "2026-11-24")
      await cancel(shop, subscriber)
      await elapseTo(shop, "2026-11-29T11:59:30Z")
      declineNoMore(shop)
      shop.box.script.charge(isPaid ? chargeThat.hangsAfterCharging() : chargeThat.hangs())
      shop.box.script.lookup(lookupThat.isUnavailable(), { times: 4 })
      await moveTo(shop, subscriber, "approved")
      await elapseTo(shop, "2026-11-29T12:01:00Z")
      expect((await standing(shop, subscriber)).status).toBe("past_due")
      await shop.elapse(30 * day)
      expect((await standing(shop, subscriber)).status).toBe("canceled")
      const rebills = (await paymentsOf(shop, subscriber)).slice(1)
      expect(rebills.filter((line) => line.includes("succeeded"))).toHaveLength(isPaid ? 1 : 0)
      expect((await begunCycles(shop, subscriber))[2]).toBe("3 canceled 2026-11-29")
    }
  )

  it("of a past due subscription terminates it if dunning is exhausted before the end of the period", async () => {
    const shop = await open()
    const subscriber = await fallBehind(shop)
    await cancel(shop, subscriber)
    await elapseTo(shop, "2027-02-01")
    expect(await endOf(shop, subscriber)).toBe("terminated 2026-12-31")
  })

  it.each(["shift", "skip"] as const)(
    "of a subscription paused with %s ends it with the period of the pause",
    async (behavior) => {
      for (const isPausedFirst of [true, false]) {
        const shop = await open()
        const subscriber = await subscribe(shop)
        await elapseTo(shop, "2026-12-01")
        if (isPausedFirst) await pause(shop, subscriber, { behavior })
        await cancel(shop, subscriber)
        if (!isPausedFirst) await pause(shop, subscriber, { behavior })
        expect((await standing(shop, subscriber)).status).toBe("paused")
        await elapseTo(shop, "2027-02-01")
        expect(await endOf(shop, subscriber)).toBe("canceled 2026-12-15")
        expect(await paymentsOf(shop, subscriber)).toHaveLength(1)
      }
    }
  )

  it.each(["shift", "skip"] as const)(
    "of a subscription paused with %s for longer than that period ends it at once",
    async (behavior) => {
      const shop = await open()
      const subscriber = await subscribe(shop)
      await pause(shop, subscriber, { behavior })
      await elapseTo(shop, "2027-01-20")
      expect((await cancel(shop, subscriber)).status).toBe("canceled")
      expect(await endOf(shop, subscriber)).toBe("canceled 2027-01-20")
    }
  )

  it("of a paused subscription that is resumed ends it with the moved period", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await cancel(shop, subscriber)
    await pause(shop, subscriber)
    await elapseTo(shop, "2026-11-25")
    await resume(shop, subscriber)
    await elapseTo(shop, "2027-02-01")
    expect(await endOf(shop, subscriber)).toBe("canceled 2026-12-25")
    expect(await paymentsOf(shop, subscriber)).toHaveLength(1)
  })

  it("keeps the reason of the first or the last call that gave one", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    const { subscriptions } = shop.shop()
    await subscriptions.cancel(subscriber.id, { reason: "too dear" }, newKey())
    expect((await cancel(shop, subscriber)).cancelReason).toBe("too dear")
    const ended = await cancelNow(shop, subscriber, "moved away")
    expect(ended).toMatchObject({ status: "canceled", cancelReason: "moved away" })
  })
})

describe("a cancellation at once", () => {
  const statuses: ReadonlyArray<readonly [string, (shop: Shop) => Promise<Subscriber>]> = [
    ["pending_first_payment", (shop) => subscribe(shop, "insufficient_funds")],
    ["trialing", (shop) => subscribe(shop, "approved", { trialDays: 14 })],
    ["active", (shop) => subscribe(shop)],
    [
      "past_due",
      async (shop) => {
        const subscriber = await fallBehind(shop, "2026-12-16")
        declineNoMore(shop)
        return subscriber
      }
    ],
    [
      "paused",
      async (shop) => {
        const subscriber = await subscribe(shop)
        await pause(shop, subscriber)
        return subscriber
      }
    ]
  ]

  it.each(statuses)(
    "ends a %s subscription, and nothing is charged afterwards",
    async (status, make) => {
      const shop = await open()
      const subscriber = await make(shop)
      const before = await standing(shop, subscriber)
      expect(before.status).toBe(status)
      const charged = await paymentsOf(shop, subscriber)
      const canceled = await cancelNow(shop, subscriber)
      expect(canceled).toEqual({
        ...before,
        status: "canceled",
        canceledAt: shop.clock.now(),
        resumesAt: null
      })
      await shop.elapse(100 * day)
      expect(await standing(shop, subscriber)).toEqual(canceled)
      expect(await paymentsOf(shop, subscriber)).toEqual(charged)
      expect(
        (await subscriptionStory(shop)).filter((line) => line.endsWith("canceled"))
      ).toHaveLength(1)
      const over = new Set((await cyclesOf(shop, subscriber)).map((cycle) => cycle.status))
      expect([...over].filter((one) => one !== "paid" && one !== "canceled")).toEqual([])
    }
  )

  it("refunds no past charge", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await cancelNow(shop, subscriber)
    await shop.elapse(day)
    expect(await paymentsOf(shop, subscriber)).toEqual(["2026-11-15 initial 900 succeeded"])
    expect(shop.sent).toEqual([])
  })
})
