import type { BillingInterval } from "@payloom/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { day, openShop, type Shop } from "./testing/openShop.ts"
import { runsOf } from "./testing/runsOf.ts"
import {
  dateOf,
  declineAll,
  declineNoMore,
  elapseTo,
  enrol,
  fallBehind,
  newKey,
  noonOf,
  pause,
  type Subscriber,
  standing,
  subscribe
} from "./testing/subscribing.ts"

const open = auditedShops()

const upcoming = (shop: Shop, { id }: Pick<Subscriber, "id">, limit = 4) =>
  shop.shop().subscriptions.upcoming(id, { limit })

const linesOf = async (shop: Shop, subscriber: Subscriber, limit?: number) =>
  (await upcoming(shop, subscriber, limit)).charges.map(
    ({ at, amount, kind }) => `${dateOf(at)} ${kind} ${amount}`
  )

describe("the upcoming charges of a subscription", () => {
  it("begin with the first charge, and follow its interval", async () => {
    const shop = await open()
    const subscriber = await enrol(shop)
    expect(await linesOf(shop, subscriber, 3)).toEqual([
      "2026-11-15 first 900",
      "2026-12-15 renewal 900",
      "2027-01-15 renewal 900"
    ])
    await shop.work()
    expect(await linesOf(shop, subscriber, 1)).toEqual(["2026-12-15 renewal 900"])
  })

  it("end with a cancellation at the period's end", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await shop.shop().subscriptions.cancel(subscriber.id, {}, newKey())
    expect(await upcoming(shop, subscriber)).toMatchObject({
      charges: [],
      stops: { at: noonOf("2026-12-15"), status: "canceled" }
    })
  })

  it("begin with the next retry of an overdue cycle, and list the other retries", async () => {
    const shop = await open()
    const subscriber = await fallBehind(shop)
    expect(await linesOf(shop, subscriber, 2)).toEqual([
      "2026-12-16 retry 900",
      "2027-01-15 renewal 900"
    ])
    const { retries } = await upcoming(shop, subscriber)
    expect(retries).toMatchObject({ sequence: 2, needsCard: false, afterLast: "terminate" })
    expect(retries?.dates.map(dateOf)).toEqual([
      "2026-12-16",
      "2026-12-19",
      "2026-12-24",
      "2026-12-31"
    ])
  })

  it("move with their retries if a pause ends by itself", async () => {
    const shop = await open()
    const subscriber = await fallBehind(shop)
    await pause(shop, subscriber, { resumesAt: noonOf("2026-12-25") })
    const { charges, retries } = await upcoming(shop, subscriber)
    const moved = ["2026-12-26", "2026-12-29", "2027-01-03", "2027-01-10"]
    expect(retries?.dates.map(dateOf)).toEqual(moved)
    expect(charges[0]).toMatchObject({ at: noonOf("2026-12-26"), kind: "retry" })
  })

  it("are none if the card can't be charged any more, and the subscription ends", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    declineAll(shop, "lost_card")
    await elapseTo(shop, "2026-12-15")
    expect(await upcoming(shop, subscriber)).toMatchObject({
      charges: [],
      retries: { needsCard: true },
      stops: { at: noonOf("2026-12-31"), status: "terminated" }
    })
  })

  it("are none while it is paused until somebody resumes it", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await pause(shop, subscriber)
    expect(await upcoming(shop, subscriber)).toMatchObject({
      charges: [],
      stops: { status: "paused" }
    })
  })

  it("are none after its end", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    const now = { cancelAtPeriodEnd: false }
    await shop.shop().subscriptions.cancel(subscriber.id, now, newKey())
    const stops = { at: shop.clock.now(), status: "canceled" }
    expect(await upcoming(shop, subscriber)).toMatchObject({ charges: [], stops, retries: null })
  })

  it("change nothing, and are at most 100", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    const before = await standing(shop, subscriber)
    expect((await upcoming(shop, subscriber, 100)).charges).toHaveLength(100)
    expect(await standing(shop, subscriber)).toEqual(before)
    for (const limit of [0, 101]) {
      await expect(upcoming(shop, subscriber, limit)).rejects.toMatchObject({ param: "limit" })
    }
    await expect(upcoming(shop, { id: "sub_01KA0000000000000000000000" })).rejects.toMatchObject({
      _tag: "ResourceNotFound"
    })
  })

  const intervals = fc.record({
    unit: fc.constantFrom<BillingInterval["unit"]>("day", "week", "month"),
    count: fc.integer({ min: 1, max: 3 })
  })
  const terms = fc.record(
    {
      interval: intervals,
      amount: fc.constantFrom(0n, 900n),
      trial: fc.record({
        days: fc.integer({ min: 1, max: 20 }),
        amount: fc.constantFrom(0n, 100n)
      }),
      endAfterCycles: fc.integer({ min: 1, max: 6 })
    },
    { requiredKeys: ["interval", "amount"] }
  )
  const course = fc.record({
    declinedDays: fc.integer({ min: 0, max: 20 }),
    paidDays: fc.integer({ min: 0, max: 40 }),
    paused: fc.option(
      fc.record({
        behavior: fc.constantFrom("shift" as const, "skip" as const),
        days: fc.integer({ min: 1, max: 50 }),
        passed: fc.integer({ min: 0, max: 10 })
      })
    ),
    isCanceled: fc.boolean()
  })

  it("equal the later charges, whatever happened before", async () => {
    await fc.assert(
      fc.asyncProperty(terms, course, async (fields, { declinedDays, paidDays, ...rest }) => {
        const shop = await openShop({})
        const { plans, subscriptions, payments } = shop.shop()
        const base = { name: "Club", currency: "EUR" }
        const plan = (await plans.create({ ...base, ...fields }, newKey())).id
        const subscriber = await subscribe(shop, "approved", { plan })
        await shop.elapse(paidDays * day)
        declineAll(shop)
        await shop.elapse(declinedDays * day)
        const { paused, isCanceled } = rest
        const resumesAt = shop.clock.now() + (paused?.days ?? 0) * day
        if (paused !== null) {
          const { behavior } = paused
          await pause(shop, subscriber, { behavior, resumesAt }).catch(() => null)
          await shop.elapse(Math.min(paused.passed, paused.days - 1) * day)
        }
        if (isCanceled) await subscriptions.cancel(subscriber.id, {}, newKey()).catch(() => null)
        declineNoMore(shop)
        const { charges, stops } = await subscriptions.upcoming(subscriber.id, { limit: 4 })
        const known = new Set<string>()
        for await (const { id } of payments.iterate()) known.add(id)
        const last = stops?.at ?? charges.at(-1)?.at ?? 0
        await shop.elapse(Math.max(0, last - shop.clock.now()))
        const made: Array<readonly [number, bigint]> = []
        for await (const { id, created, amount } of payments.iterate()) {
          if (!known.has(id)) made.unshift([created, amount])
        }
        // Several overdue cycles may be charged at once, and more of them than were asked for.
        expect(made.slice(0, 4)).toEqual(charges.map(({ at, amount }) => [at, amount]))
        if (stops !== null) expect((await standing(shop, subscriber)).status).toBe(stops.status)
      }),
      { numRuns: runsOf(150), seed: 20_261_126 }
    )
  })
})
