import { inspect } from "node:util"
import { describe, expect, it } from "vitest"
import { openAdyenShop } from "./testing/openAdyenShop.ts"

describe("payments at Adyen", () => {
  it("are charged once, booked as at Adyen, and unchanged by the webhook", async () => {
    const { fake, pay, hear, shop } = await openAdyenShop()
    const payment = await pay()
    expect(payment).toMatchObject({ status: "succeeded", amountCaptured: 1250n })
    expect(fake.allPayments()).toMatchObject([
      { reference: payment.attempts[0], status: "authorised", captured: 1250 }
    ])
    await hear()
    expect((await shop.payments.retrieve(payment.id)).amountCaptured).toBe(1250n)
    expect(fake.totals()).toEqual({ EUR: 1250 })
  })

  it("count ISK as Adyen does", async () => {
    const { fake, pay } = await openAdyenShop()
    const payment = await pay("J. Payer", { amount: 500n, currency: "ISK" })
    expect(payment).toMatchObject({ status: "succeeded", amountCaptured: 500n })
    expect(fake.totals()).toEqual({ ISK: 50_000 })
  })

  it("that are declined have a reason, of which payers see only a part", async () => {
    const { pay, hear, shop } = await openAdyenShop()
    const payment = await pay("BLOCK_CARD : 43")
    expect(payment).toMatchObject({ status: "declined", decline: { code: "card_declined" } })
    expect(payment.decline?.advice).toBe("do_not_retry")
    await hear()
    expect(await shop.payments.explain(payment.id)).toMatchObject([
      { rawCode: "5", networkCode: "43", status: "declined" }
    ])
  })

  it("are held, captured in part and refunded in part, once the webhook reports it", async () => {
    const { fake, pay, shop, runDue, hear } = await openAdyenShop()
    const held = await pay("J. Payer", { captureMethod: "manual" })
    expect(held.status).toBe("authorized")
    await shop.payments.capture(held.id, { amount: 1000n }, { idempotencyKey: "capture" })
    await runDue()
    await hear()
    expect(await shop.payments.retrieve(held.id)).toMatchObject({ amountCaptured: 1000n })
    await shop.payments.refund(held.id, { amount: 400n }, { idempotencyKey: "refund" })
    await runDue()
    await hear()
    expect(await shop.payments.retrieve(held.id)).toMatchObject({
      status: "partially_refunded",
      amountCaptured: 1000n,
      amountRefunded: 400n
    })
    expect(fake.totals()).toEqual({ EUR: 600 })
  })

  it("are voided if nothing was captured", async () => {
    const { fake, pay, shop, runDue, hear } = await openAdyenShop()
    const held = await pay("J. Payer", { captureMethod: "manual" })
    await shop.payments.void(held.id, {}, { idempotencyKey: "void" })
    await runDue()
    await hear()
    expect((await shop.payments.retrieve(held.id)).status).toBe("voided")
    expect(fake.allPayments()[0]?.status).toBe("cancelled")
  })

  it.each([["drops_after"], ["fails_after"], ["drops_before"]] as const)(
    "are charged once where a call %s, and sent again",
    async (tag) => {
      const { fake, pay, shop, recover } = await openAdyenShop()
      fake.events.sendTo(null)
      fake.faults.next(tag === "fails_after" ? { _tag: tag, status: 502 } : { _tag: tag }, "charge")
      const payment = await pay()
      expect(payment.status).toBe("processing")
      await recover()
      expect(fake.allPayments()).toHaveLength(1)
      expect((await shop.payments.retrieve(payment.id)).status).toBe("succeeded")
    }
  )

  it("are declined by an error of the card, unless they were sent before", async () => {
    const { fake, pay, shop, recover } = await openAdyenShop()
    fake.events.sendTo(null)
    fake.failCards("172")
    expect((await pay()).status).toBe("declined")
    fake.failCards(null)
    fake.faults.next({ _tag: "drops_after" }, "charge")
    const payment = await pay()
    fake.failCards("172")
    await recover()
    expect((await shop.payments.retrieve(payment.id)).status).toBe("processing")
    fake.failCards(null)
    for (let asked = 0; asked < 20; asked += 1) await recover()
    expect((await shop.payments.retrieve(payment.id)).status).toBe("succeeded")
    expect(fake.totals()).toEqual({ EUR: 1250 })
  })

  it.each([
    ["137", "use_another_method"],
    ["181", "correct_details"],
    ["131", "correct_details"]
  ])("are declined by error %s of the request, without an alert: %s", async (code, advice) => {
    const { fake, pay, shop, alerts } = await openAdyenShop()
    fake.failCards(code)
    const payment = await pay()
    expect(payment).toMatchObject({
      status: "declined",
      decline: { code: "processing_error", category: "configuration", advice, retryAfter: null }
    })
    const [attempt] = await shop.payments.explain(payment.id)
    expect(attempt?.rawCode).toBe(`error_${code}`)
    expect(alerts).toEqual([])
  })

  it.each(["138", "189", "14_006"])(
    "fail by error %s, which is no fault of the request, and raise an alert",
    async (code) => {
      const { fake, pay, alerts } = await openAdyenShop()
      fake.failCards(code)
      expect((await pay()).status).toBe("failed")
      expect(alerts).toEqual(["alert.account_refused"])
    }
  )

  it("whose webhook comes before the answer, and twice, are booked once", async () => {
    const { fake, pay, hear, shop } = await openAdyenShop()
    fake.events.setFaults({ beforeAnswer: true, duplicates: 1 })
    const payment = await pay()
    await hear()
    expect(await shop.payments.retrieve(payment.id)).toMatchObject({
      status: "succeeded",
      amountCaptured: 1250n
    })
  })

  it("whose answer is lost are settled by the webhook", async () => {
    const { fake, pay, hear, shop } = await openAdyenShop()
    fake.faults.next({ _tag: "drops_after" }, "charge")
    const payment = await pay()
    await hear()
    expect((await shop.payments.retrieve(payment.id)).status).toBe("succeeded")
  })

  it("that Adyen decides later are settled by the webhook", async () => {
    const { fake, pay, hear, shop } = await openAdyenShop()
    const payment = await pay("PENDING")
    expect(payment.status).toBe("processing")
    fake.settle(payment.attempts[0] ?? "", true)
    await hear()
    expect((await shop.payments.retrieve(payment.id)).status).toBe("succeeded")
  })

  it("for less than requested are returned, and declined", async () => {
    const { fake, pay, hear } = await openAdyenShop()
    fake.faults.next({ _tag: "takes_half" }, "charge")
    const payment = await pay()
    expect(payment).toMatchObject({ status: "declined", decline: { code: "insufficient_funds" } })
    await hear()
    expect(fake.totals()).toEqual({ EUR: 0 })
  })

  it("on an account whose key was revoked are refused, and raise an alert", async () => {
    const { fake, pay, shop, alerts } = await openAdyenShop()
    const { paymentInstrument } = await pay()
    const { apiKey } = fake.account()
    fake.revoke("main")
    const payment = await shop.payments.create(
      {
        amount: 1250n,
        currency: "EUR",
        type: "one_off",
        paymentInstrument: String(paymentInstrument)
      },
      { idempotencyKey: "refused" }
    )
    expect(payment.status).toBe("failed")
    expect(alerts).toContain("alert.account_refused")
    expect(inspect(await shop.payments.explain(payment.id))).not.toContain(apiKey)
  })

  it("of a card without an acquirer fail at once, and raise an alert", async () => {
    const { pay, fake, alerts } = await openAdyenShop({}, { schemes: ["mc"] })
    expect((await pay()).status).toBe("failed")
    expect(alerts).toContain("alert.account_refused")
    expect(fake.allPayments()).toEqual([])
  })

  it("are never retried if Visa forbids that, even if the answer names no scheme", async () => {
    const { pay } = await openAdyenShop()
    expect((await pay("DECLINED : 14")).decline?.advice).toBe("do_not_retry")
  })

  it("are repeated by the agreement of the first one, with its network reference", async () => {
    const { pay, shop, fake } = await openAdyenShop()
    const first = await pay("J. Payer", {
      type: "subscription_initial",
      storedCredential: { usage: "recurring" }
    })
    const again = await shop.payments.create(
      {
        amount: 999n,
        currency: "EUR",
        type: "subscription_rebill",
        paymentInstrument: String(first.paymentInstrument)
      },
      { idempotencyKey: "rebill" }
    )
    expect(again.status).toBe("succeeded")
    expect(fake.totals()).toEqual({ EUR: 2249 })
  })
})

describe("an external change at Adyen", () => {
  it("is a refund of the payment if somebody refunds it in the Customer Area", async () => {
    const { fake, pay, hear, shop } = await openAdyenShop()
    const payment = await pay()
    fake.dashboard.refund(payment.attempts[0] ?? "", 250)
    await hear()
    expect(await shop.payments.retrieve(payment.id)).toMatchObject({
      status: "partially_refunded",
      amountRefunded: 250n
    })
  })

  it("is a capture of the payment if somebody captures it in the Customer Area", async () => {
    const { fake, pay, hear, shop } = await openAdyenShop()
    const held = await pay("J. Payer", { captureMethod: "manual" })
    await hear()
    fake.dashboard.capture(held.attempts[0] ?? "", 800)
    await hear()
    expect(await shop.payments.retrieve(held.id)).toMatchObject({ amountCaptured: 800n })
  })

  it.each(["REFUND_FAILED", "REFUNDED_REVERSED"] as const)(
    "is a refund that comes back after it had succeeded, told as %s",
    async (as) => {
      const { fake, pay, hear, shop, runDue } = await openAdyenShop()
      const payment = await pay()
      const { id } = await shop.payments.refund(payment.id, {}, { idempotencyKey: "refund" })
      await runDue()
      await hear()
      expect((await shop.payments.retrieve(payment.id)).status).toBe("refunded")
      fake.dashboard.failRefund(id, as)
      await hear()
      expect(await shop.payments.retrieve(payment.id)).toMatchObject({
        status: "succeeded",
        amountRefunded: 0n
      })
    }
  )

  it("is the end of a hold if Adyen expires it", async () => {
    const { fake, pay, hear, shop } = await openAdyenShop()
    const held = await pay("J. Payer", { captureMethod: "manual" })
    await hear()
    fake.dashboard.expire(held.attempts[0] ?? "")
    await hear()
    expect((await shop.payments.retrieve(held.id)).status).toBe("expired")
  })

  it("is an automatic capture that fails later, and one that is repeated", async () => {
    const { fake, pay, hear, alerts, shop } = await openAdyenShop()
    const payment = await pay()
    await hear()
    fake.dashboard.failCapture(payment.attempts[0] ?? "")
    await hear()
    expect(alerts).toEqual(["alert.capture_returned"])
    expect(await shop.payments.retrieve(payment.id)).toMatchObject({
      status: "failed",
      amountCaptured: 0n
    })
    await expect(
      shop.payments.refund(payment.id, {}, { idempotencyKey: "refund" })
    ).rejects.toMatchObject({ _tag: "PaymentNotRefundable" })
    fake.dashboard.recapture(payment.attempts[0] ?? "")
    await hear()
    expect((await shop.payments.retrieve(payment.id)).status).toBe("succeeded")
  })

  it("is an own capture that fails later, and is repeated under the same references", async () => {
    const { fake, pay, hear, alerts, shop, runDue, recover } = await openAdyenShop()
    const { id } = await pay("J. Payer", { captureMethod: "manual" })
    await hear()
    const capture = await shop.payments.capture(id, {}, { idempotencyKey: "capture" })
    await runDue()
    await hear()
    for (const _ of [1, 2]) {
      await recover()
      fake.dashboard.failCapture(capture.id)
      await hear()
      expect(await shop.payments.retrieve(id)).toMatchObject({
        status: "failed",
        amountCaptured: 0n
      })
      await recover()
      fake.dashboard.recapture(capture.id)
      await hear()
      expect((await shop.payments.retrieve(id)).status).toBe("succeeded")
    }
    expect(alerts).toEqual(["alert.capture_returned", "alert.capture_returned"])
  })
})
