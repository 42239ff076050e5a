import { describe, expect, it } from "vitest"
import { lookupThat, modificationThat } from "../sandbox/conduct.ts"
import type { TestCardName } from "../sandbox/testCards.ts"
import { alertsOf, auditedShops, statusOf, typesOf } from "./testing/auditedShops.ts"
import { day, hour, minute, type Shop } from "./testing/openShop.ts"

const open = auditedShops()

const manual = { captureMethod: "manual" } as const

const capture = (shop: Shop, payment: { readonly id: string }, amount?: bigint, key = "capture") =>
  shop
    .shop()
    .payments.capture(payment.id, amount === undefined ? {} : { amount }, { idempotencyKey: key })

const voiding = (shop: Shop, payment: { readonly id: string }, key = "void") =>
  shop.shop().payments.void(payment.id, {}, { idempotencyKey: key })

describe("an authorization", () => {
  const holds: ReadonlyArray<readonly [TestCardName, number]> = [
    ["approved", 120],
    ["approved_mastercard", 168],
    ["approved_discover", 240],
    ["approved_jcb", 168]
  ]
  it.each(holds)(
    "of %s raises an alert a day before it expires after %d h",
    async (card, hours) => {
      const shop = await open()
      const payment = await shop.pay(card, manual)
      expect(payment).toMatchObject({ status: "authorized", amountCaptured: 0n })
      await shop.elapse((hours - 24) * hour - minute)
      expect(shop.alerts).toEqual([])
      await shop.elapse(minute)
      expect(shop.alerts.map(({ event }) => event.type)).toEqual(["alert.authorization_expiring"])
      await shop.elapse(day - minute)
      expect(await statusOf(shop, payment)).toBe("authorized")
      await shop.elapse(minute)
      expect(await statusOf(shop, payment)).toBe("expired")
      await expect(capture(shop, payment)).rejects.toMatchObject({ _tag: "PaymentNotCapturable" })
    }
  )

  it("does not expire while the provider can't be looked up", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", manual)
    shop.box.script.lookup(
      { _tag: "Says", answer: { _tag: "Unavailable", reason: "down" } },
      { times: 3 }
    )
    await shop.elapse(5 * day)
    expect(await statusOf(shop, payment)).toBe("authorized")
    await shop.elapse(4 * hour)
    expect(await statusOf(shop, payment)).toBe("expired")
  })

  it("raises an alert once a day while the provider can't be looked up, and not at the first failure", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", manual)
    shop.box.script.lookup(lookupThat.isUnavailable(), { times: 50 })
    await shop.elapse(5 * day + 22 * hour)
    const expiring = "alert.authorization_expiring"
    expect(alertsOf(shop)).toEqual([expiring])
    await shop.elapse(2 * day)
    expect(alertsOf(shop)).toEqual([expiring, "alert.hold_unknown", "alert.hold_unknown"])
    expect(await statusOf(shop, payment)).toBe("expired")
  })

  it("does not expire during a pending capture", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", manual)
    await shop.elapse(5 * day - hour)
    shop.box.script.capture(modificationThat.settles(2 * hour))
    await capture(shop, payment)
    await shop.elapse(90 * minute)
    expect(await statusOf(shop, payment)).toBe("authorized")
    await shop.elapse(2 * day)
    expect(await statusOf(shop, payment)).toBe("succeeded")
  })

  it("that the provider released early expires when it is captured", async () => {
    const shop = await open()
    const payment = await shop.pay("hold_expired", manual)
    await capture(shop, payment)
    await shop.work()
    expect(await statusOf(shop, payment)).toBe("expired")
    expect(await typesOf(shop)).toEqual(["payment.authorized", "capture.failed", "payment.expired"])
    await shop.elapse(10 * day)
    expect(shop.alerts).toEqual([])
  })
})

describe("a capture", () => {
  it("answers pending and takes the money in a job of its own", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", manual)
    expect(await capture(shop, payment)).toMatchObject({ status: "pending", amount: 1250n })
    expect(await statusOf(shop, payment)).toBe("authorized")
    await shop.work()
    const captured = await shop.shop().payments.retrieve(payment.id)
    expect(captured).toMatchObject({ status: "succeeded", amountCaptured: 1250n })
    expect(await typesOf(shop)).toEqual([
      "payment.authorized",
      "payment.captured",
      "payment.succeeded"
    ])
    await shop.elapse(10 * day)
    expect(shop.alerts).toEqual([])
  })

  it("of a part releases the rest, and refunds are limited to the captured amount", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", manual)
    await capture(shop, payment, 500n)
    await shop.work()
    const captured = await shop.shop().payments.retrieve(payment.id)
    expect(captured).toMatchObject({ status: "partially_captured", amountCaptured: 500n })
    expect((await shop.run(shop.box.bank.totals())).EUR?.captured).toBe(500n)
    await expect(capture(shop, payment, 750n, "rest")).rejects.toMatchObject({
      _tag: "PaymentNotCapturable"
    })
    const refunds = shop.shop().payments
    await expect(
      refunds.refund(payment.id, { amount: 501n }, { idempotencyKey: "too much" })
    ).rejects.toMatchObject({ code: "amount_too_large" })
    await refunds.refund(payment.id, {}, { idempotencyKey: "all" })
    await shop.work()
    expect(await statusOf(shop, payment)).toBe("refunded")
    await shop.elapse(10 * day)
    expect(await statusOf(shop, payment)).toBe("refunded")
  })

  it("of more than is held is refused", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", manual)
    await expect(capture(shop, payment, 1251n)).rejects.toMatchObject({ code: "amount_too_large" })
  })

  it("of a part is refused if the provider only captures in full", async () => {
    const shop = await open({ providers: [{ capabilities: { partialCapture: false } }] })
    const payment = await shop.pay("approved", manual)
    await expect(capture(shop, payment, 1n)).rejects.toMatchObject({ param: "amount" })
    await capture(shop, payment, 1250n, "in full")
    await shop.work()
    expect(await statusOf(shop, payment)).toBe("succeeded")
  })

  it("that fails keeps the authorization, which can be captured again", async () => {
    const shop = await open()
    const payment = await shop.pay("capture_fails", manual)
    await capture(shop, payment)
    await shop.work()
    expect(await statusOf(shop, payment)).toBe("authorized")
    shop.box.script.capture(modificationThat.succeeds())
    await capture(shop, payment, undefined, "again")
    await shop.work()
    expect(await statusOf(shop, payment)).toBe("succeeded")
  })

  it("excludes a void, and a void excludes a capture", async () => {
    const shop = await open()
    const first = await shop.pay("approved", manual)
    await capture(shop, first)
    await expect(voiding(shop, first)).rejects.toMatchObject({ _tag: "PaymentNotVoidable" })
    await shop.work()
    await expect(voiding(shop, first, "later")).rejects.toMatchObject({
      _tag: "PaymentNotVoidable"
    })
    const second = await shop.pay("approved", manual)
    await voiding(shop, second, "second void")
    await expect(capture(shop, second, 1n, "second")).rejects.toMatchObject({
      _tag: "PaymentNotCapturable"
    })
    await shop.work()
    expect([await statusOf(shop, first), await statusOf(shop, second)]).toEqual([
      "succeeded",
      "voided"
    ])
  })
})

describe("a void", () => {
  it("releases the hold, and nothing expires afterwards", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", manual)
    await voiding(shop, payment)
    await shop.work()
    expect(await statusOf(shop, payment)).toBe("voided")
    expect(await shop.run(shop.box.bank.charges())).toMatchObject([{ state: "voided" }])
    await shop.elapse(10 * day)
    expect(await typesOf(shop)).toEqual(["payment.authorized", "payment.voided"])
    expect(await shop.ledger()).toEqual([])
  })

  it("that fails keeps the authorization", async () => {
    const shop = await open()
    const payment = await shop.pay("void_fails", manual)
    await voiding(shop, payment)
    await shop.work()
    expect(await statusOf(shop, payment)).toBe("authorized")
    await capture(shop, payment)
    await shop.work()
    expect(await statusOf(shop, payment)).toBe("succeeded")
  })

  it("is refused for an automatic capture", async () => {
    const shop = await open()
    await expect(voiding(shop, await shop.pay("approved"))).rejects.toMatchObject({
      _tag: "PaymentNotVoidable"
    })
  })
})

describe("a capture or void without an answer", () => {
  const cards: ReadonlyArray<readonly [TestCardName, "capture" | "void", string]> = [
    ["capture_timeout_done", "capture", "succeeded"],
    ["capture_timeout_not_done", "capture", "succeeded"],
    ["void_timeout_done", "void", "voided"],
    ["void_timeout_not_done", "void", "voided"]
  ]
  it.each(cards)("is looked up and never doubled: %s", async (card, kind, status) => {
    const shop = await open()
    const payment = await shop.pay(card, manual)
    await (kind === "capture" ? capture(shop, payment) : voiding(shop, payment))
    await shop.work()
    expect(await statusOf(shop, payment)).toBe("authorized")
    await shop.elapse(hour)
    expect(await statusOf(shop, payment)).toBe(status)
    const done = await shop.run(shop.box.bank.modifications())
    expect(done.filter(({ state }) => state === "succeeded")).toHaveLength(1)
  })
})
