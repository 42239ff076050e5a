import { describe, expect, it } from "vitest"
import { ada, openMethodSession as openSession } from "./testing/openMethodSession.ts"

describe("a session that is paid by an alternative method at Stripe", () => {
  it("shows a voucher, and succeeds when the payer has paid days later", async () => {
    const { fake, choose, hear, clock, runDue, retrieve, paymentOf } = await openSession("MXN")
    const asked = await choose("oxxo", ada)
    expect(asked.action).toMatchObject({ type: "instructions" })
    await clock.advance(2 * 86_400_000)
    await runDue()
    expect((await retrieve()).status).not.toBe("succeeded")
    fake.payerAnswers(fake.allPayments()[0]?.payment.id ?? "", true)
    await hear()
    expect(await retrieve()).toMatchObject({ status: "succeeded" })
    expect(await paymentOf()).toMatchObject({ status: "succeeded", amountCaptured: 1250n })
  })

  it("is declined if a fact is missing, and the payer may enter it and try again", async () => {
    const { fake, choose } = await openSession("MXN")
    const declined = await choose("oxxo", { name: "Ada Lovelace" })
    expect(declined.decline).toMatchObject({ advice: "correct_details" })
    expect(fake.allPayments()).toEqual([])
    expect((await choose("oxxo", ada)).action).toMatchObject({ type: "instructions" })
  })

  it("is processing while a debit takes days, and fails with the bank's reason", async () => {
    const { fake, choose, hear, paymentOf } = await openSession("EUR")
    const details = { ...ada, accountNumber: "DE89370400440532013000" }
    const asked = await choose("sepa_debit", details)
    expect(asked.status).toBe("processing")
    fake.settle(fake.allPayments()[0]?.payment.id ?? "", false)
    await hear()
    expect(await paymentOf()).toMatchObject({
      status: "declined",
      decline: { code: "insufficient_funds" }
    })
  })

  it("holds the money of Klarna, which is captured in part and refunded", async () => {
    const { fake, choose, hear, shop, runDue, paymentOf } = await openSession("EUR", {
      captureMethod: "manual"
    })
    expect((await choose("klarna")).action).toMatchObject({ type: "redirect" })
    fake.payerAnswers(fake.allPayments()[0]?.payment.id ?? "", true)
    await hear()
    const { id, status } = await paymentOf()
    expect(status).toBe("authorized")
    await shop.payments.capture(id, { amount: 1000n }, { idempotencyKey: "capture" })
    await runDue()
    await shop.payments.refund(id, { amount: 400n }, { idempotencyKey: "refund" })
    await runDue()
    expect(await paymentOf()).toMatchObject({ amountCaptured: 1000n, amountRefunded: 400n })
  })

  it("offers only methods that can be held if the capture is manual", async () => {
    const { payer } = await openSession("EUR", { captureMethod: "manual" })
    const { apm } = (await payer.read()).methodTypes
    expect(apm?.toSorted()).toEqual(["amazon_pay", "klarna", "paypal", "revolut_pay"])
  })

  it("offers only the methods of its currency", async () => {
    const { payer } = await openSession("MXN")
    const { apm } = (await payer.read()).methodTypes
    expect(apm?.toSorted()).toEqual(["bank_transfer", "oxxo"])
  })
})
