import { describe, expect, it } from "vitest"
import { chargeThat, modificationThat } from "../sandbox/conduct.ts"
import { sandboxAccounts } from "../sandbox/sandboxAccounts.ts"
import { alertsOf, auditedShops } from "./testing/auditedShops.ts"
import { day, hour, minute, type Shop, second } from "./testing/openShop.ts"

const open = auditedShops()

const balanceOf = async ({ shop }: Shop, account: string) =>
  (await shop().ledger.trialBalance()).find((balance) => balance.account.startsWith(account))
    ?.balance

/** Creates a payment that was given up, whose charge appears an hour later. */
const payLate = async (shop: Shop, fields: { readonly captureMethod?: "manual" } = {}) => {
  shop.box.script.charge(chargeThat.appearsLate(hour))
  const { id } = await shop.pay("approved", fields)
  await shop.elapse(30 * minute)
  const payment = await shop.shop().payments.retrieve(id)
  expect(payment.status).toBe("failed")
  await shop.elapse(hour)
  return payment
}

describe("a charge that appears after its attempt was given up", () => {
  it("is booked to suspense and refunded at the bank, and the payment stays as it was", async () => {
    const shop = await open()
    const payment = await payLate(shop)
    const attempt = shop.lastAttempt(payment)
    await shop.notify(attempt)
    expect(alertsOf(shop)).toEqual(["alert.late_charge"])
    expect(await balanceOf(shop, "suspense")).toBe(-1250n)
    await shop.work()
    expect(alertsOf(shop)).toEqual(["alert.late_charge", "alert.late_charge_reversed"])
    expect(await balanceOf(shop, "suspense")).toBe(0n)
    const [charge] = await shop.run(shop.box.bank.charges())
    expect(charge).toMatchObject({ state: "refunded", captured: 1250n, refunded: 1250n })
    expect(await shop.shop().payments.retrieve(payment.id)).toEqual(payment)
    expect((await shop.shop().payments.listAttempts(payment.id, {})).data[0]?.status).toBe(
      "reversed"
    )
    expect((await shop.shop().payments.listRefunds(payment.id)).data).toEqual([])
  })

  it("is voided if it is held and not captured", async () => {
    const shop = await open()
    const payment = await payLate(shop, { captureMethod: "manual" })
    await shop.notify(shop.lastAttempt(payment))
    await shop.work()
    expect(await shop.run(shop.box.bank.charges())).toMatchObject([{ state: "voided" }])
    expect(await shop.ledger()).toEqual([])
  })

  it("is handled once, for any number of reports", async () => {
    const shop = await open()
    const payment = await payLate(shop)
    const attempt = shop.lastAttempt(payment)
    await shop.notify(attempt)
    await shop.notify(attempt)
    await shop.work()
    await shop.notify(attempt)
    await shop.work()
    expect(alertsOf(shop)).toHaveLength(2)
    expect(await shop.run(shop.box.bank.modifications())).toHaveLength(1)
  })

  it("is reported by the answer itself if it comes after the attempt was given up", async () => {
    const shop = await open()
    shop.box.script.charge(
      chargeThat.says({
        _tag: "Declined",
        rawCode: "acquirer_refused",
        networkCode: null,
        providerReference: null
      }),
      { account: sandboxAccounts.secondary }
    )
    shop.box.script.charge(chargeThat.answersAfter(hour), { account: sandboxAccounts.primary })
    const payment = await shop.pay("approved")
    await shop.shop().payments.resolveAttempt(shop.lastAttempt(payment), { _tag: "NotCharged" })
    await shop.clock.advance(hour)
    await shop.work()
    expect(alertsOf(shop)).toEqual(["alert.late_charge", "alert.late_charge_reversed"])
    expect(await shop.run(shop.box.bank.charges())).toMatchObject([{ state: "refunded" }])
  })

  it("that can't be refunded stays in suspense with an alert, and is retried", async () => {
    const shop = await open()
    const payment = await payLate(shop)
    shop.box.script.refund(modificationThat.fails("refund_refused"))
    await shop.notify(shop.lastAttempt(payment))
    await shop.work()
    expect(alertsOf(shop)).toEqual(["alert.late_charge", "alert.give_back_failed"])
    expect(await balanceOf(shop, "suspense")).toBe(-1250n)
    await shop.elapse(hour)
    expect(alertsOf(shop).at(-1)).toBe("alert.late_charge_reversed")
    expect(await balanceOf(shop, "suspense")).toBe(0n)
  })

  it("returns to suspense, with an alert, if its refund is reversed", async () => {
    const shop = await open()
    const payment = await payLate(shop)
    shop.box.script.refund(modificationThat.isReversedAfter(minute))
    await shop.notify(shop.lastAttempt(payment))
    await shop.work()
    const [refund] = await shop.run(shop.box.bank.modifications())
    await shop.clock.advance(minute)
    await shop.notify(refund?.reference ?? "")
    expect(alertsOf(shop).at(-1)).toBe("alert.give_back_failed")
    expect(await balanceOf(shop, "suspense")).toBe(-1250n)
    await shop.elapse(hour)
    expect(alertsOf(shop).at(-1)).toBe("alert.late_charge_reversed")
    expect(await balanceOf(shop, "suspense")).toBe(0n)
    expect(await shop.shop().payments.retrieve(payment.id)).toEqual(payment)
  })

  it("is not refunded while its dispute is stored, until the dispute is dismissed", async () => {
    const shop = await open()
    const payment = await payLate(shop)
    await shop.run(shop.box.dispute(await shop.shop().payments.retrieve(payment.id)))
    await shop.until(shop.box.notify(shop.process().payloom))
    await shop.elapse(day)
    expect(alertsOf(shop)).toContain("alert.notice_kept")
    expect((await shop.run(shop.box.bank.totals())).EUR?.refunded).toBe(0n)
    const [notification] = (await shop.shop().notifications.list()).data
    await shop.shop().notifications.dismiss(notification?.id ?? "")
    await shop.elapse(2 * hour)
    expect((await shop.run(shop.box.bank.totals())).EUR?.refunded).toBe(1250n)
  })

  it("is refunded once, even if the refund's answer was lost", async () => {
    const shop = await open()
    const payment = await payLate(shop)
    shop.box.script.refund(modificationThat.hangsAfterwards())
    await shop.notify(shop.lastAttempt(payment))
    await shop.work()
    await shop.elapse(10 * second)
    expect(alertsOf(shop)).toEqual(["alert.late_charge", "alert.late_charge_reversed"])
    expect(await shop.run(shop.box.bank.charges())).toMatchObject([{ refunded: 1250n }])
  })
})

describe("a late charge that somebody refunds at the bank", () => {
  /** The engine's own refund failed. Then somebody refunds this amount at the bank. */
  const refundedByHand = async (amount: bigint) => {
    const shop = await open()
    const payment = await payLate(shop)
    shop.box.script.refund(modificationThat.fails("refund_refused"))
    await shop.notify(shop.lastAttempt(payment))
    await shop.work()
    await shop.run(shop.box.refund(payment, { amount }))
    await shop.until(shop.box.notify(shop.process().payloom))
    return { shop, payment }
  }

  it("is refunded by that, and the engine does not refund it again", async () => {
    const { shop, payment } = await refundedByHand(1250n)
    expect(await balanceOf(shop, "suspense")).toBe(0n)
    expect(alertsOf(shop)).toEqual([
      "alert.late_charge",
      "alert.give_back_failed",
      "alert.late_charge_reversed"
    ])
    await shop.elapse(10 * day)
    expect(shop.sent).toHaveLength(1)
    expect(alertsOf(shop)).toHaveLength(3)
    expect(await shop.shop().payments.retrieve(payment.id)).toEqual(payment)
    expect((await shop.shop().payments.listRefunds(payment.id)).data).toEqual([])
    expect((await shop.shop().notifications.list()).data).toEqual([])
  })

  it("in part has its rest refunded by the engine", async () => {
    const { shop, payment } = await refundedByHand(500n)
    expect(await balanceOf(shop, "suspense")).toBe(-750n)
    expect(alertsOf(shop)).toHaveLength(2)
    await shop.elapse(2 * hour)
    expect(await balanceOf(shop, "suspense")).toBe(0n)
    expect(alertsOf(shop).at(-1)).toBe("alert.late_charge_reversed")
    expect(await shop.run(shop.box.bank.charges())).toMatchObject([{ refunded: 1250n }])
    const [attempt] = (await shop.shop().payments.listAttempts(payment.id, {})).data
    expect(attempt?.status).toBe("reversed")
  })
})
