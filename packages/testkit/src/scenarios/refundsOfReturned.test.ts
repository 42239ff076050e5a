import { describe, expect, it } from "vitest"
import { modificationThat } from "../sandbox/conduct.ts"
import { alertsOf, auditedShops, typesOf } from "./testing/auditedShops.ts"
import { minute } from "./testing/openShop.ts"
import { capturedAgain, now, paying, refunded, returned } from "./testing/returning.ts"
import { balances } from "./testing/settlementReport.ts"

const open = auditedShops()

describe.each(Object.entries(paying))("%s with refunds that its provider takes back", (_, pay) => {
  it("keeps earlier refunds, which decide the status when it is captured again", async () => {
    const shop = await open()
    const payment = await pay(shop)
    await refunded(shop, payment, 500n)
    await shop.work()
    await returned(shop, payment)
    expect(await now(shop, payment)).toMatchObject({
      status: "failed",
      amountCaptured: 0n,
      amountRefunded: 500n
    })
    await capturedAgain(shop, payment)
    expect(await now(shop, payment)).toMatchObject({
      status: "partially_refunded",
      amountCaptured: 1250n
    })
  })

  it("has payment.failed, though a part of it was refunded before", async () => {
    const shop = await open()
    const payment = await pay(shop)
    await refunded(shop, payment, 500n)
    await shop.work()
    await returned(shop, payment)
    const types = await typesOf(shop, payment.id)
    expect(types.filter((type) => type === "payment.failed")).toHaveLength(1)
  })

  it("is refunded again if all of it was refunded before it was captured again", async () => {
    const shop = await open()
    const payment = await pay(shop)
    await refunded(shop, payment, 1250n)
    await shop.work()
    await returned(shop, payment)
    expect(await now(shop, payment)).toMatchObject({ status: "failed", amountCaptured: 0n })
    await capturedAgain(shop, payment)
    expect(await now(shop, payment)).toMatchObject({
      status: "refunded",
      amountCaptured: 1250n,
      amountRefunded: 1250n
    })
    expect(await balances(shop)).toMatchObject({ refunds: 1250n, provider_receivable: 0n })
    await shop.until(shop.box.notify(shop.process().payloom, { again: true }))
    expect((await now(shop, payment)).status).toBe("refunded")
    expect(alertsOf(shop)).toEqual(["alert.capture_returned"])
  })

  it("raises an alert for each pending refund, and books refunds that were carried out", async () => {
    const shop = await open()
    const payment = await pay(shop)
    shop.box.script.refund(modificationThat.settles(30 * minute))
    await refunded(shop, payment, 500n)
    await shop.work()
    await returned(shop, payment)
    expect(alertsOf(shop).toSorted()).toEqual(["alert.capture_returned", "alert.refund_uncovered"])
    await shop.elapse(180 * minute)
    expect(await now(shop, payment)).toMatchObject({ status: "failed", amountRefunded: 500n })
    expect(await balances(shop)).toMatchObject({ refunds: 500n, provider_receivable: -500n })
  })

  it("fails a refund that was not sent yet", async () => {
    const shop = await open()
    const payment = await pay(shop)
    shop.box.script.refund(modificationThat.isNotSent())
    await refunded(shop, payment, 500n)
    await shop.until(shop.process().payloom.runDue())
    await returned(shop, payment)
    await shop.elapse(120 * minute)
    const { data } = await shop.shop().payments.listRefunds(payment.id)
    expect(data).toMatchObject([{ status: "failed", failureReason: "capture_returned" }])
  })
})
