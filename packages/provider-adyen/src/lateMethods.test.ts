import { describe, expect, it } from "vitest"
import { payBy } from "./testing/payBy.ts"

const dayMs = 86_400_000

describe("a voucher of Adyen's", () => {
  it("is paid days later, by the webhook", async () => {
    const { view, fake, reference, hear, statusOf } = await payBy("multibanco")
    expect(view).toMatchObject({ action: { type: "instructions" } })
    fake.settle(reference, true)
    await hear()
    expect(await statusOf()).toBe("succeeded")
    expect(fake.totals()).toEqual({ EUR: 1250 })
  })

  it("is charged once if it is paid after its end", async () => {
    const { clock, fake, reference, runDue, hear, paymentOf } = await payBy("multibanco")
    for (let days = 0; days < 6; days += 1) {
      await clock.advance(dayMs)
      await runDue()
    }
    expect((await paymentOf()).status).toBe("processing")
    fake.settle(reference, true)
    await hear()
    expect((await paymentOf()).status).toBe("succeeded")
    expect(fake.allPayments()).toHaveLength(1)
  })

  it("is declined once Adyen closes the offer, and the payer may pay otherwise", async () => {
    const { payer, fake, reference, hear } = await payBy("multibanco")
    fake.dashboard.closeOffer(reference)
    await hear()
    expect((await payer.status()).status).toBe("declined")
  })
})

describe("a debit at Adyen", () => {
  const details = { name: "Ada Lovelace", accountNumber: "NL13TEST0123456789" }

  it("is processing until the webhook reports that it succeeded", async () => {
    const { view, fake, reference, hear, statusOf } = await payBy("sepa_debit", details)
    expect(view.status).toBe("processing")
    fake.settle(reference, true)
    await hear()
    expect(await statusOf()).toBe("succeeded")
  })

  it("is declined if the bank refuses it days later", async () => {
    const { payer, fake, reference, hear } = await payBy("sepa_debit", details)
    fake.settle(reference, false)
    await hear()
    expect((await payer.status()).status).toBe("declined")
    expect(fake.totals()).toEqual({ EUR: 0 })
  })

  it("becomes a dispute if it is returned after it succeeded", async () => {
    const { fake, reference, hear, shop } = await payBy("sepa_debit", details)
    fake.settle(reference, true)
    await hear()
    fake.dashboard.dispute(reference, { eventCode: "CHARGEBACK" })
    await hear()
    const { data } = await shop.disputes.list()
    expect(data).toMatchObject([{ stage: "chargeback_received" }])
  })

  it("is returned if Adyen reports a failed capture", async () => {
    const { fake, reference, hear, paymentOf, alerts } = await payBy("sepa_debit", details)
    fake.settle(reference, true)
    await hear()
    fake.dashboard.failCapture(reference)
    await hear()
    expect((await paymentOf()).status).toBe("failed")
    expect(alerts).toContain("alert.capture_returned")
  })

  it("is declined without the account's number, and nothing is sent", async () => {
    const { view, fake, alerts } = await payBy("sepa_debit", { name: "Ada Lovelace" })
    expect(view.status).toBe("declined")
    expect(fake.allPayments()).toEqual([])
    expect(alerts).toEqual([])
  })
})

describe("a payment that is confirmed in an app", () => {
  it("is processing until the webhook reports the payer's answer", async () => {
    const details = { phone: "+351911234567", email: "ada@example.com" }
    const { view, fake, reference, hear, statusOf } = await payBy("mb_way", details)
    expect(view.status).toBe("processing")
    fake.payerAnswers(reference, true)
    await hear()
    expect(await statusOf()).toBe("succeeded")
  })
})

describe("an invoice by Klarna at Adyen", () => {
  const lineItems = [{ name: "Books", quantity: 1, amount: 1250n }]

  it("is held, captured, and refunded as a whole only", async () => {
    const world = await payBy("klarna", {}, { lineItems, captureMethod: "manual" })
    const { payer, view, fake, reference, runDue, hear, shop, paymentOf } = world
    expect(view.action?.type).toBe("redirect")
    const redirectResult = fake.payerAnswers(reference, true)
    await payer.confirm({ method: "apm", returned: { query: { redirectResult } } })
    const { id, status } = await paymentOf()
    expect(status).toBe("authorized")
    const part = shop.payments.capture(id, { amount: 500n }, { idempotencyKey: "part" })
    await expect(part).rejects.toMatchObject({ _tag: "InvalidInput" })
    await shop.payments.capture(id, {}, { idempotencyKey: "capture" })
    await runDue()
    await hear()
    expect(fake.totals()).toEqual({ EUR: 1250 })
    const refund = shop.payments.refund(id, { amount: 500n }, { idempotencyKey: "refund" })
    await expect(refund).rejects.toMatchObject({ _tag: "InvalidInput" })
    await shop.payments.refund(id, {}, { idempotencyKey: "all" })
    await runDue()
    await hear()
    expect((await paymentOf()).status).toBe("refunded")
  })
})
