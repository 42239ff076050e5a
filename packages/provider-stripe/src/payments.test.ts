import { inspect } from "node:util"
import { describe, expect, it } from "vitest"
import { openStripeShop } from "./testing/openStripeShop.ts"

describe("payments at Stripe", () => {
  it("are charged once, and booked as at Stripe", async () => {
    const { fake, pay, hear, shop } = await openStripeShop()
    const payment = await pay("pm_card_visa")
    expect(payment).toMatchObject({ status: "succeeded", amountCaptured: 1250n })
    const [made, ...others] = fake.allPayments()
    expect(others).toEqual([])
    expect(made?.payment.metadata.payloom_reference).toBe(payment.attempts[0])
    await hear()
    expect((await shop.payments.retrieve(payment.id)).status).toBe("succeeded")
  })

  it("that are declined have a reason, and can't be paid once Stripe has reported it", async () => {
    const { fake, pay, hear, shop } = await openStripeShop()
    const payment = await pay("pm_card_visa_chargeDeclinedLostCard")
    expect(payment).toMatchObject({ status: "declined", decline: { code: "card_declined" } })
    const [attempt] = await shop.payments.explain(payment.id)
    expect(attempt).toMatchObject({ rawCode: "lost_card" })
    expect(payment.decline?.advice).toBe("do_not_retry")
    await hear()
    expect(fake.allPayments()[0]?.payment.status).toBe("canceled")
  })

  it("are held, captured in part and refunded in part", async () => {
    const { fake, pay, shop, runDue } = await openStripeShop()
    const held = await pay("pm_card_visa", { captureMethod: "manual" })
    expect(held.status).toBe("authorized")
    await shop.payments.capture(held.id, { amount: 1000n }, { idempotencyKey: "capture" })
    await runDue()
    await shop.payments.refund(held.id, { amount: 400n }, { idempotencyKey: "refund" })
    await runDue()
    expect(await shop.payments.retrieve(held.id)).toMatchObject({
      status: "partially_refunded",
      amountCaptured: 1000n,
      amountRefunded: 400n
    })
    expect(fake.allPayments()[0]?.charge).toMatchObject({
      amount: 1250,
      amount_captured: 1000,
      amount_refunded: 400
    })
  })

  it("are voided if nothing was captured", async () => {
    const { fake, pay, shop, runDue } = await openStripeShop()
    const held = await pay("pm_card_visa", { captureMethod: "manual" })
    await shop.payments.void(held.id, {}, { idempotencyKey: "void" })
    await runDue()
    expect((await shop.payments.retrieve(held.id)).status).toBe("voided")
    expect(fake.allPayments()[0]?.payment.status).toBe("canceled")
  })

  it("whose holds expire at Stripe expire", async () => {
    const { fake, pay, shop, hear } = await openStripeShop()
    const held = await pay("pm_card_visa", { captureMethod: "manual" })
    fake.dashboard.expire(held.attempts[0] ?? "")
    await hear()
    expect((await shop.payments.retrieve(held.id)).status).toBe("expired")
  })

  it.each([["drops_after"], ["fails_after"], ["drops_before"]] as const)(
    "are charged once at most where a call %s, and found out",
    async (tag) => {
      const { fake, pay, shop, recover } = await openStripeShop()
      fake.faults.next(tag === "fails_after" ? { _tag: tag, status: 502 } : { _tag: tag }, "charge")
      const payment = await pay("pm_card_visa")
      expect(payment.status).toBe("processing")
      await recover()
      const isCharged = fake.allPayments().some(({ charge }) => charge !== null)
      expect(isCharged).toBe(tag !== "drops_before")
      const { status } = await shop.payments.retrieve(payment.id)
      expect(status).toBe(isCharged ? "succeeded" : "processing")
    }
  )

  it("show the descriptor that was sent to Stripe, if it was changed", async () => {
    const { fake, pay, shop } = await openStripeShop()
    const [mid] = await shop.routing.listMids()
    await shop.routing.updateMid(mid?.id ?? "", { statementDescriptor: "Joe's *Books*" })
    const { id } = await pay("pm_card_visa")
    const sent = "Joes Books"
    expect(fake.allPayments()[0]?.payment.statement_descriptor_suffix).toBe(sent)
    expect(await shop.payments.explain(id)).toMatchObject([
      { changedDetails: [{ field: "statement_descriptor", sent }] }
    ])
  })

  it("whose webhook comes before the answer are booked once", async () => {
    const { fake, pay, hear, shop } = await openStripeShop()
    fake.faults.next({ _tag: "holds_after", ms: 150 }, "charge")
    const paying = pay("pm_card_visa")
    await expect.poll(() => fake.allPayments().length).toBe(1)
    await hear()
    const payment = await paying
    expect(await shop.payments.retrieve(payment.id)).toMatchObject({
      status: "succeeded",
      amountCaptured: 1250n
    })
  })

  it("for another amount than requested stay unknown, and raise an alert", async () => {
    const { fake, pay, alerts } = await openStripeShop()
    fake.faults.next({ _tag: "takes_half" }, "charge")
    expect((await pay("pm_card_visa")).status).toBe("processing")
    expect(alerts).toContain("alert.amount_mismatch")
  })

  it("on an account whose key was revoked are refused, and raise an alert", async () => {
    const { fake, shop, alerts } = await openStripeShop()
    const { id } = await shop.cards.save({ ciphertext: "pm_card_visa" })
    const { apiKey } = fake.account()
    fake.revoke("main")
    const payment = await shop.payments.create(
      { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument: id },
      { idempotencyKey: "refused" }
    )
    expect(payment.status).toBe("failed")
    expect(alerts).toContain("alert.account_refused")
    expect(inspect(await shop.payments.explain(payment.id))).not.toContain(apiKey)
    expect(fake.allPayments()).toEqual([])
  })
})

describe("an external change at Stripe", () => {
  it("is a refund of the payment if somebody refunds it in the dashboard", async () => {
    const { fake, pay, hear, shop } = await openStripeShop()
    const payment = await pay("pm_card_visa")
    fake.dashboard.refund(payment.attempts[0] ?? "", 250)
    await hear()
    expect(await shop.payments.retrieve(payment.id)).toMatchObject({
      status: "partially_refunded",
      amountRefunded: 250n
    })
  })

  it("is a refund that fails after it had succeeded", async () => {
    const { fake, pay, hear, shop, runDue } = await openStripeShop()
    const payment = await pay("pm_card_visa")
    await shop.payments.refund(payment.id, {}, { idempotencyKey: "refund" })
    await runDue()
    expect((await shop.payments.retrieve(payment.id)).status).toBe("refunded")
    const [made] = fake.allPayments()
    fake.settleRefund(made?.refunds[0]?.id ?? "", false)
    await hear()
    expect(await shop.payments.retrieve(payment.id)).toMatchObject({
      status: "succeeded",
      amountRefunded: 0n
    })
  })

  it("is a dispute, which is lost or won", async () => {
    const { fake, pay, hear, shop, clock } = await openStripeShop()
    for (const end of ["won", "lost"] as const) {
      const payment = await pay("pm_card_visa")
      const { id } = fake.dashboard.dispute(payment.attempts[0] ?? "")
      await hear()
      const disputed = (await shop.disputes.list({})).data.find(
        (dispute) => dispute.payment === payment.id
      )
      expect(disputed).toMatchObject({ stage: "evidence_required", amount: 1250n })
      expect(disputed?.evidenceDueBy).toBeGreaterThan(clock.now())
      fake.dashboard.moveDispute(id, "under_review")
      fake.dashboard.moveDispute(id, end)
      await hear()
      const moved = await shop.disputes.retrieve(disputed?.id ?? "")
      expect(moved.stage).toBe(end)
    }
  })
})

describe("agreements at Stripe", () => {
  it("continue without the payer, with the card that the first payment saved", async () => {
    const { fake, pay, shop } = await openStripeShop()
    const first = await pay("pm_card_visa", { type: "subscription_initial" })
    const card = first.paymentInstrument ?? ""
    const rebill = await shop.payments.create(
      {
        amount: 900n,
        currency: "EUR",
        type: "subscription_rebill",
        paymentInstrument: card
      },
      { idempotencyKey: "rebill" }
    )
    expect(rebill.status).toBe("succeeded")
    const [, second] = fake.allPayments()
    expect(second?.payment).toMatchObject({ amount: 900, status: "succeeded" })
  })

  it("whose card requires its absent payer are canceled and declined", async () => {
    const { fake, pay, shop } = await openStripeShop()
    for (const type of ["one_off", "subscription_initial", "verify"] as const) {
      const amount = type === "verify" ? 0n : 1250n
      const first = await pay("pm_card_authenticationRequired", { type, amount })
      expect(first).toMatchObject({
        status: "declined",
        decline: { code: "authentication_required" }
      })
      const [attempt] = await shop.payments.explain(first.id)
      expect(attempt?.rawCode).toBe("requires_action")
    }
    const left = fake.allPayments().map(({ payment }) => payment.status)
    expect(left).toEqual(["canceled", "canceled"])
  })

  it("that a merchant begins, on a card that was saved before, are charged", async () => {
    const { fake, pay } = await openStripeShop()
    const begun = await pay("pm_card_visa", {
      type: "subscription_rebill",
      storedCredential: { usage: "recurring" }
    })
    expect(begun.status).toBe("succeeded")
    expect(fake.allPayments()).toMatchObject([{ payment: { setup_future_usage: null } }])
  })
})
