import type { DisputeNotification, DisputeStage, Payment } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { modificationThat } from "../sandbox/conduct.ts"
import { alertsOf, auditedShops, typesOf } from "./testing/auditedShops.ts"
import { notifyingShop } from "./testing/notifyingShop.ts"
import { day, type Shop } from "./testing/openShop.ts"
import { balances, movementsOn, reconcile, reported } from "./testing/settlementReport.ts"

const audited = auditedShops()

/** Opens a shop whose provider reports disputes of a payment. */
const open = async () => {
  const { shop, receive, dispute } = await notifyingShop(audited)
  return {
    shop,
    /** Delivers the last notification again. */
    again: receive,
    dispute: (
      payment: Pick<Payment, "attempts">,
      stage: DisputeStage,
      fields: Partial<DisputeNotification["dispute"]> = {},
      at?: string
    ) => dispute(shop.lastAttempt(payment), { stage, ...fields }, at)
  }
}

const only = async (shop: Shop) => {
  const { data } = await shop.shop().disputes.list()
  expect(data).toHaveLength(1)
  return data[0] as (typeof data)[number]
}

const told = async (shop: Shop, payment: Payment) =>
  (await typesOf(shop, payment.id)).filter((type) => type.startsWith("dispute."))

describe("a dispute that a provider reports", () => {
  it("is recorded with its payment, reason, amount and account", async () => {
    const { shop, dispute } = await open()
    const payment = await shop.pay("approved")
    const evidenceDueBy = shop.clock.now() + 10 * day
    await dispute(payment, "chargeback_received", { amount: 500n, evidenceDueBy })
    expect(await only(shop)).toEqual({
      object: "dispute",
      id: expect.stringMatching(/^dispute_/),
      payment: payment.id,
      stage: "chargeback_received",
      reason: "fraud",
      reasonRaw: "10.4",
      source: "provider",
      liabilityShift: false,
      evidenceDueBy,
      receivedAt: shop.clock.now(),
      resolvedAt: null,
      created: shop.clock.now(),
      amount: 500n,
      currency: "EUR",
      providerAmount: 500n,
      providerCurrency: "EUR",
      mid: shop.mids[0]
    })
  })

  it("marks its payment as disputed, and reduces the refundable amount", async () => {
    const { shop, dispute } = await open()
    const payment = await shop.pay("approved")
    await dispute(payment, "chargeback_received", { amount: 1000n })
    const { payments } = shop.shop()
    expect((await payments.retrieve(payment.id)).disputed).toBe(true)
    const refund = (amount: bigint) =>
      payments.refund(payment.id, { amount }, { idempotencyKey: `refund ${amount}` })
    await expect(refund(251n)).rejects.toMatchObject({ _tag: "InvalidInput" })
    await refund(250n)
    await shop.work()
    await dispute(payment, "won", { amount: 1000n })
    expect((await payments.retrieve(payment.id)).disputed).toBe(false)
    await refund(1000n)
    await shop.work()
  })

  it("books held and lost amounts, and returns won amounts", async () => {
    const { shop, dispute } = await open()
    const payment = await shop.pay("approved")
    const first = { amount: 1000n }
    await dispute(payment, "chargeback_received", first)
    expect(await balances(shop)).toMatchObject({
      disputes_held: 1000n,
      provider_receivable: 250n,
      merchant_payable: -1250n
    })
    await dispute(payment, "won", first)
    expect(await balances(shop)).toMatchObject({ disputes_held: 0n, provider_receivable: 1250n })
    const second = { amount: 300n, providerReference: "dp_2" }
    await dispute(payment, "lost", second)
    expect(await balances(shop)).toMatchObject({
      disputes_held: 0n,
      dispute_losses: 300n,
      provider_receivable: 950n
    })
  })

  it("may be one of several of the same payment", async () => {
    const { shop, dispute } = await open()
    const payment = await shop.pay("approved")
    await dispute(payment, "chargeback_received", { amount: 500n })
    await dispute(payment, "chargeback_received", { amount: 600n, providerReference: "dp_2" })
    await dispute(payment, "won", { amount: 500n })
    const { data } = await shop.shop().disputes.list({ payment: payment.id })
    expect(data.map(({ stage, amount }) => [stage, amount])).toEqual([
      ["chargeback_received", 600n],
      ["won", 500n]
    ])
    expect((await shop.shop().payments.retrieve(payment.id)).disputed).toBe(true)
  })

  it("that is repeated, late or about another account's charge changes nothing", async () => {
    const { shop, dispute, again } = await open()
    const payment = await shop.pay("approved")
    await dispute(payment, "evidence_required")
    await again()
    await dispute(payment, "chargeback_received")
    await dispute(payment, "lost", {}, shop.mids[1])
    expect((await only(shop)).stage).toBe("evidence_required")
    expect(await told(shop, payment)).toEqual(["dispute.created"])
    expect(alertsOf(shop)).toEqual(["alert.notice_kept"])
  })

  it.each([
    ["of more than was captured", { amount: 1251n }],
    ["in another currency", { amount: 1400n, currency: "USD" }]
  ] as const)("%s blocks every refund at once, and is alerted once", async (_, fields) => {
    const { shop, dispute } = await open()
    const payment = await shop.pay("approved")
    await dispute(payment, "chargeback_received", fields)
    const { payments } = shop.shop()
    expect((await payments.retrieve(payment.id)).disputed).toBe(true)
    expect(await only(shop)).toMatchObject({
      amount: 1250n,
      currency: "EUR",
      providerAmount: fields.amount,
      providerCurrency: "currency" in fields ? fields.currency : "EUR"
    })
    for (const amount of [1n, 1250n]) {
      await expect(
        payments.refund(payment.id, { amount }, { idempotencyKey: `refund ${amount}` })
      ).rejects.toMatchObject({ _tag: "PaymentNotRefundable" })
    }
    expect(alertsOf(shop)).toEqual(["alert.dispute_amount_mismatch"])
    expect(shop.alerts[0]?.event.data).toMatchObject({
      object: { object: "dispute", provider_amount: fields.amount.toString() },
      payment_id: payment.id
    })
    expect((await shop.shop().notifications.list()).data).toEqual([])
    await dispute(payment, "won", fields)
    await payments.refund(payment.id, { amount: 1250n }, { idempotencyKey: "at last" })
    await shop.work()
  })

  it("that was won and is later accepted can't be refunded any more", async () => {
    const { shop, dispute } = await open()
    const payment = await shop.pay("approved")
    for (const stage of ["chargeback_received", "won", "accepted"] as const) {
      await dispute(payment, stage)
    }
    expect((await shop.shop().payments.retrieve(payment.id)).disputed).toBe(true)
    await expect(
      shop.shop().payments.refund(payment.id, {}, { idempotencyKey: "refund" })
    ).rejects.toMatchObject({ _tag: "PaymentNotRefundable" })
    expect(await balances(shop)).toMatchObject({
      disputes_held: 0n,
      dispute_losses: 1250n,
      provider_receivable: 0n
    })
  })

  it("in another currency is corrected by the settlement report, which the books follow", async () => {
    const { shop, dispute } = await open()
    const payment = await shop.pay("approved")
    const fields = { amount: 1400n, currency: "USD" }
    await dispute(payment, "chargeback_received", fields)
    const [, held] = await movementsOn(shop)
    const taken = reported(held as NonNullable<typeof held>, { gross: 1262n, fee: 1500n })
    const first = await reconcile(shop, [taken])
    expect(first.matched.map(({ booked }) => booked)).toEqual([true])
    expect((await reconcile(shop, [taken])).matched.map(({ booked }) => booked)).toEqual([false])
    const other = { ...taken, gross: 1263n }
    expect((await reconcile(shop, [other])).duplicates).toHaveLength(1)
    expect(await balances(shop)).toMatchObject({
      provider_receivable: 1250n,
      settled_cash: -1262n - 1500n,
      dispute_losses: 12n,
      disputes_held: 1250n
    })
    await dispute(payment, "won", fields)
    const released = (await movementsOn(shop)).at(-1)
    await reconcile(shop, [
      reported(released as NonNullable<typeof released>, { gross: 1259n, fee: 0n })
    ])
    expect(await balances(shop)).toMatchObject({
      provider_receivable: 1250n,
      settled_cash: -1262n - 1500n + 1259n,
      dispute_losses: 3n,
      disputes_held: 0n
    })
  })

  it("uses the money of an unsent refund, which then fails", async () => {
    const { shop, dispute } = await open()
    const payment = await shop.pay("approved")
    shop.box.script.refund(modificationThat.isNotSent())
    await shop.shop().payments.refund(payment.id, { amount: 500n }, { idempotencyKey: "refund" })
    await shop.until(shop.process().payloom.runDue())
    await dispute(payment, "chargeback_received")
    await shop.elapse(2 * day)
    const { data } = await shop.shop().payments.listRefunds(payment.id)
    expect(data).toMatchObject([{ status: "failed", failureReason: "payment_disputed" }])
    expect((await shop.run(shop.box.bank.totals())).EUR?.refunded).toBe(0n)
    expect(await told(shop, payment)).toEqual(["dispute.created"])
  })

  it("is in its events, each with its state at that time", async () => {
    const { shop, dispute } = await open()
    const payment = await shop.pay("approved")
    for (const stage of ["alert", "chargeback_received", "representment_submitted", "won"] as const)
      await dispute(payment, stage)
    const events = (await shop.events(payment.id)).filter(({ type }) => type.startsWith("dispute."))
    expect(
      events.map(({ type, data }) => [type, (data.object as { stage: string }).stage])
    ).toEqual([
      ["dispute.alert_received", "alert"],
      ["dispute.created", "chargeback_received"],
      ["dispute.updated", "representment_submitted"],
      ["dispute.won", "won"]
    ])
  })

  it("names its payment, or contains it if the call expands it", async () => {
    const { shop, dispute } = await open()
    const payment = await shop.pay("approved")
    await dispute(payment, "chargeback_received")
    const { id } = await only(shop)
    const { disputes, payments } = shop.shop()
    expect((await disputes.retrieve(id)).payment).toBe(payment.id)
    const shown = await disputes.retrieve(id, { expand: ["payment"] })
    expect(shown.payment).toEqual(await payments.retrieve(payment.id))
    expect((await disputes.list({ expand: ["payment"] })).data).toEqual([shown])
  })
})

describe("evidence for a dispute", () => {
  it("is due soon three days before the deadline, with one event", async () => {
    const { shop, dispute } = await open()
    const payment = await shop.pay("approved")
    await dispute(payment, "chargeback_received", { evidenceDueBy: shop.clock.now() + 10 * day })
    await shop.elapse(7 * day - 1)
    expect(await told(shop, payment)).toEqual(["dispute.created"])
    await shop.elapse(1)
    expect(await told(shop, payment)).toEqual(["dispute.created", "dispute.evidence_due_soon"])
    await shop.elapse(30 * day)
    expect(await told(shop, payment)).toHaveLength(2)
  })

  it("is not announced again if a later stage has the same date", async () => {
    const { shop, dispute } = await open()
    const payment = await shop.pay("approved")
    const evidenceDueBy = shop.clock.now() + 10 * day
    await dispute(payment, "chargeback_received", { evidenceDueBy })
    await shop.elapse(8 * day)
    await dispute(payment, "evidence_required", { evidenceDueBy })
    await shop.elapse(8 * day)
    const warnings = (await told(shop, payment)).filter((type) => type.endsWith("due_soon"))
    expect(warnings).toHaveLength(1)
  })

  it("that was submitted, or is no longer wanted, is not announced", async () => {
    for (const stage of ["representment_submitted", "lost", "accepted"] as const) {
      const { shop, dispute } = await open()
      const payment = await shop.pay("approved")
      await dispute(payment, "evidence_required", { evidenceDueBy: shop.clock.now() + 10 * day })
      await dispute(payment, stage)
      await shop.elapse(30 * day)
      expect(await told(shop, payment)).not.toContain("dispute.evidence_due_soon")
    }
  })

  it("with a new date is announced for that date", async () => {
    const { shop, dispute } = await open()
    const payment = await shop.pay("approved")
    await dispute(payment, "chargeback_received", { evidenceDueBy: shop.clock.now() + 10 * day })
    await dispute(payment, "evidence_required", { evidenceDueBy: shop.clock.now() + 20 * day })
    await shop.elapse(16 * day)
    expect(await told(shop, payment)).not.toContain("dispute.evidence_due_soon")
    await shop.elapse(day)
    expect(await told(shop, payment)).toContain("dispute.evidence_due_soon")
  })
})
