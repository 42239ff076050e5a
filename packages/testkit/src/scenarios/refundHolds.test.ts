import type { ChargeFound, Payment } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { modificationThat } from "../sandbox/conduct.ts"
import { alertsOf, auditedShops } from "./testing/auditedShops.ts"
import { type NotifyingShop, notifyingShop } from "./testing/notifyingShop.ts"
import { day, hour, minute, openShop, type Shop } from "./testing/openShop.ts"

const audited = auditedShops()
const open = () => notifyingShop(audited)

let keys = 0
const refunding = (shop: Shop, payment: Payment, amount = 100n) =>
  shop.shop().payments.refund(payment.id, { amount }, { idempotencyKey: `own ${++keys}` })

const notificationsOf = async (shop: Shop) => (await shop.shop().notifications.list()).data

const chargeOf = (payment: Payment, state: ChargeFound["state"]): ChargeFound => ({
  _tag: "Found",
  state,
  amount: payment.amount,
  currency: payment.currency,
  providerReference: "ch_1",
  rawCode: null,
  networkReference: null
})

/** Notifications of outgoing money of a payment that can't be booked. */
const unbookable: Readonly<
  Record<string, (opened: NotifyingShop, payment: Payment) => Promise<void>>
> = {
  "a refund of more than the captured amount": ({ shop, refund }, payment) =>
    refund(shop.lastAttempt(payment), { amount: 1251n }),
  "a refund in another currency": ({ shop, refund }, payment) =>
    refund(shop.lastAttempt(payment), { currency: "USD", state: "pending" }),
  "a dispute without a reference": ({ shop, dispute }, payment) =>
    dispute(shop.lastAttempt(payment), { isUnnamed: true }),
  "a dispute of nothing": ({ shop, dispute }, payment) =>
    dispute(shop.lastAttempt(payment), { amount: 0n, stage: "lost" }),
  "a refunded charge without an amount": ({ shop, notify }, payment) => {
    const charge = chargeOf(payment, "refunded")
    return notify({ _tag: "Charge", id: "news", reference: shop.lastAttempt(payment), charge })
  },
  "a captured charge reported as voided": ({ shop, notify }, payment) => {
    const charge = chargeOf(payment, "voided")
    return notify({ _tag: "Charge", id: "news", reference: shop.lastAttempt(payment), charge })
  }
}

describe("outgoing money that is reported and not booked", () => {
  it.each(Object.entries(unbookable))(
    "%s: no refund is made until it is dismissed",
    async (_, report) => {
      const opened = await open()
      const { shop } = opened
      const payment = await shop.pay("approved")
      await report(opened, payment)
      const [notification] = await notificationsOf(shop)
      await expect(refunding(shop, payment)).rejects.toMatchObject({
        _tag: "PaymentNotRefundable",
        message: expect.stringContaining(notification?.id ?? "none")
      })
      expect(alertsOf(shop)).toHaveLength(1)
      const { notifications } = shop.shop()
      expect((await notifications.dismiss(notification?.id ?? "")).status).toBe("dismissed")
      expect((await notifications.dismiss(notification?.id ?? "")).status).toBe("dismissed")
      expect((await refunding(shop, payment)).status).toBe("pending")
      await shop.work()
      await opened.receive()
      expect((await notificationsOf(shop)).map(({ status }) => status)).toEqual(["dismissed"])
    }
  )

  it("as a refund that failed here and succeeded there blocks refunds until it is dismissed", async () => {
    const { shop, notify } = await open()
    const payment = await shop.pay("approved")
    shop.box.script.refund(modificationThat.fails("not_now"))
    const { id } = await refunding(shop, payment)
    await shop.work()
    const modification = {
      _tag: "Found",
      state: "succeeded",
      providerReference: "re_9",
      rawCode: null
    } as const
    await notify({ _tag: "Modification", id: "news", reference: id, modification })
    await expect(refunding(shop, payment)).rejects.toMatchObject({ _tag: "PaymentNotRefundable" })
    const [notification] = await notificationsOf(shop)
    await shop.shop().notifications.dismiss(notification?.id ?? "")
    await refunding(shop, payment)
    await shop.work()
  })

  it("as a reversed refund that is made again blocks refunds until it is dismissed", async () => {
    // Not audited, because the notification is invented and the bank doesn't know it.
    const { shop, notify } = await notifyingShop(openShop)
    const payment = await shop.pay("approved")
    const { id } = await refunding(shop, payment, 1250n)
    await shop.work()
    const said = (state: "succeeded" | "reversed", occurredAt: number) =>
      notify({
        _tag: "Modification",
        id: `news ${state} ${occurredAt}`,
        reference: id,
        modification: { _tag: "Found", state, providerReference: "re_9", rawCode: null },
        occurredAt
      })
    const at = shop.clock.now()
    await shop.elapse(minute)
    await said("reversed", at)
    await said("succeeded", at - minute)
    expect(await notificationsOf(shop)).toEqual([])
    await said("succeeded", at + 1)
    expect(alertsOf(shop)).toEqual(["alert.outcome_contradicted"])
    await expect(refunding(shop, payment)).rejects.toMatchObject({ _tag: "PaymentNotRefundable" })
    const [notification] = await notificationsOf(shop)
    expect(notification).toMatchObject({ obstacle: "contradicts_books", state: "succeeded" })
  })

  it("delays a refund that waits to be sent, and releases it on dismissal", async () => {
    const { shop, dispute } = await open()
    const payment = await shop.pay("approved")
    shop.box.script.refund(modificationThat.isNotSent())
    await refunding(shop, payment)
    await shop.until(shop.process().payloom.runDue())
    await dispute(shop.lastAttempt(payment), { isUnnamed: true })
    await shop.elapse(day)
    expect((await shop.run(shop.box.bank.totals())).EUR?.refunded).toBe(0n)
    const [notification] = await notificationsOf(shop)
    await shop.shop().notifications.dismiss(notification?.id ?? "")
    await shop.elapse(2 * hour)
    expect((await shop.run(shop.box.bank.totals())).EUR?.refunded).toBe(100n)
  })

  it("that may be our own refund in flight blocks no other refund, unless it stays so for an hour", async () => {
    const { shop, refund } = await open()
    const payment = await shop.pay("approved")
    shop.box.script.refund(modificationThat.throwsAfterwards())
    await refunding(shop, payment, 500n)
    await shop.until(shop.process().payloom.runDue())
    const providerReference =
      (await shop.run(shop.box.bank.modifications())).at(-1)?.providerReference ?? ""
    await refund(shop.lastAttempt(payment), { amount: 500n, providerReference })
    expect(await notificationsOf(shop)).toMatchObject([{ obstacle: "refund_in_flight" }])
    expect((await refunding(shop, payment)).status).toBe("pending")
    await shop.elapse(2 * minute)
  })

  it("is not deleted after 90 days while refunds wait for it", async () => {
    const { shop, dispute } = await open()
    const payment = await shop.pay("approved")
    await dispute(shop.lastAttempt(payment), { isUnnamed: true })
    await shop.elapse(100 * day)
    const sweep = () => shop.run(shop.process().payloom.services.background.sweep())
    await sweep()
    await expect(refunding(shop, payment)).rejects.toMatchObject({ _tag: "PaymentNotRefundable" })
    const [notification] = await notificationsOf(shop)
    await shop.shop().notifications.dismiss(notification?.id ?? "")
    await refunding(shop, payment)
    await shop.work()
    await sweep()
    expect(await notificationsOf(shop)).toEqual([])
  })

  it("is no longer named when it could be booked", async () => {
    const { shop, dispute } = await open()
    const payment = await shop.pay("approved", { captureMethod: "manual" })
    await dispute(shop.lastAttempt(payment))
    const { payments } = shop.shop()
    await payments.capture(payment.id, {}, { idempotencyKey: "capture" })
    await shop.work()
    await expect(refunding(shop, payment)).rejects.toMatchObject({ _tag: "PaymentNotRefundable" })
    const [notification] = await notificationsOf(shop)
    expect((await shop.shop().notifications.replay(notification?.id ?? "")).status).toBe("booked")
    await dispute(shop.lastAttempt(payment), { stage: "won" })
    expect((await refunding(shop, payment)).status).toBe("pending")
    await shop.work()
  })

  it("blocks no refund if the money came back, or the dispute is only an inquiry", async () => {
    const { shop, refund, dispute } = await open()
    const payment = await shop.pay("approved")
    await refund(shop.lastAttempt(payment), { amount: 1251n, state: "failed" })
    await dispute(shop.lastAttempt(payment), { isUnnamed: true, stage: "retrieval_request" })
    expect(await notificationsOf(shop)).toHaveLength(2)
    expect((await refunding(shop, payment)).status).toBe("pending")
    await shop.work()
  })

  it("of an unknown charge can be dismissed as well", async () => {
    const { shop, refund } = await open()
    await refund("attempt_of_nobody")
    const [notification] = await notificationsOf(shop)
    const { notifications } = shop.shop()
    expect((await notifications.dismiss(notification?.id ?? "")).status).toBe("dismissed")
    expect((await notifications.replay(notification?.id ?? "")).status).toBe("dismissed")
    await expect(notifications.dismiss("notice_00000000000000000000000000")).rejects.toMatchObject({
      _tag: "ResourceNotFound"
    })
  })
})
