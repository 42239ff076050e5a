import { forgetPayment, Storage } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { notifyingShop } from "./testing/notifyingShop.ts"
import { day, hour, minute, type Shop, second } from "./testing/openShop.ts"
import { report, reportFindings } from "./testing/reportsOf.ts"
import { declineAll, declineNoMore, subscribe } from "./testing/subscribing.ts"

const open = auditedShops()

const today = async (shop: Shop, days = 1) => {
  const to = shop.clock.now() + 1
  return shop.shop().reporting.figures({ from: to - days * day, to, by: "day" })
}

describe("the figures", () => {
  it("count volume by currency, attempts by account and method, and declines by reason", async () => {
    const shop = await open()
    await shop.pay("approved", { amount: 1000n })
    await shop.pay("approved_mastercard", { amount: 2000n, currency: "USD" })
    await shop.pay("insufficient_funds", { amount: 3000n })
    await shop.pay("processing_error", { amount: 5000n })
    await report(shop)
    const { total, periods } = await today(shop)
    expect(total.volume).toMatchObject([
      { currency: "EUR", captured: 1000n, payments: 1, refunded: 0n },
      { currency: "USD", captured: 2000n, payments: 1, refunded: 0n }
    ])
    expect(total.accounts.find(({ mid }) => mid === shop.mids[0])).toMatchObject({
      approved: 2,
      declined: 1,
      blameless: 1,
      approvalRate: 2 / 3
    })
    expect(total.declines).toContainEqual({ code: "insufficient_funds", attempts: 1 })
    expect(total.methods).toContainEqual({
      method: "card",
      brand: "mastercard",
      approved: 1,
      declined: 0,
      blameless: 0,
      open: 0,
      approvalRate: 1,
      captured: [{ currency: "USD", amount: 2000n }]
    })
    expect(periods.at(-1)?.volume).toEqual(total.volume)
  })

  it("count a refund in the hour in which it succeeded, and a capture in the payment's", async () => {
    const shop = await open()
    const { id } = await shop.pay("approved", { amount: 1000n })
    await shop.elapse(2 * hour)
    await shop.shop().payments.refund(id, { amount: 400n }, { idempotencyKey: "refund" })
    await shop.work()
    await report(shop)
    const to = shop.clock.now()
    const { periods } = await shop.shop().reporting.figures({ from: to - 2 * hour, to, by: "hour" })
    const volumes = periods.map(({ volume: [one] }) => [one?.captured ?? 0n, one?.refunded ?? 0n])
    expect(volumes.at(0)).toEqual([1000n, 0n])
    expect(volumes.at(-1)).toEqual([0n, 400n])
  })

  it("count a payment that another account took after a decline as recovered", async () => {
    const shop = await open()
    await shop.pay("cascade", { amount: 1000n })
    await shop.pay("approved", { amount: 500n })
    await report(shop)
    const { total } = await today(shop)
    expect(total.volume).toMatchObject([
      { captured: 1500n, recoveredByCascade: 1000n, recoveredByDunning: 0n }
    ])
  })

  it("count a renewal that a retry took as recovered by dunning", async () => {
    const shop = await open()
    await subscribe(shop)
    declineAll(shop)
    await shop.elapse(31 * day)
    declineNoMore(shop)
    await shop.elapse(15 * day)
    await report(shop)
    const { total } = await today(shop, 60)
    expect(total.volume).toMatchObject([
      { payments: 2, captured: 1800n, recoveredByDunning: 900n, recoveredByCascade: 0n }
    ])
    expect(await reportFindings(shop)).toEqual([])
  })

  it("are refused for too long a range, and for a range that ends before it begins", async () => {
    const shop = await open()
    const { figures } = shop.shop().reporting
    for (const query of [
      { from: 0, to: 3 * day + hour, by: "hour" },
      { from: 0, to: 401 * day, by: "day" },
      { from: day, to: 0, by: "day" }
    ] as const) {
      await expect(figures(query)).rejects.toMatchObject({ _tag: "InvalidInput" })
    }
  })
})

describe("a payment in flight", () => {
  it("is listed by its filters, although no event has reported it", async () => {
    const shop = await open()
    await report(shop)
    const before = await shop.pay("approved", { amount: 700n })
    const waiting = await shop
      .shop()
      .payments.create(
        { amount: 900n, currency: "EUR", type: "one_off", metadata: { order: "7" } },
        { idempotencyKey: "waiting" }
      )
    await shop.pay("approved", { amount: 800n })
    await shop.elapse(second)
    const { reporting } = shop.shop()
    const ids = async (query: Parameters<typeof reporting.payments>[0]) =>
      (await reporting.payments(query)).data.map(({ id }) => id)
    const { status } = await shop.shop().payments.retrieve(waiting.id)
    expect(await ids({ status })).toEqual([waiting.id])
    expect(await ids({ metadata: { key: "order", value: "7" } })).toEqual([waiting.id])
    expect((await ids({}))[1]).toBe(waiting.id)
    expect(await ids({ amount: 700n })).toEqual([before.id])
  })
})

describe("the numbers that need attention", () => {
  it("count disputes due, unknown results and parked events, and are 0 otherwise", async () => {
    const { shop, dispute } = await notifyingShop(open)
    await report(shop)
    const { attention } = shop.shop().reporting
    expect(await attention()).toEqual({
      object: "attention",
      alerts: 0,
      disputesDue: 0,
      deliveriesFailing: 0,
      jobsLate: 0,
      unknownAttempts: 0,
      parkedEvents: 0
    })
    const payment = await shop.pay("approved")
    const evidenceDueBy = shop.clock.now() + 3 * day
    await dispute(shop.lastAttempt(payment), { stage: "chargeback_received", evidenceDueBy })
    expect(await attention()).toMatchObject({ disputesDue: 1 })
    await dispute(shop.lastAttempt(payment), { stage: "representment_submitted" })
    expect(await attention()).toMatchObject({ disputesDue: 0 })
    await shop.process().payloom.events.consume("broken", () => {
      throw new Error("The handler fails.")
    })
    await shop.pay("approved")
    await shop.elapse(second)
    expect(await attention()).toMatchObject({ parkedEvents: 1 })
  })
})

describe("the jobs that are late", () => {
  it("don't count deliveries that wait until their endpoint is enabled", async () => {
    const shop = await open()
    await report(shop)
    const { reporting, webhooks } = shop.shop()
    const url = "https://shop.example/hooks"
    const { id } = await webhooks.create({ url, types: ["payment.succeeded"] })
    await shop.pay("approved")
    await shop.clock.advance(10 * minute)
    const { jobsLate } = await reporting.attention()
    await webhooks.update(id, { status: "disabled" })
    expect((await reporting.attention()).jobsLate).toBe(jobsLate - 1)
    await webhooks.update(id, { status: "enabled" })
    expect((await reporting.attention()).jobsLate).toBe(jobsLate)
  })
})

describe("the lag of the reports", () => {
  it("is the age of the oldest event that is not reported yet", async () => {
    const shop = await open()
    const { lag } = shop.shop().reporting
    expect(await lag()).toEqual({ object: "reporting_lag", isRunning: false, behindMs: null })
    await report(shop)
    const { stop } = await shop.process().payloom.events.consume("other", () => undefined)
    expect(await lag()).toMatchObject({ behindMs: 0 })
    await stop()
    await shop.pay("approved")
    await shop.clock.advance(minute)
    expect((await lag()).behindMs).toBeGreaterThanOrEqual(minute)
    await shop.elapse(second)
    expect(await lag()).toMatchObject({ behindMs: 0 })
  })

  it("is 0 after a program has caught up once", async () => {
    const shop = await open()
    await shop.pay("approved")
    const { payloom } = shop.process()
    expect(await payloom.reporting.catchUp()).toBeGreaterThan(0)
    expect(await payloom.reporting.catchUp()).toBe(0)
    expect(await shop.shop().reporting.lag()).toMatchObject({ isRunning: false, behindMs: 0 })
    expect(await reportFindings(shop)).toEqual([])
  })

  it("is refused to run twice in a process", async () => {
    const shop = await open()
    await report(shop)
    await expect(shop.process().payloom.reporting.run()).rejects.toMatchObject({
      _tag: "InvalidInput"
    })
  })
})

describe("a payment whose metadata is forgotten", () => {
  it("is not found by it any more, also after later events", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", { metadata: { name: "Zoë" } })
    await report(shop)
    const { scope, reporting } = shop.shop()
    expect(await reporting.search("Zoë")).toHaveLength(1)
    const forgetting = Effect.provideService(
      forgetPayment(scope, payment.id),
      Storage,
      shop.storage
    )
    await shop.run(shop.storage.commit(await shop.run(forgetting)))
    expect(await reporting.search("Zoë")).toEqual([])
    await shop.shop().payments.refund(payment.id, {}, { idempotencyKey: "refund" })
    await shop.elapse(second)
    expect(await reporting.search("Zoë")).toEqual([])
    expect(await reportFindings(shop)).toEqual([])
  })
})
