import { describe, expect, it } from "vitest"
import { auditedShops, refundsOf } from "./testing/auditedShops.ts"
import { notifyingShop } from "./testing/notifyingShop.ts"
import { day, second } from "./testing/openShop.ts"

const audited = auditedShops()
const open = () => notifyingShop(audited)

describe("a replay of a stored notification", () => {
  const early = async () => {
    const opened = await open()
    const { shop, refund } = opened
    const payment = await shop.pay("approved", { captureMethod: "manual" })
    await refund(shop.lastAttempt(payment))
    const [notification] = (await shop.shop().notifications.list()).data
    return { ...opened, payment, id: notification?.id ?? "" }
  }

  it("answers the reason if the notification still can't be booked", async () => {
    const { shop, id } = await early()
    const replayed = await shop.shop().notifications.replay(id)
    expect(replayed).toMatchObject({ id, status: "kept", obstacle: "not_captured" })
  })

  it("books the notification when the obstacle is removed, and never again", async () => {
    const { shop, payment, id } = await early()
    await shop.shop().payments.capture(payment.id, {}, { idempotencyKey: "capture" })
    await shop.until(shop.process().payloom.runDue())
    const bookedAt = shop.clock.now()
    await shop.run(shop.box.refund(payment, { amount: 500n }))
    expect(await shop.shop().notifications.replay(id)).toMatchObject({ status: "booked", bookedAt })
    await shop.clock.advance(second)
    expect(await shop.shop().notifications.replay(id)).toMatchObject({ status: "booked", bookedAt })
    await shop.elapse(day)
    expect(await refundsOf(shop, payment)).toEqual([["succeeded", 500n]])
  })

  it("by several callers at once books the notification once", async () => {
    const { shop, payment, id } = await early()
    await shop.shop().payments.capture(payment.id, {}, { idempotencyKey: "capture" })
    await shop.until(shop.process().payloom.runDue())
    await shop.run(shop.box.refund(payment, { amount: 500n }))
    const other = await shop.start()
    const replays = [shop.shop(), other.merchant, shop.shop()].map(({ notifications }) =>
      notifications.replay(id)
    )
    for (const { status } of await shop.until(Promise.all(replays))) expect(status).toBe("booked")
    expect(await refundsOf(shop, payment)).toEqual([["succeeded", 500n]])
  })

  it("also happens if the provider sends the notification again", async () => {
    const { shop, payment, receive } = await early()
    await shop.shop().payments.capture(payment.id, {}, { idempotencyKey: "capture" })
    await shop.until(shop.process().payloom.runDue())
    await shop.run(shop.box.refund(payment, { amount: 500n }))
    await receive()
    expect(await refundsOf(shop, payment)).toEqual([["succeeded", 500n]])
  })

  it("of an unknown notification, or another merchant's, is refused", async () => {
    const { shop, id } = await early()
    const { payloom } = shop.process()
    const input = { displayName: "Stranger", defaultCurrency: "EUR" }
    const { id: tenant } = await payloom.tenants.create(input)
    const stranger = payloom.merchant({ tenant, mode: "test" })
    for (const replay of [
      shop.shop().notifications.replay("notice_00000000000000000000000000"),
      stranger.notifications.replay(id)
    ]) {
      await expect(replay).rejects.toMatchObject({ _tag: "ResourceNotFound" })
    }
  })
})
