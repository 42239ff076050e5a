import { describe, expect, it } from "vitest"
import { type CommitFault, commitFaults } from "../faults/mortalStorage.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import { day, hour, minute, type Shop } from "./testing/openShop.ts"
import {
  begunCycles,
  cyclesOf,
  declineAll,
  declineNoMore,
  elapseTo,
  enrol,
  moveTo,
  newKey,
  paymentsOf,
  type Subscriber,
  saveAnew,
  standing,
  subscribe
} from "./testing/subscribing.ts"

const open = auditedShops()

const points: ReadonlyArray<readonly [number, CommitFault]> = [1, 2].flatMap((commit) =>
  commitFaults.map((fault) => [commit, fault] as const)
)

/** Runs due jobs in a process with a fault at one of its commits. Another process continues. */
const fails = async (shop: Shop, [commit, fault]: readonly [number, CommitFault]) => {
  shop.process().mortal.meet((number) => (number === commit ? fault : undefined))
  const running = shop.process().payloom.runDue()
  if (fault.startsWith("dies")) await shop.untilDead(running)
  else await shop.until(running)
  await shop.restart()
}

const capturedOf = async (shop: Shop) =>
  (await shop.run(shop.box.bank.charges())).filter(({ state }) => state === "captured").length

describe("a process whose commits of a renewal fail", () => {
  it.each(points)("charges it once: commit %i, %s", async (...at) => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await elapseTo(shop, "2026-12-15T11:59:00Z")
    await shop.clock.advance(minute)
    await fails(shop, at)
    await elapseTo(shop, "2026-12-18")
    expect((await standing(shop, subscriber)).status).toBe("active")
    expect((await begunCycles(shop, subscriber))[1]).toBe("2 paid 2026-12-15")
    expect(await capturedOf(shop)).toBe(2)
    await elapseTo(shop, "2027-01-15")
    expect(await capturedOf(shop)).toBe(3)
  })

  it.each(points)("counts one decline: commit %i, %s", async (...at) => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await elapseTo(shop, "2026-12-15T11:59:00Z")
    declineAll(shop)
    await shop.clock.advance(minute)
    await fails(shop, at)
    await elapseTo(shop, "2026-12-15T23:00:00Z")
    expect((await standing(shop, subscriber)).status).toBe("past_due")
    expect((await cyclesOf(shop, subscriber))[1]).toMatchObject({
      status: "retrying",
      attemptCount: 1
    })
    await elapseTo(shop, "2027-01-15")
    expect((await standing(shop, subscriber)).status).toBe("terminated")
    expect((await cyclesOf(shop, subscriber))[1]?.attemptCount).toBe(5)
  })

  it.each(points)("ends the subscription once after dunning: commit %i, %s", async (...at) => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    declineAll(shop, "lost_card")
    await elapseTo(shop, "2026-12-31T11:59:00Z")
    await shop.clock.advance(minute)
    await fails(shop, at)
    await elapseTo(shop, "2027-01-02")
    expect((await standing(shop, subscriber)).status).toBe("terminated")
    const events = await shop.events()
    expect(events.filter(({ type }) => type === "subscription.terminated")).toHaveLength(1)
  })
})

describe("a process that dies during the first charge", () => {
  it.each(points)("charges once, and the subscription begins: commit %i, %s", async (...at) => {
    const shop = await open()
    const subscriber = await enrol(shop)
    await fails(shop, at)
    await shop.elapse(day)
    const { status } = await standing(shop, subscriber)
    expect([status, await capturedOf(shop)]).toEqual(["active", 1])
  })
})

describe("a subscription in a process that runs its own jobs", () => {
  it("is charged right after the answer", async () => {
    const shop = await open({ workers: true })
    const subscriber = await enrol(shop)
    await shop.clock.advance(0)
    expect((await standing(shop, subscriber)).status).toBe("active")
    expect(await paymentsOf(shop, subscriber)).toHaveLength(1)
  })

  it.each(
    [1, 2, 3].flatMap((commit) => commitFaults.slice(2).map((fault) => [commit, fault] as const))
  )(
    "exists once and is charged once if that process dies: commit %i, %s",
    async (commit, fault) => {
      const shop = await open({ workers: true, engine: { pollMs: hour } })
      const { id, customer } = await saveAnew(shop, "approved")
      const input = {
        ...{ customer, paymentInstrument: id, amount: 900n, currency: "EUR" },
        interval: { unit: "month", count: 1 }
      } as const
      shop.process().mortal.meet((number) => (number === commit ? fault : undefined))
      const options = { idempotencyKey: "once" }
      await shop.untilDead(shop.shop().subscriptions.create(input, options))
      await shop.restart()
      const again = await shop.until(shop.shop().subscriptions.create(input, options))
      expect(again.status).toBe("pending_first_payment")
      await shop.clock.advance(2 * hour)
      expect((await shop.shop().subscriptions.list({ customer })).data).toHaveLength(1)
      expect(await capturedOf(shop)).toBeLessThanOrEqual(1)
      await shop.clock.advance(day)
    }
  )
})

describe("several processes on one storage", () => {
  it("charge each renewal once", async () => {
    const shop = await open({ workers: true, engine: { pollMs: hour } })
    const subscribers: Array<Subscriber> = []
    for (let n = 0; n < 10; n++) subscribers.push(await enrol(shop))
    await shop.start()
    await shop.start()
    await shop.clock.advance(65 * day)
    for (const subscriber of subscribers) {
      expect(await paymentsOf(shop, subscriber)).toHaveLength(3)
    }
  })

  it("that change one subscription at once lose no change, and charge once", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    declineAll(shop)
    await elapseTo(shop, "2026-12-15T12:00:01Z")
    declineNoMore(shop)
    const other = await shop.start()
    const { id: card } = await saveAnew(shop, "approved_debit", subscriber.customer)
    const [one, two] = [shop.shop().subscriptions, other.merchant.subscriptions]
    await shop.until(
      Promise.all([
        one.update(subscriber.id, { paymentInstrument: card }, newKey()),
        two.update(subscriber.id, { metadata: { a: "1" } }, newKey()),
        one.update(subscriber.id, { metadata: { b: "2" } }, newKey()),
        two.cancel(subscriber.id, {}, newKey())
      ])
    )
    await shop.until(Promise.all([shop.process().payloom.runDue(), other.payloom.runDue()]))
    await shop.work()
    expect(await standing(shop, subscriber)).toMatchObject({
      status: "active",
      paymentInstrument: card,
      cancelAtPeriodEnd: true,
      metadata: { a: "1", b: "2" }
    })
    expect(await capturedOf(shop)).toBe(2)
  })

  it("either subscribe with a card or detach it", async () => {
    const shop = await open()
    const other = await shop.start()
    const terms = { amount: 900n, currency: "EUR", interval: { unit: "day", count: 1 } } as const
    for (let n = 0; n < 5; n++) {
      const { id, customer } = await saveAnew(shop, "approved")
      const results = await shop.until(
        Promise.allSettled([
          shop.shop().subscriptions.create({ customer, paymentInstrument: id, ...terms }, newKey()),
          other.merchant.paymentInstruments.detach(id)
        ])
      )
      expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"])
    }
    await shop.work()
  })

  it("either move a subscription to a card or detach the card", async () => {
    const shop = await open()
    const other = await shop.start()
    const subscriber = await subscribe(shop)
    for (let n = 0; n < 5; n++) {
      const { id } = await saveAnew(shop, "approved_debit", subscriber.customer)
      const results = await shop.until(
        Promise.allSettled([
          shop.shop().subscriptions.update(subscriber.id, { paymentInstrument: id }, newKey()),
          other.merchant.paymentInstruments.detach(id)
        ])
      )
      expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"])
      await moveTo(shop, subscriber, "approved")
    }
  })
})
