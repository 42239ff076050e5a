import { describe, expect, it } from "vitest"
import { chargeThat, modificationThat } from "../sandbox/conduct.ts"
import { alertsOf, auditedShops, refundsOf, statusOf } from "./testing/auditedShops.ts"
import { notifyingShop } from "./testing/notifyingShop.ts"
import { day, hour, minute, type Shop } from "./testing/openShop.ts"

const audited = auditedShops()
const open = () => notifyingShop(audited)

const kept = async (shop: Shop) =>
  (await shop.shop().notifications.list({ status: "kept" })).data.map(({ obstacle }) => obstacle)

/** Returns the bank's reference of the last action at its desk. */
const lastAtBank = async (shop: Shop) =>
  (await shop.run(shop.box.bank.modifications())).at(-1)?.providerReference ?? ""

describe("a notification that can't be booked", () => {
  it("is stored with its content and the reason, with one alert", async () => {
    const { shop, refund, receive } = await open()
    const payment = await shop.pay("approved")
    await refund(shop.lastAttempt(payment), { amount: 1251n })
    await receive()
    const [notification] = (await shop.shop().notifications.list()).data
    expect(notification).toEqual({
      object: "provider_notice",
      id: expect.stringMatching(/^notice_/),
      mid: shop.mids[0],
      status: "kept",
      obstacle: "amount_mismatch",
      kind: "refund",
      reference: shop.lastAttempt(payment),
      payment: payment.id,
      providerReference: "re_1",
      state: "succeeded",
      amount: 1251n,
      currency: "EUR",
      created: shop.clock.now(),
      bookedAt: null
    })
    expect(await shop.shop().notifications.retrieve(notification?.id ?? "")).toEqual(notification)
    expect(alertsOf(shop)).toEqual(["alert.notice_kept"])
    expect(shop.alerts[0]?.event.data).toMatchObject({
      object: { object: "provider_notice", obstacle: "amount_mismatch", amount: "1251" },
      payment_id: payment.id
    })
    expect(await statusOf(shop, payment)).toBe("succeeded")
  })

  it.each([
    ["of more than the captured amount", { amount: 1251n }, "amount_mismatch"],
    ["of nothing", { amount: 0n }, "amount_mismatch"],
    ["of less than nothing", { amount: -1n }, "amount_mismatch"],
    ["in another currency", { currency: "USD" }, "currency_mismatch"]
  ] as const)("%s moves no money", async (_, fields, obstacle) => {
    const { shop, refund } = await open()
    const payment = await shop.pay("approved")
    await refund(shop.lastAttempt(payment), fields)
    expect(await kept(shop)).toEqual([obstacle])
    expect((await shop.ledger(payment.id)).map(({ kind }) => kind)).toEqual(["capture"])
  })

  it("about an unknown or another account's charge moves no money", async () => {
    const { shop, refund, notify, receive } = await open()
    const payment = await shop.pay("approved")
    await refund("attempt_of_nobody")
    const modification = {
      _tag: "Found",
      state: "succeeded",
      providerReference: "re_1",
      rawCode: null
    } as const
    await notify({ _tag: "Modification", id: "m", reference: "refund_of_nobody", modification })
    const providerReference = await shop.run(shop.box.refund(payment, { amount: 500n }))
    await refund(shop.lastAttempt(payment), { providerReference })
    expect(await kept(shop)).toEqual(["unknown_reference", "unknown_reference"])
    await receive(shop.mids[1])
    expect(await kept(shop)).toHaveLength(3)
    expect(await refundsOf(shop, payment)).toEqual([["succeeded", 500n]])
  })

  it("is deleted after 90 days", async () => {
    const { shop, refund } = await open()
    await refund("attempt_of_nobody")
    await shop.elapse(89 * day)
    await shop.process().payloom.services.background.sweep().pipe(shop.run)
    expect(await kept(shop)).toHaveLength(1)
    await shop.elapse(2 * day)
    await shop.process().payloom.services.background.sweep().pipe(shop.run)
    expect(await kept(shop)).toEqual([])
  })

  it("is stored if it contradicts known facts", async () => {
    const { shop, refund } = await open()
    const payment = await shop.pay("approved")
    await refund(shop.lastAttempt(payment), { state: "failed" })
    await refund(shop.lastAttempt(payment), { state: "succeeded" })
    expect(alertsOf(shop)).toEqual(["alert.notice_kept"])
    expect(await kept(shop)).toEqual(["contradicts_books"])
    expect(await statusOf(shop, payment)).toBe("succeeded")
  })
})

describe("a notification that comes early", () => {
  it("before the charge's own answer is booked after that answer, without an alert", async () => {
    const { shop, refund, dispute } = await open()
    shop.box.script.charge(chargeThat.throwsAfterCharging())
    const payment = await shop.pay("approved")
    expect(payment.status).toBe("processing")
    const name = await shop.run(shop.box.refund(payment, { amount: 500n }))
    await refund(shop.lastAttempt(payment), { providerReference: name })
    await dispute(shop.lastAttempt(payment))
    expect(await kept(shop)).toEqual(["not_captured", "not_captured"])
    await shop.elapse(2 * minute)
    expect(await statusOf(shop, payment)).toBe("partially_refunded")
    expect((await shop.shop().payments.retrieve(payment.id)).disputed).toBe(true)
    expect(await kept(shop)).toEqual([])
    expect(alertsOf(shop)).toEqual([])
  })

  it("of money that was never captured raises an alert after an hour, and is booked after the capture", async () => {
    const { shop, refund } = await open()
    const payment = await shop.pay("approved", { captureMethod: "manual" })
    await refund(shop.lastAttempt(payment))
    await shop.elapse(10 * minute)
    expect(alertsOf(shop)).toEqual([])
    await shop.elapse(2 * hour)
    expect(alertsOf(shop)).toEqual(["alert.notice_kept"])
    await shop.shop().payments.capture(payment.id, {}, { idempotencyKey: "capture" })
    await shop.work()
    const refunded = await shop.run(shop.box.refund(payment, { amount: 500n }))
    expect(refunded).not.toBe("")
    await shop.elapse(2 * day)
    expect(await refundsOf(shop, payment)).toEqual([["succeeded", 500n]])
    expect(alertsOf(shop)).toEqual(["alert.notice_kept"])
  })

  it("while our refund of that amount has no reference yet waits for it, so money goes out once", async () => {
    const { shop, refund } = await open()
    const payment = await shop.pay("approved")
    shop.box.script.refund(modificationThat.throwsAfterwards())
    const { payments } = shop.shop()
    await payments.refund(payment.id, { amount: 500n }, { idempotencyKey: "own" })
    await shop.until(shop.process().payloom.runDue())
    await refund(shop.lastAttempt(payment), { providerReference: await lastAtBank(shop) })
    expect(await kept(shop)).toEqual(["refund_in_flight"])
    await shop.elapse(minute)
    expect(await refundsOf(shop, payment)).toEqual([["succeeded", 500n]])
    expect(await kept(shop)).toEqual([])
  })

  it("of our own pending refund settles it", async () => {
    const { shop, refund } = await open()
    const payment = await shop.pay("approved")
    shop.box.script.refund(modificationThat.settles(hour))
    const { payments } = shop.shop()
    await payments.refund(payment.id, { amount: 500n }, { idempotencyKey: "own" })
    await shop.work()
    await shop.clock.advance(hour)
    await refund(shop.lastAttempt(payment), { providerReference: await lastAtBank(shop) })
    expect(await refundsOf(shop, payment)).toEqual([["succeeded", 500n]])
  })

  it.each([true, false])(
    "uses the money that our own refund had reserved (sent: %s), which then fails",
    async (isSent) => {
      const { shop, refund } = await open()
      const payment = await shop.pay("approved")
      const name = await shop.run(shop.box.refund(payment, { amount: 1000n }))
      shop.box.script.refund(modificationThat.hangs())
      const { payments } = shop.shop()
      await payments.refund(payment.id, { amount: 500n }, { idempotencyKey: "own" })
      if (isSent) await shop.until(shop.process().payloom.runDue())
      await refund(shop.lastAttempt(payment), { providerReference: name, amount: 1000n })
      expect(await kept(shop)).toEqual(isSent ? ["refund_in_flight"] : [])
      await shop.elapse(2 * day)
      expect(await refundsOf(shop, payment)).toEqual([
        ["succeeded", 1000n],
        ["failed", 500n]
      ])
      expect(shop.sent).toHaveLength(isSent ? 2 : 0)
    }
  )
})
