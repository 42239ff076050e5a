import type { Payment } from "@payloom/core"
import { describe, expect, it } from "vitest"
import type { DeskRefund } from "../sandbox/sandboxRefunds.ts"
import { alertsOf, auditedShops, refundsOf, statusOf, typesOf } from "./testing/auditedShops.ts"
import { day, hour, minute, type Shop } from "./testing/openShop.ts"
import { capturedAgain, notified, returned } from "./testing/returning.ts"
import { balances } from "./testing/settlementReport.ts"

const open = auditedShops()

const atDesk = (shop: Shop, payment: Payment, refund?: DeskRefund) =>
  shop.run(shop.box.refund(payment, refund))

const refundTypes = async (shop: Shop, payment: Payment) =>
  (await typesOf(shop, payment.id)).filter((type) => type.startsWith("refund."))

describe("a refund made in the provider's dashboard", () => {
  it("becomes a refund in the engine, with its booking and events", async () => {
    const shop = await open()
    const payment = await shop.pay("approved")
    const name = await atDesk(shop, payment, { amount: 500n })
    await notified(shop)
    await notified(shop)
    expect(await refundsOf(shop, payment)).toEqual([["succeeded", 500n]])
    expect(await statusOf(shop, payment)).toBe("partially_refunded")
    expect(await refundTypes(shop, payment)).toEqual(["refund.succeeded"])
    expect(await balances(shop)).toMatchObject({ refunds: 500n, provider_receivable: 750n })
    const group = (await shop.ledger(payment.id)).at(-1)
    expect(group?.atProvider).toMatchObject({ kind: "refund", providerReference: name })
    expect(alertsOf(shop)).toEqual([])
  })

  it("may be one of several, until all is refunded", async () => {
    const shop = await open()
    const payment = await shop.pay("approved")
    await atDesk(shop, payment, { amount: 500n })
    await atDesk(shop, payment, { amount: 500n })
    await atDesk(shop, payment)
    await notified(shop)
    expect(await statusOf(shop, payment)).toBe("refunded")
    expect((await refundsOf(shop, payment)).map(([, amount]) => amount)).toEqual([250n, 500n, 500n])
  })

  it("while it is pending reduces the refundable amount, and is looked up until it is settled", async () => {
    const shop = await open()
    const payment = await shop.pay("approved")
    await atDesk(shop, payment, { amount: 1000n, settlesAfterMs: hour })
    await notified(shop)
    expect(await refundsOf(shop, payment)).toEqual([["pending", 1000n]])
    const { payments } = shop.shop()
    const more = payments.refund(payment.id, { amount: 251n }, { idempotencyKey: "more" })
    await expect(more).rejects.toMatchObject({ _tag: "InvalidInput" })
    await shop.elapse(3 * hour)
    expect(await refundsOf(shop, payment)).toEqual([["succeeded", 1000n]])
    expect(await refundTypes(shop, payment)).toEqual(["refund.pending", "refund.succeeded"])
    expect(shop.sent).toEqual([])
  })

  it("is never sent, also if its provider has no lookups", async () => {
    const shop = await open({ providers: [{ capabilities: { lookup: false } }] })
    const payment = await shop.pay("approved")
    await atDesk(shop, payment, { amount: 1000n, settlesAfterMs: 2 * day })
    await notified(shop)
    await shop.elapse(3 * day)
    expect(shop.sent).toEqual([])
    await notified(shop)
    expect(await refundsOf(shop, payment)).toEqual([["succeeded", 1000n]])
  })

  it("that fails releases its amount", async () => {
    const shop = await open()
    const payment = await shop.pay("approved")
    await atDesk(shop, payment, { settlesAfterMs: minute, fails: "account_closed" })
    await notified(shop)
    await shop.elapse(hour)
    expect(await refundsOf(shop, payment)).toEqual([["failed", 1250n]])
    expect(await refundTypes(shop, payment)).toEqual(["refund.pending", "refund.failed"])
    await shop.shop().payments.refund(payment.id, {}, { idempotencyKey: "all" })
    await shop.work()
    expect(await statusOf(shop, payment)).toBe("refunded")
  })

  it("that is reversed can be made again", async () => {
    const shop = await open()
    const payment = await shop.pay("approved")
    await atDesk(shop, payment, { reversesAfterMs: hour })
    await notified(shop)
    expect(await statusOf(shop, payment)).toBe("refunded")
    await shop.elapse(2 * hour)
    await notified(shop)
    expect(await statusOf(shop, payment)).toBe("succeeded")
    expect(await refundTypes(shop, payment)).toEqual(["refund.succeeded", "refund.reversed"])
  })

  it("that was reversed before it was reported moves nothing", async () => {
    const shop = await open()
    const payment = await shop.pay("approved")
    await atDesk(shop, payment, { reversesAfterMs: hour })
    await shop.elapse(2 * hour)
    await notified(shop)
    expect(await refundsOf(shop, payment)).toEqual([["failed", 1250n]])
    expect(await statusOf(shop, payment)).toBe("succeeded")
    expect(await balances(shop)).not.toHaveProperty("refunds")
  })

  it("of a disputed payment is still booked, because the money is gone", async () => {
    const shop = await open()
    const payment = await shop.pay("approved")
    await shop.run(shop.box.dispute(payment, { amount: 1250n }))
    await notified(shop)
    await atDesk(shop, payment, { amount: 300n })
    await notified(shop)
    expect(await refundsOf(shop, payment)).toEqual([["succeeded", 300n]])
    expect((await shop.shop().payments.retrieve(payment.id)).disputed).toBe(true)
  })

  it.each([
    ["carried out", {}, "succeeded"],
    ["under way", { settlesAfterMs: 2 * hour }, "pending"]
  ] as const)(
    "and %s before the return of its capture is booked, with an alert",
    async (_, how, status) => {
      const shop = await open()
      const payment = await shop.pay("approved")
      await atDesk(shop, payment, { amount: 500n, ...how })
      await returned(shop, payment)
      expect(await refundsOf(shop, payment)).toEqual([[status, 500n]])
      expect(alertsOf(shop)).toEqual(["alert.capture_returned", "alert.refund_uncovered"])
      expect(await statusOf(shop, payment)).toBe("failed")
      await shop.elapse(2 * day)
      expect(await balances(shop)).toMatchObject({ refunds: 500n, provider_receivable: -500n })
      await capturedAgain(shop, payment)
      expect(await statusOf(shop, payment)).toBe("partially_refunded")
    }
  )
})
