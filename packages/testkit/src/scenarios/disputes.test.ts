import type { DisputeNotice, DisputeStage, Payment } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { alertsOf, auditedShops, typesOf } from "./testing/auditedShops.ts"
import { day, type Shop } from "./testing/openShop.ts"
import { balances } from "./testing/settlementReport.ts"
import { tellingShop } from "./testing/tellingShop.ts"

const audited = auditedShops()

/** A shop whose provider tells of disputes of a payment. */
const open = async () => {
  const { shop, receive, dispute } = await tellingShop(audited)
  return {
    shop,
    /** What was told last is told once more. */
    again: receive,
    dispute: (
      payment: Pick<Payment, "attempts">,
      stage: DisputeStage,
      fields: Partial<DisputeNotice["dispute"]> = {},
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

describe("a dispute that a provider tells of", () => {
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
      mid: shop.mids[0]
    })
  })

  it("makes its payment disputed, and takes what is disputed out of what can be refunded", async () => {
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

  it("books what is held and lost, and what is won goes back", async () => {
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

  it("told again, late or about another account's charge changes nothing", async () => {
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

  it("of more than was taken, or in another currency, is not booked: somebody hears of it", async () => {
    const { shop, dispute } = await open()
    const payment = await shop.pay("approved")
    await dispute(payment, "chargeback_received", { amount: 1251n })
    await dispute(payment, "chargeback_received", { currency: "USD" })
    expect((await shop.shop().disputes.list()).data).toEqual([])
    const { data } = await shop.shop().notices.list()
    expect(data.map(({ obstacle }) => obstacle)).toEqual(["currency_mismatch", "amount_mismatch"])
    expect(alertsOf(shop)).toEqual(["alert.notice_kept", "alert.notice_kept"])
  })

  it("is told of by its events, each with the dispute as it stood then", async () => {
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

  it("names its payment, or shows it where that is asked for", async () => {
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
  it("is due soon three days before it can't be handed in any more, and that is told once", async () => {
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

  it("is not warned of again where a later stage has the same date", async () => {
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

  it("that was handed in, or is not asked for any more, is not warned of", async () => {
    for (const stage of ["representment_submitted", "lost", "accepted"] as const) {
      const { shop, dispute } = await open()
      const payment = await shop.pay("approved")
      await dispute(payment, "evidence_required", { evidenceDueBy: shop.clock.now() + 10 * day })
      await dispute(payment, stage)
      await shop.elapse(30 * day)
      expect(await told(shop, payment)).not.toContain("dispute.evidence_due_soon")
    }
  })

  it("with a new date is warned of by that one", async () => {
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
