import { describe, expect, it } from "vitest"
import { chargeThat, modificationThat } from "../sandbox/conduct.ts"
import { alertsOf, auditedShops, statusOf, typesOf } from "./testing/auditedShops.ts"
import { hour, openShop, type Shop, second } from "./testing/openShop.ts"

const open = auditedShops()

describe("a charge that the provider settles later", () => {
  it("is settled by a lookup", async () => {
    const shop = await open()
    const payment = await shop.pay("pending")
    expect(payment.status).toBe("processing")
    await shop.elapse(hour)
    expect(await statusOf(shop, payment)).toBe("succeeded")
    expect(await typesOf(shop)).toEqual(["payment.pending", "payment.succeeded"])
  })

  it("is declined by a lookup, and cascades to no other MID", async () => {
    const shop = await open()
    const payment = await shop.pay("pending_declined")
    await shop.elapse(hour)
    const declined = await shop.shop().payments.retrieve(payment.id)
    expect(declined).toMatchObject({ status: "declined", decline: { code: "insufficient_funds" } })
    expect(declined.attempts).toHaveLength(1)
  })

  it("is settled by a notification before the lookup", async () => {
    const shop = await open()
    shop.box.script.charge(chargeThat.settles(second))
    const payment = await shop.pay("approved")
    await shop.clock.advance(2 * second)
    await shop.notify(shop.lastAttempt(payment))
    expect(await statusOf(shop, payment)).toBe("succeeded")
  })

  it("is settled once, for any number of notifications and any lookup", async () => {
    const shop = await open()
    const payment = await shop.pay("pending")
    await shop.clock.advance(15 * second)
    await Promise.all([1, 2, 3].map(() => shop.notify(shop.lastAttempt(payment))))
    await shop.notify(shop.lastAttempt(payment))
    await shop.elapse(hour)
    expect(await typesOf(shop)).toEqual(["payment.pending", "payment.succeeded"])
    expect(await shop.ledger()).toHaveLength(1)
  })

  it("does not change by a notification of another MID", async () => {
    const shop = await open()
    const payment = await shop.pay("pending")
    await shop.clock.advance(15 * second)
    const attempt = shop.lastAttempt(payment)
    await expect(shop.notify(attempt, shop.mids[1])).rejects.toMatchObject({
      _tag: "NotificationNotAuthentic"
    })
    await shop.shop().routing.updateMid(shop.mids[1] ?? "", { credentials: "sandbox_primary" })
    await shop.notify(attempt, shop.mids[1])
    expect(await statusOf(shop, payment)).toBe("processing")
    await shop.notify(attempt)
    expect(await statusOf(shop, payment)).toBe("succeeded")
  })

  it("may be reported before its own answer arrives", async () => {
    const shop = await open()
    shop.box.script.charge(chargeThat.answersAfter(10 * second))
    const paymentInstrument = await shop.saveCard("approved")
    const input = { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument } as const
    const paying = shop.shop().payments.create(input, { idempotencyKey: "told first" })
    await shop.clock.advance(second)
    const [charge] = await shop.run(shop.box.bank.charges())
    await shop.notify(charge?.reference ?? "")
    expect(await shop.until(paying)).toMatchObject({ status: "succeeded" })
    expect(await typesOf(shop)).toEqual(["payment.succeeded"])
    const replay = await shop.shop().payments.create(input, { idempotencyKey: "told first" })
    expect(replay).toEqual(await paying)
  })
})

describe("a refund", () => {
  const refund = async (shop: Shop, payment: { readonly id: string }) => {
    const made = await shop
      .shop()
      .payments.refund(payment.id, {}, { idempotencyKey: `refund ${payment.id}` })
    await shop.work()
    return made
  }

  it("that is reversed restores status and amounts, and records only refund.reversed", async () => {
    const shop = await open()
    const payment = await shop.pay("refund_reversed")
    const { id } = await refund(shop, payment)
    expect(await statusOf(shop, payment)).toBe("refunded")
    await shop.elapse(2 * 60 * second)
    const before = (await shop.events()).length
    await shop.notify(id)
    const restored = await shop.shop().payments.retrieve(payment.id)
    expect(restored).toMatchObject({ status: "succeeded", amountRefunded: 0n })
    expect((await typesOf(shop)).slice(before)).toEqual(["refund.reversed"])
    expect((await shop.ledger()).map(({ kind }) => kind)).toEqual([
      "capture",
      "refund",
      "refund_reversal"
    ])
    await shop.notify(id)
    expect(await shop.ledger()).toHaveLength(3)
    expect((await shop.shop().payments.listRefunds(payment.id)).data[0]?.status).toBe("reversed")
  })

  it("can be reversed, but a capture that is reported as reversed is returned", async () => {
    const shop = await openShop()
    const { id } = await shop.pay("approved", { captureMethod: "manual" })
    shop.box.script.capture(modificationThat.isReversedAfter(second))
    const capture = await shop.shop().payments.capture(id, {}, { idempotencyKey: "capture" })
    await shop.work()
    await shop.clock.advance(second)
    await shop.notify(capture.id)
    const payment = await shop.shop().payments.retrieve(id)
    expect(payment).toMatchObject({ status: "failed", amountCaptured: 0n })
    expect((await shop.ledger()).map(({ kind }) => kind)).toEqual(["capture", "capture_return"])
    expect(alertsOf(shop)).toEqual(["alert.capture_returned"])
    expect(shop.commitFindings()).toEqual([])
  })

  it("may be made again for a reversed amount", async () => {
    const shop = await open()
    const payment = await shop.pay("refund_reversed")
    const { id } = await refund(shop, payment)
    await shop.elapse(60 * second)
    await shop.notify(id)
    shop.box.script.refund(modificationThat.succeeds())
    await shop.shop().payments.refund(payment.id, {}, { idempotencyKey: "again" })
    await shop.work()
    expect(await statusOf(shop, payment)).toBe("refunded")
  })

  it("is settled by a notification while it is pending at the provider", async () => {
    const shop = await open()
    const payment = await shop.pay("refund_pending")
    const { id } = await refund(shop, payment)
    expect(await statusOf(shop, payment)).toBe("succeeded")
    shop.box.script.lookup({ _tag: "Says", answer: { _tag: "Unavailable", reason: "down" } })
    await shop.elapse(10 * second)
    await shop.notify(id)
    expect(await statusOf(shop, payment)).toBe("refunded")
    await shop.elapse(hour)
    expect((await typesOf(shop)).filter((type) => type === "refund.succeeded")).toHaveLength(1)
  })
})
