import type { Payment } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { chargeThat } from "../sandbox/conduct.ts"
import { alertsOf, auditedShops, typesOf } from "./testing/auditedShops.ts"
import { notifyingShop } from "./testing/notifyingShop.ts"
import { openCheckout } from "./testing/openCheckout.ts"
import { minute, type Shop } from "./testing/openShop.ts"
import { capturedAgain, now, paying, refunded, returned } from "./testing/returning.ts"
import { balances, movementsOn, reconcile, reported } from "./testing/settlementReport.ts"

const open = auditedShops()

const attemptOf = async (shop: Shop, { id }: Payment) =>
  (await shop.shop().payments.listAttempts(id)).data.at(-1)
describe.each(Object.entries(paying))("%s that its provider takes back", (kind, pay) => {
  it("fails the payment, leaves nothing captured, and raises an alert", async () => {
    const shop = await open()
    const payment = await pay(shop)
    await returned(shop, payment)
    expect(await now(shop, payment)).toMatchObject({
      status: "failed",
      amountCaptured: 0n,
      amountRefunded: 0n,
      decline: { code: "processing_error", category: "technical" }
    })
    expect((await attemptOf(shop, payment))?.status).toBe("returned")
    expect(alertsOf(shop)).toEqual(["alert.capture_returned"])
    const types = await typesOf(shop, payment.id)
    expect(types.filter((type) => type === "payment.failed")).toHaveLength(1)
    expect(types.includes("capture.failed")).toBe(kind === "a separate capture")
  })

  it("reverses its ledger group, so that receivable and payable are 0 again", async () => {
    const shop = await open()
    const payment = await pay(shop)
    await returned(shop, payment)
    expect((await shop.ledger(payment.id)).map((group) => group.kind)).toEqual([
      "capture",
      "capture_return"
    ])
    expect(await balances(shop)).toEqual({ provider_receivable: 0n, merchant_payable: 0n })
  })

  it("refuses every later refund", async () => {
    const shop = await open()
    const payment = await pay(shop)
    await returned(shop, payment)
    await expect(refunded(shop, payment, 1n)).rejects.toMatchObject({
      _tag: "PaymentNotRefundable"
    })
  })

  it("is booked again when it is captured again, and can be refunded then", async () => {
    const shop = await open()
    const payment = await pay(shop)
    await returned(shop, payment)
    await capturedAgain(shop, payment)
    expect(await now(shop, payment)).toMatchObject({
      status: "succeeded",
      amountCaptured: 1250n,
      decline: null
    })
    expect(await balances(shop)).toEqual({ provider_receivable: 1250n, merchant_payable: -1250n })
    const types = await typesOf(shop, payment.id)
    expect(types.filter((type) => type === "payment.succeeded")).toHaveLength(2)
    await refunded(shop, payment, 1250n)
    await shop.work()
    expect((await now(shop, payment)).status).toBe("refunded")
  })

  it("may be taken back and captured again several times", async () => {
    const shop = await open()
    const payment = await pay(shop)
    for (const _ of [1, 2, 3]) {
      await returned(shop, payment)
      expect((await now(shop, payment)).status).toBe("failed")
      await capturedAgain(shop, payment)
      expect((await now(shop, payment)).status).toBe("succeeded")
    }
    expect(await balances(shop)).toEqual({ provider_receivable: 1250n, merchant_payable: -1250n })
  })

  it("changes nothing when it is reported a second time", async () => {
    const shop = await open()
    const payment = await pay(shop)
    await returned(shop, payment)
    await shop.until(shop.box.notify(shop.process().payloom, { again: true }))
    expect(alertsOf(shop)).toEqual(["alert.capture_returned"])
    expect(await shop.ledger(payment.id)).toHaveLength(2)
  })

  it("is missing from no report, and a report that names it settles both movements", async () => {
    const shop = await open()
    const payment = await pay(shop)
    await returned(shop, payment)
    expect((await reconcile(shop, [])).missing).toEqual([])
    const rows = (await movementsOn(shop)).map((movement) => reported(movement, { fee: 0n }))
    expect(rows.map((row) => row.kind)).toEqual(["charge", "charge_return"])
    expect((await reconcile(shop, rows.slice(0, 1))).missing).toMatchObject([
      { kind: "charge_return" }
    ])
    expect((await reconcile(shop, rows)).matched).toHaveLength(2)
    expect(await balances(shop)).toMatchObject({ provider_receivable: 0n, settled_cash: 0n })
  })

  it("and captured again is one charge in a report", async () => {
    const shop = await open()
    const payment = await pay(shop)
    await returned(shop, payment)
    await capturedAgain(shop, payment)
    const last = (await movementsOn(shop)).at(-1) as Parameters<typeof reported>[0]
    const { matched, missing } = await reconcile(shop, [reported(last)])
    expect([matched.length, missing]).toEqual([1, []])
  })

  it("and captured again is settled three times by a report that names all three movements", async () => {
    const shop = await open()
    const payment = await pay(shop)
    await returned(shop, payment)
    await capturedAgain(shop, payment)
    const rows = (await movementsOn(shop)).map((movement) => reported(movement, { fee: 0n }))
    expect(rows.map(({ kind }) => kind)).toEqual(["charge", "charge_return", "charge"])
    const { matched, missing } = await reconcile(shop, rows)
    expect([matched.length, missing]).toEqual([3, []])
    expect(await balances(shop)).toMatchObject({ provider_receivable: 0n, settled_cash: 1250n })
    const again = await reconcile(shop, rows)
    expect(again.matched.map(({ booked }) => booked)).toEqual([false, false, false])
  })

  it("of a checkout session leaves the session succeeded", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    await checkout.confirm("approved")
    const { payment } = await checkout.retrieve()
    await returned(shop, await shop.shop().payments.retrieve(payment ?? ""))
    expect((await shop.shop().payments.retrieve(payment ?? "")).status).toBe("failed")
    expect((await checkout.retrieve()).status).toBe("succeeded")
  })

  it("can be resolved by hand if no notification reports it, both ways", async () => {
    const shop = await open()
    const payment = await pay(shop)
    const { payments } = shop.shop()
    const attempt = shop.lastAttempt(payment)
    await shop.run(shop.box.returnCapture(payment))
    const failed = await payments.resolveAttempt(attempt, { _tag: "Returned" })
    expect(failed.status).toBe("failed")
    expect(alertsOf(shop)).toEqual(["alert.capture_returned"])
    await expect(payments.resolveAttempt(attempt, { _tag: "Returned" })).rejects.toMatchObject({
      _tag: "InvalidInput"
    })
    await expect(payments.resolveAttempt(attempt, { _tag: "NotCharged" })).rejects.toMatchObject({
      _tag: "InvalidInput"
    })
    await shop.run(shop.box.captureAgain(payment))
    const resolution = { _tag: "Charged", captured: true, providerReference: "ch" } as const
    expect((await payments.resolveAttempt(attempt, resolution)).status).toBe("succeeded")
  })
})

describe("a capture that its provider takes back", () => {
  it("declines with the meaning of the provider's code", async () => {
    const shop = await open()
    const payment = await shop.pay("approved")
    await returned(shop, payment, { rawCode: "nsf" })
    expect((await now(shop, payment)).decline).toMatchObject({ code: "insufficient_funds" })
  })

  it("of a part takes back that part, and captures that part again", async () => {
    const shop = await open()
    const { id } = await shop.pay("approved", { captureMethod: "manual" })
    await shop.shop().payments.capture(id, { amount: 1000n }, { idempotencyKey: "capture" })
    await shop.work()
    const payment = await shop.shop().payments.retrieve(id)
    await returned(shop, payment)
    expect(await now(shop, payment)).toMatchObject({ status: "failed", amountCaptured: 0n })
    await capturedAgain(shop, payment)
    expect(await now(shop, payment)).toMatchObject({
      status: "partially_captured",
      amountCaptured: 1000n
    })
  })

  it("is not undone by an earlier capture notification that arrives later", async () => {
    const { shop, notify } = await notifyingShop(open)
    const payment = await shop.pay("approved")
    const reference = shop.lastAttempt(payment)
    const charge = {
      _tag: "Found",
      amount: 1250n,
      currency: "EUR",
      providerReference: "ch",
      rawCode: null,
      networkReference: null
    } as const
    await shop.run(shop.box.returnCapture(payment))
    const at = shop.clock.now()
    const capture = { ...charge, state: "captured" } as const
    const back = { ...charge, state: "returned" } as const
    await notify({ _tag: "Charge", id: "2", reference, charge: back, occurredAt: at })
    await notify({ _tag: "Charge", id: "1", reference, charge: capture, occurredAt: at - minute })
    expect((await now(shop, payment)).status).toBe("failed")
    await shop.elapse(minute)
    await notify({ _tag: "Charge", id: "3", reference, charge: capture, occurredAt: at + minute })
    expect((await now(shop, payment)).status).toBe("succeeded")
    await notify({ _tag: "Charge", id: "4", reference, charge: back, occurredAt: at })
    expect((await now(shop, payment)).status).toBe("succeeded")
    await shop.run(shop.box.captureAgain(payment))
  })

  it("before it was known declines the charge, and nothing is booked", async () => {
    const { shop, notify } = await notifyingShop(open)
    shop.box.script.charge(chargeThat.settles(10 * minute, "nsf"))
    const payment = await shop.pay("approved")
    const charge = {
      _tag: "Found",
      state: "returned",
      amount: 1250n,
      currency: "EUR",
      providerReference: "ch",
      rawCode: "nsf",
      networkReference: null
    } as const
    await notify({ _tag: "Charge", id: "1", reference: shop.lastAttempt(payment), charge })
    await shop.elapse(minute)
    expect((await now(shop, payment)).decline).toMatchObject({ code: "insufficient_funds" })
    expect(await shop.ledger(payment.id)).toEqual([])
  })

  it("can't be set by hand for an attempt in flight, or for a check of a card", async () => {
    const shop = await open()
    const { payments } = shop.shop()
    const pending = await shop.pay("pending")
    await expect(
      payments.resolveAttempt(shop.lastAttempt(pending), { _tag: "Returned" })
    ).rejects.toMatchObject({ _tag: "InvalidInput" })
    const verified = await shop.pay("approved", { type: "verify", amount: 0n })
    await expect(
      payments.resolveAttempt(shop.lastAttempt(verified), { _tag: "Returned" })
    ).rejects.toMatchObject({ _tag: "InvalidInput" })
  })
})
