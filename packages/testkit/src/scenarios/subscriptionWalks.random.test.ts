import type { Merchant } from "@payloom/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { chargeThat } from "../sandbox/conduct.ts"
import { onSqlite } from "./testing/onSqlite.ts"
import { day, hour, openShop, type Shop } from "./testing/openShop.ts"
import { runsOf } from "./testing/runsOf.ts"
import {
  cyclesOf,
  declineAll,
  declineNoMore,
  moveTo,
  newKey,
  type Subscriber,
  standing,
  subscribe
} from "./testing/subscribing.ts"

/** A step that affects a subscription. */
type Happening = (shop: Shop, subscriber: Subscriber) => Promise<unknown>

type Subscriptions = Merchant["subscriptions"]

/** A merchant's action may be refused, which is a valid result. */
const merchant =
  (does: (subscriptions: Subscriptions, id: string, shop: Shop) => Promise<unknown>): Happening =>
  async (shop, { id }) => {
    await does(shop.shop().subscriptions, id, shop).catch((error: { readonly _tag?: string }) => {
      expect([
        "SubscriptionEnded",
        "SubscriptionNotPaused",
        "SubscriptionNotPausable",
        "PauseBehaviorUnsupported"
      ]).toContain(error._tag)
    })
    await shop.work()
  }

const forever = { times: Number.POSITIVE_INFINITY }

const happenings: Readonly<Record<string, (days: number) => Happening>> = {
  time: (days) => (shop) => shop.elapse(days * day),
  idle: (days) => async (shop) => {
    await shop.clock.advance(days * day)
    await shop.work()
  },
  declines: () => async (shop) => declineAll(shop),
  declinesHard: () => async (shop) => declineAll(shop, "lost_card"),
  approves: () => async (shop) => declineNoMore(shop),
  takesDays: (days) => async (shop) =>
    shop.box.script.charge(chargeThat.settles(days * 12 * hour), forever),
  takesDaysToDecline: (days) => async (shop) =>
    shop.box.script.charge(chargeThat.settles(days * 12 * hour, "nsf"), forever),
  loses: () => async (shop) => shop.box.script.charge(chargeThat.throws(), forever),
  pauses: () => merchant((subscriptions, id) => subscriptions.pause(id, {}, newKey())),
  pausesUntil: (days) =>
    merchant((subscriptions, id, { clock }) =>
      subscriptions.pause(id, { resumesAt: clock.now() + days * day }, newKey())
    ),
  skipsUntil: (days) =>
    merchant((subscriptions, id, { clock }) => {
      const resumesAt = clock.now() + days * day
      return subscriptions.pause(id, { behavior: "skip", resumesAt }, newKey())
    }),
  skips: () =>
    merchant((subscriptions, id) => subscriptions.pause(id, { behavior: "skip" }, newKey())),
  resumes: () => merchant((subscriptions, id) => subscriptions.resume(id, newKey())),
  cancels: () => merchant((subscriptions, id) => subscriptions.cancel(id, {}, newKey())),
  cancelsAtOnce: () =>
    merchant((subscriptions, id) =>
      subscriptions.cancel(id, { cancelAtPeriodEnd: false }, newKey())
    ),
  notes: () =>
    merchant((subscriptions, id) => subscriptions.update(id, { metadata: { a: "1" } }, newKey())),
  movesCard: () => async (shop, subscriber) => {
    const { status } = await standing(shop, subscriber)
    const isOver = ["canceled", "expired", "terminated"].includes(status)
    if (!isOver) await moveTo(shop, subscriber, "approved_debit")
    await shop.work()
  },
  dies: () => async (shop) => {
    await shop.restart()
    await shop.work()
  }
}

const anyHappening = fc.record({
  what: fc.oneof(
    { weight: 3, arbitrary: fc.constant("time") },
    { weight: 5, arbitrary: fc.constantFrom(...Object.keys(happenings)) }
  ),
  days: fc.integer({ min: 1, max: 25 })
})

const anyTerms = fc.record(
  {
    interval: fc.record({
      unit: fc.constantFrom("day" as const, "week" as const, "month" as const),
      count: fc.integer({ min: 1, max: 3 })
    }),
    amount: fc.constantFrom(0n, 900n),
    trialDays: fc.constantFrom(3, 10)
  },
  { requiredKeys: ["interval"] }
)

describe("a subscription, after any steps,", () => {
  it("agrees with its cycles, its payments and its jobs", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyTerms,
        fc.boolean(),
        fc.array(anyHappening, { minLength: 4, maxLength: 14 }),
        async (terms, pausesWhenExhausted, steps) => {
          const shop = await openShop()
          if (pausesWhenExhausted) {
            const { tenants } = shop.process().payloom
            await tenants.updateAccount(shop.shop().scope, { dunningExhausted: "pause" })
          }
          const subscriber = await subscribe(shop, "approved", terms)
          for (const { what, days } of steps) {
            await happenings[what]?.(days)(shop, subscriber)
            expect([what, await shop.audit()]).toEqual([what, []])
          }
          declineNoMore(shop)
          await shop.elapse(100 * day)
          expect(await shop.audit()).toEqual([])
          await expectNothingOwed(shop, subscriber)
          expect(shop.logged.filter(({ message }) => message.startsWith("A job failed"))).toEqual(
            []
          )
        }
      ),
      { numRuns: runsOf(40), seed: 20_261_122 }
    )
  })
})

/** Without further actions and with good cards, every cycle is paid unless a pause holds it. */
const expectNothingOwed = async (shop: Shop, subscriber: Subscriber) => {
  const { status } = await standing(shop, subscriber)
  if (status === "paused") return
  const cycles = await cyclesOf(shop, subscriber)
  const owed = cycles.filter((cycle) => ["due", "charging", "retrying"].includes(cycle.status))
  const overdue = cycles.filter(
    (cycle) => cycle.status === "scheduled" && cycle.dueAt <= shop.clock.now()
  )
  expect([status, owed, overdue]).toEqual([status, [], []])
}

describe("a subscription on SQLite", () => {
  it("starts a trial, renews, is declined, paused, resumed and ended as in memory", () =>
    onSqlite(async (storage) => {
      const shop = await openShop({ storage })
      const subscriber = await subscribe(shop, "approved", { trialDays: 10 })
      await shop.elapse(45 * day)
      declineAll(shop)
      await shop.elapse(30 * day)
      expect((await standing(shop, subscriber)).status).toBe("past_due")
      declineNoMore(shop)
      await moveTo(shop, subscriber, "approved_debit")
      await shop.work()
      const { subscriptions } = shop.shop()
      await subscriptions.pause(subscriber.id, {}, newKey())
      await shop.elapse(20 * day)
      await subscriptions.resume(subscriber.id, newKey())
      expect(await shop.audit()).toEqual([])
      await subscriptions.cancel(subscriber.id, {}, newKey())
      await shop.elapse(40 * day)
      expect((await standing(shop, subscriber)).status).toBe("canceled")
      expect((await cyclesOf(shop, subscriber)).map(({ status }) => status)).toEqual([
        ...["paid", "paid", "paid", "paid"],
        ...["canceled", "canceled", "canceled"]
      ])
      expect(await shop.audit()).toEqual([])
    }))
})
