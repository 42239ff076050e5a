import { describe, expect, it } from "vitest"
import { modificationThat } from "../sandbox/conduct.ts"
import { alertsOf, auditedShops, typesOf } from "./testing/auditedShops.ts"
import { atBank, capture, captureMore, hold, increment, standing } from "./testing/holds.ts"
import { day, hour, minute } from "./testing/openShop.ts"

const open = auditedShops()

describe("an increment of a hold", () => {
  it("raises the payment to the new total, with an event", async () => {
    const shop = await open()
    const payment = await hold(shop)
    const made = await increment(shop, payment, 2000n)
    expect(made).toMatchObject({
      object: "increment",
      status: "pending",
      amount: 2000n,
      currency: "EUR",
      payment: payment.id
    })
    expect(await standing(shop, payment)).toEqual({
      status: "authorized",
      amount: 2000n,
      amountCapturable: 2000n,
      amountCaptured: 0n
    })
    expect((await typesOf(shop, payment.id)).at(-1)).toBe("payment.amount_capturable_updated")
    await capture(shop, payment)
    expect(await standing(shop, payment)).toMatchObject({
      status: "succeeded",
      amountCaptured: 2000n
    })
    expect(await atBank(shop)).toMatchObject({ captured: 2000n })
  })

  it("that the issuer declines leaves the hold as it was, and keeps the provider's code", async () => {
    const shop = await open()
    const held = await hold(shop, { incremental: true }, "increment_declined")
    await increment(shop, held, 2000n)
    expect(await standing(shop, held)).toMatchObject({
      status: "authorized",
      amount: 1250n,
      amountCapturable: 1250n
    })
    expect((await typesOf(shop, held.id)).at(-1)).toBe("increment.failed")
    await capture(shop, held)
    expect(await standing(shop, held)).toMatchObject({ status: "succeeded" })
  })

  it("is raised once, also if its answer is lost", async () => {
    const shop = await open()
    const payment = await hold(shop)
    shop.box.script.increment(modificationThat.throwsAfterwards())
    await increment(shop, payment, 2000n)
    await shop.elapse(minute)
    expect(await standing(shop, payment)).toMatchObject({ amount: 2000n })
    expect(await shop.run(shop.box.bank.doubled())).toEqual([])
  })

  it("waits for a capture, and a capture waits for it", async () => {
    const shop = await open()
    const payment = await hold(shop)
    shop.box.script.increment(modificationThat.settles(minute))
    await increment(shop, payment, 2000n)
    await expect(capture(shop, payment)).rejects.toMatchObject({ _tag: "PaymentNotCapturable" })
    await shop.elapse(hour)
    await capture(shop, payment, { amount: 1500n })
    expect(await standing(shop, payment)).toMatchObject({
      status: "partially_captured",
      amountCaptured: 1500n
    })
    await expect(increment(shop, payment, 3000n)).rejects.toMatchObject({
      _tag: "PaymentNotCapturable"
    })
  })

  it("may follow a captured part, which belongs to the total", async () => {
    const shop = await open()
    const payment = await hold(shop)
    await captureMore(shop, payment, 1000n)
    await increment(shop, payment, 2000n)
    expect(await standing(shop, payment)).toMatchObject({
      status: "partially_captured",
      amount: 2000n,
      amountCapturable: 1000n,
      amountCaptured: 1000n
    })
    await capture(shop, payment)
    expect(await standing(shop, payment)).toMatchObject({
      status: "succeeded",
      amountCaptured: 2000n
    })
  })

  it("moves the end of the hold if the provider says so", async () => {
    const shop = await open()
    const payment = await hold(shop)
    const holdsUntil = shop.clock.now() + 10 * day
    shop.box.script.increment(
      modificationThat.says({ _tag: "Succeeded", providerReference: "inc_1", holdsUntil })
    )
    await increment(shop, payment, 2000n)
    await shop.elapse(8 * day)
    expect(alertsOf(shop)).toEqual([])
    expect(await standing(shop, payment)).toMatchObject({ status: "authorized" })
    await shop.run(shop.box.bank.charges())
  })

  it("needs more than the present total, a payment that asked for it, and a provider that can", async () => {
    const shop = await open()
    const payment = await hold(shop)
    await expect(increment(shop, payment, 1250n)).rejects.toMatchObject({
      _tag: "InvalidInput",
      param: "amount",
      message: expect.stringContaining("more than 1250")
    })
    const plain = await shop.pay("approved", { captureMethod: "manual" })
    await expect(increment(shop, plain, 2000n)).rejects.toMatchObject({
      _tag: "PaymentNotCapturable",
      message: expect.stringContaining("authorization.incremental")
    })
    const other = await open({ providers: [{ capabilities: { incrementalAuthorization: false } }] })
    const held = await hold(other)
    await expect(increment(other, held, 2000n)).rejects.toMatchObject({
      _tag: "PaymentNotCapturable",
      message: expect.stringContaining("can't raise a hold")
    })
  })
})

describe("a capture of more than is held", () => {
  it("is allowed up to the provider's limit if the payment asked for it", async () => {
    const shop = await open()
    const payment = await hold(shop, { overCapture: true })
    await expect(capture(shop, payment, { amount: 1438n })).rejects.toMatchObject({
      code: "amount_too_large",
      param: "amount"
    })
    await capture(shop, payment, { amount: 1437n })
    expect(await standing(shop, payment)).toEqual({
      status: "succeeded",
      amount: 1250n,
      amountCapturable: 0n,
      amountCaptured: 1437n
    })
    expect(await atBank(shop)).toMatchObject({ captured: 1437n })
    await shop.shop().payments.refund(payment.id, { amount: 1437n }, { idempotencyKey: "refund" })
    await shop.work()
    expect(await standing(shop, payment)).toMatchObject({ status: "refunded" })
  })

  it("is refused if the payment did not ask for it", async () => {
    const shop = await open()
    const payment = await hold(shop)
    await expect(capture(shop, payment, { amount: 1251n })).rejects.toMatchObject({
      code: "amount_too_large",
      param: "amount"
    })
  })
})
