import type { Payment } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { lookupThat, modificationThat } from "../sandbox/conduct.ts"
import { auditedShops, statusOf, typesOf } from "./testing/auditedShops.ts"
import { notifyingShop } from "./testing/notifyingShop.ts"
import { day, hour, minute, type Shop, second } from "./testing/openShop.ts"

const open = auditedShops()

const refund = (
  { shop }: Shop,
  payment: { readonly id: string },
  amount?: bigint,
  key = `refund of ${amount}`
) =>
  shop().payments.refund(payment.id, amount === undefined ? {} : { amount }, {
    idempotencyKey: key
  })

describe("refunds", () => {
  it("return part after part until nothing is left", async () => {
    const shop = await open()
    const payment = await shop.pay("approved")
    await refund(shop, payment, 1000n)
    await shop.work()
    expect(await shop.shop().payments.retrieve(payment.id)).toMatchObject({
      status: "partially_refunded",
      amountRefunded: 1000n
    })
    await refund(shop, payment)
    await shop.work()
    expect(await shop.shop().payments.retrieve(payment.id)).toMatchObject({
      status: "refunded",
      amountRefunded: 1250n
    })
    await expect(refund(shop, payment, 1n)).rejects.toMatchObject({ _tag: "PaymentNotRefundable" })
    expect(await typesOf(shop)).toEqual([
      "payment.succeeded",
      "refund.pending",
      "refund.succeeded",
      "payment.partially_refunded",
      "refund.pending",
      "refund.succeeded",
      "payment.refunded"
    ])
  })

  it("of 60 and 60 on 100 at once are one accepted and one refused", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", { amount: 100n })
    const results = await Promise.allSettled([
      refund(shop, payment, 60n, "one"),
      refund(shop, payment, 60n, "two")
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
    await shop.work()
    expect((await shop.run(shop.box.bank.totals())).EUR?.refunded).toBe(60n)
  })

  it("that are pending reduce the refundable amount", async () => {
    const shop = await open()
    const payment = await shop.pay("refund_pending", { amount: 100n })
    await refund(shop, payment, 60n)
    await shop.work()
    await expect(refund(shop, payment, 41n)).rejects.toMatchObject({ code: "amount_too_large" })
    await refund(shop, payment, 40n)
    await shop.elapse(hour)
    expect(await statusOf(shop, payment)).toBe("refunded")
  })

  it("that fail release their amount", async () => {
    const shop = await open()
    const payment = await shop.pay("refund_pending_fails")
    await refund(shop, payment)
    await shop.work()
    await expect(refund(shop, payment, 1n)).rejects.toMatchObject({ _tag: "PaymentNotRefundable" })
    await shop.elapse(hour)
    expect(await statusOf(shop, payment)).toBe("succeeded")
    expect((await typesOf(shop)).at(-1)).toBe("refund.failed")
    shop.box.script.refund(modificationThat.succeeds())
    await refund(shop, payment, undefined, "again")
    await shop.work()
    expect(await statusOf(shop, payment)).toBe("refunded")
  })

  it("are refused before a capture", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", { captureMethod: "manual" })
    await expect(refund(shop, payment, 1n)).rejects.toMatchObject({ _tag: "PaymentNotRefundable" })
  })

  it("of a part are refused if the provider only refunds in full", async () => {
    const shop = await open({ providers: [{ capabilities: { refunds: "full" } }] })
    const payment = await shop.pay("approved")
    await expect(refund(shop, payment, 1n)).rejects.toMatchObject({ param: "amount" })
    await refund(shop, payment)
    await shop.work()
    expect(await statusOf(shop, payment)).toBe("refunded")
  })

  it("are pending only as long as the provider has been, or will be, called", async () => {
    const shop = await open()
    const payment = await shop.pay("approved")
    shop.box.script.refund(modificationThat.isNotSent(), { times: 4 })
    await refund(shop, payment)
    await shop.elapse(hour)
    expect(await statusOf(shop, payment)).toBe("refunded")
    expect(shop.box.script.remaining()).toBe(0)
  })

  it("have the same answer for the same key, whatever their present state", async () => {
    const shop = await open()
    const payment = await shop.pay("approved")
    const first = await refund(shop, payment, 100n)
    await shop.work()
    expect(await refund(shop, payment, 100n)).toEqual(first)
    expect((await shop.shop().payments.listRefunds(payment.id)).data).toHaveLength(1)
  })

  it("of a payment reversed to part go back to partially_refunded", async () => {
    const shop = await open()
    const payment = await shop.pay("approved")
    await refund(shop, payment, 250n)
    await shop.work()
    shop.box.script.refund(modificationThat.isReversedAfter(minute))
    const { id } = await refund(shop, payment)
    await shop.work()
    expect(await statusOf(shop, payment)).toBe("refunded")
    await shop.elapse(minute)
    await shop.notify(id)
    expect(await shop.shop().payments.retrieve(payment.id)).toMatchObject({
      status: "partially_refunded",
      amountRefunded: 250n
    })
  })
})

describe("a refund without an answer", () => {
  it.each(["refund_timeout_done", "refund_timeout_not_done"] as const)(
    "is looked up and never doubled: %s",
    async (card) => {
      const shop = await open()
      const payment = await shop.pay(card)
      await refund(shop, payment)
      await shop.work()
      expect(await statusOf(shop, payment)).toBe("succeeded")
      await shop.elapse(hour)
      expect(await statusOf(shop, payment)).toBe("refunded")
      expect((await shop.run(shop.box.bank.totals())).EUR?.refunded).toBe(1250n)
    }
  )

  it("stays pending with one alert after a day, however long the lookup fails", async () => {
    const shop = await open()
    const payment = await shop.pay("refund_timeout_done")
    shop.box.script.lookup(lookupThat.isUnavailable(), { times: Number.POSITIVE_INFINITY })
    await refund(shop, payment)
    await shop.elapse(day - second)
    expect(shop.alerts).toEqual([])
    await shop.elapse(minute)
    expect(shop.alerts.map(({ event }) => event.type)).toEqual(["alert.outcome_unknown"])
    await shop.elapse(7 * day)
    expect(shop.alerts).toHaveLength(1)
    expect(await statusOf(shop, payment)).toBe("succeeded")
    shop.box.script.clear()
    await shop.elapse(day)
    expect(await statusOf(shop, payment)).toBe("refunded")
  })

  it("is not made twice if the provider remembers references for long and answers nothing", async () => {
    const shop = await open({
      providers: [{ capabilities: { lookup: false, dedupesForHours: 48 } }]
    })
    const payment = await shop.pay("approved")
    shop.box.script.refund(modificationThat.hangsAfterwards(), { times: Number.POSITIVE_INFINITY })
    await refund(shop, payment)
    await shop.elapse(7 * day)
    const made = await shop.run(shop.box.bank.modifications())
    expect(made).toHaveLength(1)
  })

  it("is not made twice after a call that certainly did not arrive", async () => {
    const shop = await open({ providers: [{ capabilities: { settleWindowMinutes: 3000 } }] })
    const payment = await shop.pay("approved")
    shop.box.script.lookup(lookupThat.findsNothing(), { times: 2 })
    shop.box.script.refund(modificationThat.throwsAfterwards())
    shop.box.script.refund(modificationThat.isNotSent(), { times: 5 })
    await refund(shop, payment)
    await shop.elapse(7 * day)
    const made = await shop.run(shop.box.bank.modifications())
    expect(made).toHaveLength(1)
  })
})

describe("a sent refund whose money is used otherwise before its outcome is known", () => {
  const disputed = async (shop: Shop, payment: Payment) => {
    await shop.run(shop.box.dispute(payment, { amount: 1000n }))
    await shop.until(shop.box.notify(shop.process().payloom))
  }

  it("has not failed if its provider has it and can't be looked up", async () => {
    const shop = await open({ providers: [{ capabilities: { lookup: false } }] })
    const payment = await shop.pay("approved")
    shop.box.script.refund(modificationThat.settles(hour))
    const { id } = await refund(shop, payment, 500n)
    await shop.work()
    await disputed(shop, payment)
    await shop.elapse(2 * hour)
    await shop.notify(id)
    expect(await typesOf(shop, payment.id)).not.toContain("refund.failed")
    expect((await shop.shop().payments.retrieve(payment.id)).amountRefunded).toBe(500n)
  })

  it("has not failed while its provider doesn't find it yet", async () => {
    const { shop, dispute } = await notifyingShop(open)
    const payment = await shop.pay("approved")
    shop.box.script.refund(modificationThat.throwsAfterwards())
    await refund(shop, payment, 500n)
    await shop.until(shop.process().payloom.runDue())
    await dispute(shop.lastAttempt(payment), { amount: 1000n })
    shop.box.script.lookup(lookupThat.findsNothing())
    await shop.elapse(hour)
    expect(await typesOf(shop, payment.id)).not.toContain("refund.failed")
    expect((await shop.shop().payments.retrieve(payment.id)).amountRefunded).toBe(500n)
  })

  it("fails when its provider certainly never had it", async () => {
    const shop = await open()
    const payment = await shop.pay("approved")
    shop.box.script.refund(modificationThat.hangs())
    const { id } = await refund(shop, payment, 500n)
    await shop.until(shop.process().payloom.runDue())
    await disputed(shop, payment)
    await shop.elapse(day)
    const [failed] = (await shop.shop().payments.listRefunds(payment.id)).data
    expect(failed).toMatchObject({ id, status: "failed", failureReason: "payment_disputed" })
    expect(shop.sent).toHaveLength(1)
  })

  it("is remembered when a notification is stored, and never sent again", async () => {
    const { shop, dispute } = await notifyingShop(open)
    const payment = await shop.pay("approved")
    shop.box.script.refund(modificationThat.throwsAfterwards())
    await refund(shop, payment, 500n)
    await shop.until(shop.process().payloom.runDue())
    await dispute(shop.lastAttempt(payment), { isUnnamed: true })
    shop.box.script.lookup(lookupThat.findsNothing())
    await shop.elapse(8 * day)
    const [notification] = (await shop.shop().notifications.list()).data
    await shop.shop().notifications.dismiss(notification?.id ?? "")
    await shop.elapse(day)
    expect(await shop.run(shop.box.bank.doubled())).toEqual([])
    expect((await shop.shop().payments.retrieve(payment.id)).amountRefunded).toBe(500n)
  })
})
