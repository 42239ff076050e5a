import { type BillingInterval, grantsAccess } from "@payloom/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { day, openShop, type Shop } from "./testing/openShop.ts"
import { runsOf } from "./testing/runsOf.ts"
import {
  declineAll,
  elapseTo,
  newKey,
  noonOf,
  pause,
  paymentsOf,
  type Subscriber,
  standing,
  subscribe
} from "./testing/subscribing.ts"

const open = auditedShops()

const monthly = { amount: 900n, currency: "EUR", interval: { unit: "month", count: 1 } } as const

const planOf = async (shop: Shop, fields: object): Promise<string> =>
  (await shop.shop().plans.create({ name: "Club", ...monthly, ...fields }, newKey())).id

describe("a preview", () => {
  it("shows the first charge, the trial's end, and 12 cycles by default", async () => {
    const shop = await open()
    const plan = await planOf(shop, { trial: { days: 14, amount: 100n }, setupFee: 500n })
    const { subscriptions } = shop.shop()
    const preview = await subscriptions.preview({ plan })
    expect(preview).toMatchObject({
      currency: "EUR",
      dueNow: 600n,
      trialEnd: Date.parse("2026-11-29T12:00:00Z")
    })
    expect(preview.cycles.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 12 }, (_, at) => at)
    )
    expect(preview.cycles.slice(0, 2)).toMatchObject([{ amount: 600n }, { amount: 900n }])
    expect((await subscriptions.preview(monthly, { cycles: 3 })).cycles).toHaveLength(3)
    expect((await subscriptions.preview({ plan }, { cycles: 1 })).cycles).toHaveLength(1)
  })

  it("has no more cycles than the subscription", async () => {
    const shop = await open()
    const plan = await planOf(shop, { endAfterCycles: 2, trial: { days: 1 } })
    const { cycles } = await shop.shop().subscriptions.preview({ plan })
    expect(cycles.map(({ sequence }) => sequence)).toEqual([0, 1, 2])
  })

  it("creates nothing, and calls no provider", async () => {
    const shop = await open()
    await shop.shop().subscriptions.preview(monthly)
    expect((await shop.shop().subscriptions.list()).data).toEqual([])
    expect(await shop.events()).toEqual([])
    expect(shop.requests).toEqual([])
  })

  it("is refused if the subscription would be refused", async () => {
    const shop = await open()
    const { subscriptions, plans } = shop.shop()
    const plan = await planOf(shop, {})
    await plans.update(plan, { status: "retired" }, newKey())
    for (const [terms, refusal] of [
      [{ plan }, { _tag: "PlanRetired" }],
      [{ plan: "plan_01KA0000000000000000000000" }, { _tag: "ResourceNotFound" }],
      [{}, { code: "parameter_missing", param: "plan" }],
      [{ ...monthly, currency: "CHF" }, { code: "currency_unsupported" }]
    ] as const) {
      await expect(subscriptions.preview(terms)).rejects.toMatchObject(refusal)
    }
    for (const cycles of [0, 101, 1.5]) {
      await expect(subscriptions.preview(monthly, { cycles })).rejects.toMatchObject({
        code: "parameter_invalid",
        param: "cycles"
      })
    }
  })

  const intervals = fc.record({
    unit: fc.constantFrom<BillingInterval["unit"]>("day", "week", "month", "year"),
    count: fc.integer({ min: 1, max: 4 })
  })
  const trials = fc.record({
    days: fc.integer({ min: 1, max: 40 }),
    amount: fc.constantFrom(0n, 100n)
  })
  const terms = fc.record(
    {
      interval: intervals,
      amount: fc.constantFrom(0n, 900n),
      trial: trials,
      setupFee: fc.constantFrom(0n, 500n),
      endAfterCycles: fc.integer({ min: 1, max: 6 })
    },
    { requiredKeys: ["interval", "amount"] }
  )
  const start = fc
    .date({ min: new Date("2026-11-15"), max: new Date("2029-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString())

  it("equals the later charges, with their times and amounts", async () => {
    await fc.assert(
      fc.asyncProperty(start, terms, async (startsAt, fields) => {
        const shop = await openShop({ startsAt })
        const plan = await planOf(shop, fields)
        const { dueNow, cycles } = await shop.shop().subscriptions.preview({ plan }, { cycles: 5 })
        const subscriber = await subscribe(shop, "approved", { plan })
        const until = cycles.at(-1)?.dueAt ?? 0
        await shop.elapse(until - shop.clock.now())
        const expected = cycles.filter(
          ({ amount, dueAt }) => amount > 0n || dueAt === Date.parse(startsAt)
        )
        const payments: Array<readonly [number, bigint]> = []
        for await (const payment of shop.shop().payments.iterate()) {
          payments.unshift([payment.created, payment.amount])
        }
        expect(payments).toEqual(expected.map(({ dueAt, amount }) => [dueAt, amount]))
        expect(payments[0]?.[1]).toBe(dueNow)
        const made = (await shop.shop().subscriptions.listCycles(subscriber.id)).data
        expect(made.slice(0, cycles.length).map(datesOf)).toEqual(cycles.map(datesOf))
        expect(await shop.audit()).toEqual([])
      }),
      { numRuns: runsOf(40), seed: 20_261_122 }
    )
  })
})

const datesOf = (cycle: {
  readonly sequence: number
  readonly dueAt: number
  readonly periodStart: number
  readonly periodEnd: number
}) => [cycle.sequence, cycle.dueAt, cycle.periodStart, cycle.periodEnd]

describe("a subscription's access", () => {
  const grants = async (shop: Shop, subscriber: Subscriber, now = shop.clock.now()) =>
    grantsAccess(await standing(shop, subscriber), now)

  it("is not granted before the first payment, nor if that never comes", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop, "insufficient_funds")
    expect(await grants(shop, subscriber)).toBe(false)
    await shop.elapse(day)
    expect((await standing(shop, subscriber)).status).toBe("expired")
    expect(await grants(shop, subscriber)).toBe(false)
  })

  it("is granted while trialing, active or past due, and not when terminated", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop, "approved", { trialDays: 14 })
    expect(await grants(shop, subscriber)).toBe(true)
    await elapseTo(shop, "2026-11-29")
    expect(await grants(shop, subscriber)).toBe(true)
    declineAll(shop)
    await elapseTo(shop, "2027-01-10")
    expect((await standing(shop, subscriber)).status).toBe("past_due")
    expect(await grants(shop, subscriber)).toBe(true)
    await elapseTo(shop, "2027-01-20")
    expect((await standing(shop, subscriber)).status).toBe("terminated")
    expect(await grants(shop, subscriber)).toBe(false)
  })

  it("is granted until the end of the paid time if it is paused or canceled", async () => {
    const shop = await open()
    const [paused, canceled] = [await subscribe(shop), await subscribe(shop)]
    const { subscriptions } = shop.shop()
    await pause(shop, paused)
    await subscriptions.cancel(canceled.id, { cancelAtPeriodEnd: false }, newKey())
    for (const subscriber of [paused, canceled]) {
      expect(await grants(shop, subscriber, noonOf("2026-12-15") - 1)).toBe(true)
      expect(await grants(shop, subscriber, noonOf("2026-12-15"))).toBe(false)
      expect(await paymentsOf(shop, subscriber)).toHaveLength(1)
    }
  })

  it("follows the paid time for statuses that are not known yet", () => {
    const paidUntil = noonOf("2026-12-15")
    expect(grantsAccess({ status: "suspended", paidUntil }, paidUntil - 1)).toBe(true)
    expect(grantsAccess({ status: "suspended", paidUntil: null }, 0)).toBe(false)
  })
})
