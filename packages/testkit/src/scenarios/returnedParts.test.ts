import { ModificationCollection } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { everyRow } from "../audit/everyRow.ts"
import type { TestCardName } from "../sandbox/testCards.ts"
import { alertsOf, auditedShops, typesOf } from "./testing/auditedShops.ts"
import { capture, captureMore } from "./testing/holds.ts"
import { minute, type Shop } from "./testing/openShop.ts"
import { capturedAgain, now, refunded, returned } from "./testing/returning.ts"
import { balances } from "./testing/settlementReport.ts"

const open = auditedShops()

describe("a part of a hold that its provider takes back", () => {
  const authorization = { multipleCaptures: true } as const
  const captured = async () => {
    const shop = await open()
    const payment = await shop.pay("approved", { captureMethod: "manual", authorization })
    const capture = (amount: bigint, finalCapture: boolean) =>
      shop
        .shop()
        .payments.capture(payment.id, { amount, finalCapture }, { idempotencyKey: `${amount}` })
    await capture(400n, false)
    await shop.work()
    return { shop, payment, capture }
  }
  const statusIn = async (shop: Shop, id: string) =>
    (await shop.run(everyRow(shop.storage, shop.shop().scope, ModificationCollection))).find(
      (row) => row.id === id
    )?.status

  it("leaves the capture of the rest in flight", async () => {
    const { shop, payment, capture } = await captured()
    const rest = await capture(850n, true)
    await returned(shop, payment)
    expect(await statusIn(shop, rest.id)).toBe("pending")
    await shop.work()
    expect(await statusIn(shop, rest.id)).not.toBe("pending")
  })

  it("does not bring a capture about that was never made, when it is captured again", async () => {
    const { shop, payment, capture } = await captured()
    const rest = await capture(850n, true)
    await returned(shop, payment)
    await capturedAgain(shop, payment)
    expect(await now(shop, payment)).toMatchObject({ amountCaptured: 400n })
    expect(await statusIn(shop, rest.id)).toBe("pending")
    await shop.elapse(minute)
  })
})

describe("one of several captures that its provider takes back", () => {
  const order = { captureMethod: "manual", authorization: { multipleCaptures: true } } as const
  const paid = async (card: TestCardName = "approved") => {
    const shop = await open()
    const { id } = await shop.pay(card, order)
    const { payments } = shop.shop()
    const first = await payments.capture(
      id,
      { amount: 400n, finalCapture: false },
      { idempotencyKey: "first" }
    )
    await shop.work()
    const rest = await payments.capture(id, {}, { idempotencyKey: "rest" })
    await shop.work()
    return { shop, payment: await payments.retrieve(id), first, rest }
  }

  it("leaves the payment captured in part, until it is captured again", async () => {
    const { shop, payment, first, rest } = await paid()
    expect(payment).toMatchObject({ status: "succeeded", amountCaptured: 1250n })
    await returned(shop, payment, { capture: rest.id })
    expect(await now(shop, payment)).toMatchObject({
      status: "partially_captured",
      amountCaptured: 400n,
      amountCapturable: 0n
    })
    expect(alertsOf(shop)).toEqual(["alert.capture_returned"])
    expect(await balances(shop)).toEqual({ provider_receivable: 400n, merchant_payable: -400n })
    await expect(
      shop.run(shop.box.returnCapture(payment, { capture: first.id }))
    ).rejects.toMatchObject({ _tag: "NothingToNotify" })
    await capturedAgain(shop, payment, { capture: rest.id })
    expect(await now(shop, payment)).toMatchObject({ status: "succeeded", amountCaptured: 1250n })
    expect(await balances(shop)).toEqual({ provider_receivable: 1250n, merchant_payable: -1250n })
  })

  it("leaves the payment refunded, if more was refunded than the rest", async () => {
    const { shop, payment, rest } = await paid()
    await refunded(shop, payment, 849n)
    await shop.work()
    await returned(shop, payment, { capture: rest.id })
    expect(await now(shop, payment)).toMatchObject({
      status: "refunded",
      amountCaptured: 400n,
      amountRefunded: 849n
    })
    await expect(refunded(shop, payment, 1n)).rejects.toMatchObject({
      _tag: "PaymentNotRefundable"
    })
    await capturedAgain(shop, payment, { capture: rest.id })
    expect(await now(shop, payment)).toMatchObject({
      status: "partially_refunded",
      amountCaptured: 1250n
    })
  })

  it("leaves the rest to be refunded, and no more", async () => {
    const { shop, payment, first } = await paid()
    await returned(shop, payment, { capture: first.id })
    await expect(refunded(shop, payment, 851n)).rejects.toMatchObject({ _tag: "InvalidInput" })
    await refunded(shop, payment, 850n)
    await shop.work()
    expect(await now(shop, payment)).toMatchObject({ status: "refunded", amountRefunded: 850n })
  })

  it("leaves the payment refunded by a refund in flight of more than the rest", async () => {
    const { shop, payment, rest } = await paid("refund_pending")
    await refunded(shop, payment, 500n)
    await shop.work()
    await returned(shop, payment, { capture: rest.id })
    expect(await now(shop, payment)).toMatchObject({ status: "partially_captured" })
    await shop.elapse(minute)
    expect(await now(shop, payment)).toMatchObject({
      status: "refunded",
      amountCaptured: 400n,
      amountRefunded: 500n
    })
  })

  it("leaves a refunded payment refunded by another refund in flight", async () => {
    const { shop, payment, rest } = await paid("refund_pending")
    await refunded(shop, payment, 400n)
    await shop.work()
    await refunded(shop, payment, 450n)
    await shop.work()
    await returned(shop, payment, { capture: rest.id })
    await shop.elapse(minute)
    expect(await now(shop, payment)).toMatchObject({ status: "refunded", amountRefunded: 850n })
    const types = await typesOf(shop, payment.id)
    expect(types.filter((type) => type === "payment.refunded")).toHaveLength(1)
  })

  it("leaves the payment refunded until more is captured again than was refunded", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", order)
    const { id: small } = await captureMore(shop, payment, 200n)
    const { id: large } = await captureMore(shop, payment, 750n)
    await capture(shop, payment)
    await refunded(shop, payment, 700n)
    await shop.work()
    await returned(shop, payment, { capture: large })
    await returned(shop, payment, { capture: small })
    await capturedAgain(shop, payment, { capture: small })
    expect(await now(shop, payment)).toMatchObject({ status: "refunded", amountCaptured: 500n })
    await capturedAgain(shop, payment, { capture: large })
    expect(await now(shop, payment)).toMatchObject({
      status: "partially_refunded",
      amountCaptured: 1250n
    })
  })
})
