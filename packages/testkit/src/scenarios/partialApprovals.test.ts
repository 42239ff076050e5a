import { describe, expect, it } from "vitest"
import { chargeThat } from "../sandbox/conduct.ts"
import { alertsOf, auditedShops, typesOf } from "./testing/auditedShops.ts"
import { atBank, capture, hold, standing } from "./testing/holds.ts"
import { minute } from "./testing/openShop.ts"

const open = auditedShops()

const accepting = { authorization: { partial: true } }

describe("an approval of a part of the amount", () => {
  it("leaves a payment that accepts it partially captured, with that part in the ledger", async () => {
    const shop = await open()
    const payment = await shop.pay("approved_in_part", accepting)
    expect(payment).toMatchObject({
      status: "partially_captured",
      amount: 1250n,
      amountCaptured: 625n,
      amountCapturable: 0n
    })
    expect((await typesOf(shop, payment.id)).at(-1)).toBe("payment.captured")
    const groups = await shop.ledger(payment.id)
    expect(groups.map(({ kind, entries }) => [kind, entries[0]?.amount])).toEqual([
      ["capture", 625n]
    ])
    await shop.shop().payments.refund(payment.id, {}, { idempotencyKey: "refund" })
    await shop.work()
    expect(await standing(shop, payment)).toMatchObject({ status: "refunded" })
    expect(await atBank(shop)).toMatchObject({ captured: 625n, refunded: 625n })
  })

  it("holds that part of a payment that accepts it, and captures no more", async () => {
    const shop = await open()
    const payment = await hold(shop, { partial: true }, "approved_in_part")
    expect(payment).toMatchObject({ status: "authorized", amountCapturable: 625n })
    await expect(capture(shop, payment, { amount: 626n })).rejects.toMatchObject({
      code: "amount_too_large",
      param: "amount"
    })
    await capture(shop, payment)
    expect(await standing(shop, payment)).toMatchObject({
      status: "partially_captured",
      amountCaptured: 625n,
      amountCapturable: 0n
    })
  })

  it("of a hold can be voided whole", async () => {
    const shop = await open()
    const payment = await hold(shop, { partial: true }, "approved_in_part")
    await shop.shop().payments.void(payment.id, {}, { idempotencyKey: "void" })
    await shop.work()
    expect(await standing(shop, payment)).toMatchObject({ status: "voided", amountCapturable: 0n })
  })

  it("is found by a look-up as well", async () => {
    const shop = await open()
    shop.box.script.charge(chargeThat.throwsAfterCharging(-650n))
    const payment = await shop.pay("approved", accepting)
    expect(payment.status).toBe("processing")
    await shop.elapse(minute)
    expect(await standing(shop, payment)).toMatchObject({
      status: "partially_captured",
      amountCaptured: 600n
    })
  })

  it.each([
    ["captured", "automatic"],
    ["held", "manual"]
  ] as const)(
    "that was %s is returned if the payment doesn't accept parts, which is declined",
    async (_, captureMethod) => {
      const shop = await open()
      shop.box.script.charge(chargeThat.isApprovedWithSurplus(-650n))
      const payment = await shop.pay("approved", { captureMethod })
      expect(payment).toMatchObject({
        status: "declined",
        amountCaptured: 0n,
        decline: { code: "insufficient_funds", category: "soft" }
      })
      await shop.work()
      const { captured, refunded, voided } = await atBank(shop)
      expect(captured - refunded).toBe(0n)
      expect(captureMethod === "manual" ? voided : refunded).toBe(600n)
      expect(alertsOf(shop)).toEqual(["alert.late_charge_reversed"])
    }
  )

  it("is not believed of a provider without partial approvals", async () => {
    const shop = await open({ providers: [{ capabilities: { partialApproval: false } }] })
    shop.box.script.charge(chargeThat.isApprovedWithSurplus(-650n))
    const payment = await shop.pay("approved", accepting)
    expect(payment.status).toBe("processing")
    expect(alertsOf(shop)).toEqual(["alert.amount_mismatch"])
  })
})
