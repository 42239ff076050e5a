import { describe, expect, it } from "vitest"
import { modificationThat } from "../sandbox/conduct.ts"
import { alertsOf, auditedShops, typesOf } from "./testing/auditedShops.ts"
import { captureByHand } from "./testing/captureByHand.ts"
import { atBank, capture, captureMore, hold, standing } from "./testing/holds.ts"
import { notifyingShop } from "./testing/notifyingShop.ts"
import { day, hour, minute, openShop } from "./testing/openShop.ts"
import { movementsOn, reconcile, reported } from "./testing/settlementReport.ts"

const open = auditedShops()

describe("a hold that is captured in several parts", () => {
  it("is partially_captured after a part, with the rest still capturable", async () => {
    const shop = await open()
    const payment = await hold(shop)
    expect(await standing(shop, payment)).toMatchObject({ amountCapturable: 1250n })
    const made = await captureMore(shop, payment, 500n)
    expect(made).toMatchObject({ status: "pending", amount: 500n, finalCapture: false })
    expect(await standing(shop, payment)).toEqual({
      status: "partially_captured",
      amount: 1250n,
      amountCapturable: 750n,
      amountCaptured: 500n
    })
    expect(await atBank(shop)).toMatchObject({ captured: 500n })
  })

  it("succeeds when the last part is captured, and each part has its event and its ledger group", async () => {
    const shop = await open()
    const payment = await hold(shop)
    await captureMore(shop, payment, 500n)
    await captureMore(shop, payment, 250n)
    await capture(shop, payment)
    expect(await standing(shop, payment)).toMatchObject({
      status: "succeeded",
      amountCapturable: 0n,
      amountCaptured: 1250n
    })
    const types = await typesOf(shop, payment.id)
    expect(types.filter((type) => type === "payment.captured")).toHaveLength(3)
    expect(types.filter((type) => type === "payment.succeeded")).toHaveLength(1)
    const groups = await shop.ledger(payment.id)
    expect(groups.map(({ kind, entries }) => [kind, entries[0]?.amount])).toEqual([
      ["capture", 500n],
      ["capture", 250n],
      ["capture", 500n]
    ])
    expect(await atBank(shop)).toMatchObject({ captured: 1250n })
  })

  it("is over when a part is the final capture, and the rest is released", async () => {
    const shop = await open()
    const payment = await hold(shop)
    await captureMore(shop, payment, 500n)
    const made = await capture(shop, payment, { amount: 100n })
    expect(made).toMatchObject({ finalCapture: true })
    expect(await standing(shop, payment)).toMatchObject({
      status: "partially_captured",
      amountCapturable: 0n,
      amountCaptured: 600n
    })
    await expect(capture(shop, payment)).rejects.toMatchObject({ _tag: "PaymentNotCapturable" })
  })

  it("refuses a part larger than the rest, and a void after the first part", async () => {
    const shop = await open()
    const payment = await hold(shop)
    await captureMore(shop, payment, 1000n)
    await expect(captureMore(shop, payment, 251n)).rejects.toMatchObject({
      _tag: "InvalidInput",
      code: "amount_too_large",
      param: "amount"
    })
    await expect(
      shop.shop().payments.void(payment.id, {}, { idempotencyKey: "void" })
    ).rejects.toMatchObject({ _tag: "PaymentNotVoidable" })
  })

  it("refuses finalCapture false if the payment didn't ask for several captures", async () => {
    const shop = await open()
    const payment = await hold(shop, { incremental: true })
    await expect(captureMore(shop, payment, 500n)).rejects.toMatchObject({
      _tag: "InvalidInput",
      param: "finalCapture"
    })
    expect(await standing(shop, payment)).toMatchObject({ status: "authorized" })
  })

  it("refuses finalCapture false if the provider captures a hold once", async () => {
    const shop = await open({ providers: [{ capabilities: { multipleCaptures: false } }] })
    const payment = await hold(shop)
    await expect(captureMore(shop, payment, 500n)).rejects.toMatchObject({
      param: "finalCapture",
      message: expect.stringContaining("captures a hold once")
    })
  })

  it("captures one part at a time", async () => {
    const shop = await open()
    const payment = await hold(shop)
    shop.box.script.capture(modificationThat.settles(minute))
    await captureMore(shop, payment, 500n)
    await expect(captureMore(shop, payment, 500n)).rejects.toMatchObject({
      _tag: "PaymentNotCapturable",
      message: expect.stringContaining("under way")
    })
    await shop.elapse(hour)
    await captureMore(shop, payment, 500n)
    expect(await standing(shop, payment)).toMatchObject({ amountCaptured: 1000n })
  })

  it("can be captured again after a part failed", async () => {
    const shop = await open()
    const payment = await hold(shop)
    shop.box.script.capture(modificationThat.fails("refused"))
    await captureMore(shop, payment, 500n)
    expect(await standing(shop, payment)).toMatchObject({
      status: "authorized",
      amountCapturable: 1250n
    })
    await captureMore(shop, payment, 500n)
    expect(await standing(shop, payment)).toMatchObject({ amountCaptured: 500n })
  })

  it("is captured once for each part, also if answers are lost", async () => {
    const shop = await open()
    const payment = await hold(shop)
    shop.box.script.capture(modificationThat.throwsAfterwards(), { times: 2 })
    await captureMore(shop, payment, 500n)
    await shop.elapse(minute)
    await captureMore(shop, payment, 300n)
    await shop.elapse(minute)
    expect(await standing(shop, payment)).toMatchObject({
      amountCaptured: 800n,
      amountCapturable: 450n
    })
    expect(await atBank(shop)).toMatchObject({ captured: 800n })
    expect(await shop.run(shop.box.bank.doubled())).toEqual([])
  })

  it("may be refunded between two parts", async () => {
    const shop = await open()
    const payment = await hold(shop)
    await captureMore(shop, payment, 500n)
    await shop.shop().payments.refund(payment.id, {}, { idempotencyKey: "refund" })
    await shop.work()
    expect(await standing(shop, payment)).toMatchObject({
      status: "refunded",
      amountCapturable: 750n
    })
    await capture(shop, payment)
    expect(await standing(shop, payment)).toEqual({
      status: "partially_refunded",
      amount: 1250n,
      amountCapturable: 0n,
      amountCaptured: 1250n
    })
  })

  it("keeps its parts when the rest of the hold expires, which has an event", async () => {
    const shop = await open()
    const payment = await hold(shop)
    await captureMore(shop, payment, 500n)
    await shop.elapse(5 * day)
    expect(await standing(shop, payment)).toMatchObject({
      status: "partially_captured",
      amountCapturable: 0n,
      amountCaptured: 500n
    })
    expect(alertsOf(shop)).toEqual(["alert.authorization_expiring"])
    expect((await typesOf(shop, payment.id)).at(-1)).toBe("payment.amount_capturable_updated")
    await expect(capture(shop, payment)).rejects.toMatchObject({ _tag: "PaymentNotCapturable" })
  })

  it("loses its rest if the provider says that the hold has expired", async () => {
    const shop = await open()
    const payment = await hold(shop)
    await captureMore(shop, payment, 500n)
    shop.box.script.capture(modificationThat.findsTheHoldExpired())
    await captureMore(shop, payment, 500n)
    expect(await standing(shop, payment)).toMatchObject({
      status: "partially_captured",
      amountCapturable: 0n,
      amountCaptured: 500n
    })
  })

  it("is settled part by part, by rows with the reference of the charge", async () => {
    const shop = await open()
    const payment = await hold(shop)
    await captureMore(shop, payment, 500n)
    await capture(shop, payment)
    const rows = (await movementsOn(shop))
      .toReversed()
      .map((group, at) => reported(group, { settlement: `row ${at}` }))
    expect(rows.map(({ reference, gross }) => [reference, gross])).toEqual([
      [shop.lastAttempt(payment), 750n],
      [shop.lastAttempt(payment), 500n]
    ])
    expect(await reconcile(shop, rows)).toMatchObject({
      matched: [{ movement: { amount: 750n } }, { movement: { amount: 500n } }]
    })
  })
})

describe("notifications about a hold in parts", () => {
  it("book a part that was captured in the dashboard, and keep the rest", async () => {
    const shop = await open()
    const payment = await hold(shop)
    await captureMore(shop, payment, 500n)
    await captureByHand(shop, payment, 300n)
    await shop.notify(shop.lastAttempt(payment))
    expect(await standing(shop, payment)).toMatchObject({
      status: "partially_captured",
      amountCapturable: 450n,
      amountCaptured: 800n
    })
    expect(alertsOf(shop)).toEqual([])
  })

  it("about an earlier part that come after a later one change nothing", async () => {
    const { shop, notify } = await notifyingShop(open)
    const payment = await hold(shop)
    const reference = shop.lastAttempt(payment)
    await captureMore(shop, payment, 500n)
    await captureMore(shop, payment, 300n)
    const charge = {
      _tag: "Found",
      state: "captured",
      amount: 1250n,
      amountCaptured: 500n,
      currency: "EUR",
      providerReference: `ch_${reference}`,
      rawCode: null,
      networkReference: null
    } as const
    await notify({ _tag: "Charge", id: "late", reference, charge })
    expect(await standing(shop, payment)).toMatchObject({ amountCaptured: 800n })
    expect(alertsOf(shop)).toEqual([])
  })

  it("that a part was taken back leave the others captured, and raise an alert", async () => {
    const { shop, notify } = await notifyingShop(open)
    const payment = await hold(shop)
    const first = await captureMore(shop, payment, 500n)
    await capture(shop, payment)
    await notify(taken(first.id, "failed"))
    expect(await standing(shop, payment)).toMatchObject({
      status: "partially_captured",
      amountCaptured: 750n
    })
    expect(alertsOf(shop)).toEqual(["alert.capture_returned"])
    const groups = await shop.ledger(payment.id)
    expect(groups.map(({ kind }) => kind)).toEqual(["capture", "capture", "capture_return"])
    await notify(taken(first.id, "succeeded"))
    expect(await standing(shop, payment)).toMatchObject({
      status: "succeeded",
      amountCaptured: 1250n
    })
  })

  it("that every part was taken back fail the payment", async () => {
    // The bank itself takes nothing back, so the shop can't be audited.
    const { shop, notify } = await notifyingShop(openShop)
    const payment = await hold(shop)
    const first = await captureMore(shop, payment, 500n)
    const last = await capture(shop, payment)
    await notify(taken(first.id, "failed"))
    await notify(taken(last.id, "failed"))
    expect(await standing(shop, payment)).toMatchObject({ status: "failed", amountCaptured: 0n })
    expect(alertsOf(shop)).toEqual(["alert.capture_returned", "alert.capture_returned"])
    await notify(taken(last.id, "succeeded"))
    expect(await standing(shop, payment)).toMatchObject({ amountCaptured: 750n })
  })
})

let notifications = 0

/** A notification that a capture was taken back, or made again. */
const taken = (reference: string, state: "failed" | "succeeded") => {
  notifications += 1
  return {
    _tag: "Modification",
    id: `notification ${notifications}`,
    reference,
    modification: {
      _tag: "Found",
      state,
      providerReference: `capture_${reference}`,
      rawCode: state === "failed" ? "capture_failed" : null
    }
  } as const
}
