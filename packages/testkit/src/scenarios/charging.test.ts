import { AttemptCollection, insert, ModificationCollection } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { everyRow } from "../audit/everyRow.ts"
import { chargeThat } from "../sandbox/conduct.ts"
import { sandboxAccounts } from "../sandbox/sandboxAccounts.ts"
import type { TestCardName } from "../sandbox/testCards.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import { hour, type Shop } from "./testing/openShop.ts"
import { attemptsOf } from "./testing/redirectedPayer.ts"

const { primary, secondary, tertiary } = sandboxAccounts

const open = auditedShops()

const statusesOf = async ({ shop }: Shop, payment: string) =>
  (await shop().payments.listAttempts(payment, {})).data.map(({ status }) => status)

describe("a charge", () => {
  it("takes the money at once, in the books and with an event", async () => {
    const shop = await open()
    const payment = await shop.pay("approved")
    expect(payment).toMatchObject({ status: "succeeded", amountCaptured: 1250n, decline: null })
    expect((await shop.run(shop.box.bank.totals())).EUR).toMatchObject({ captured: 1250n })
    expect((await shop.events()).map(({ type }) => type)).toEqual(["payment.succeeded"])
    expect((await shop.ledger()).map(({ kind }) => kind)).toEqual(["capture"])
  })

  it("creates a Capture only if its capture is manual", async () => {
    const shop = await open()
    const records = () =>
      shop.run(everyRow(shop.storage, shop.shop().scope, ModificationCollection))
    const automatic = await shop.pay("approved", { captureMethod: "automatic" })
    await shop.work()
    expect(automatic).toMatchObject({ status: "succeeded", amountCaptured: 1250n })
    expect(await records()).toEqual([])
    const { id } = await shop.pay("approved", { captureMethod: "manual" })
    await shop.shop().payments.capture(id, {}, { idempotencyKey: "capture" })
    expect(await records()).toMatchObject([{ kind: "capture", payment: id }])
    await shop.work()
  })

  it("that the bank declines is an answer with a decline block", async () => {
    const shop = await open()
    const payment = await shop.pay("insufficient_funds")
    expect(payment.status).toBe("declined")
    expect(payment.decline).toMatchObject({ code: "insufficient_funds", category: "soft" })
    expect(payment.attempts).toHaveLength(1)
    expect(await shop.ledger()).toEqual([])
  })

  it("shows fraud as the reason of a decline only to the merchant who asks for it", async () => {
    const shop = await open()
    const payment = await shop.pay("fraud")
    expect(payment.decline).toMatchObject({ code: "card_declined", category: "hard" })
    expect(JSON.stringify(payment.decline)).not.toMatch(/fraud|risk/)
    const [explained] = await shop.shop().payments.explain(payment.id)
    expect(explained).toMatchObject({ rawCode: "suspected_fraud", networkCode: "59" })
  })

  it("in a currency without decimals takes exactly the requested amount", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", { amount: 1250n, currency: "JPY" })
    expect(payment.amountCaptured).toBe(1250n)
    expect((await shop.run(shop.box.bank.totals())).JPY?.captured).toBe(1250n)
  })

  it("of amount 0 checks a card and takes nothing", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", { type: "verify", amount: 0n })
    expect(payment).toMatchObject({ status: "succeeded", amount: 0n, amountCaptured: 0n })
    expect(await shop.ledger()).toEqual([])
    await expect(
      shop.shop().payments.refund(payment.id, {}, { idempotencyKey: "nothing to refund" })
    ).rejects.toMatchObject({ _tag: "PaymentNotRefundable" })
  })

  it("is canceled at the provider and declined if it needs a payer who isn't present", async () => {
    const shop = await open()
    const payment = await shop.pay("authentication_required")
    expect(payment.decline).toMatchObject({
      code: "authentication_required",
      advice: "authenticate"
    })
    const [charge] = await shop.run(shop.box.bank.charges())
    expect(charge).toMatchObject({ state: "declined", rawCode: "payer_canceled" })
  })

  it("is declined without a step-up if no payer is present to authenticate", async () => {
    const shop = await open()
    const payment = await shop.pay("step_up")
    expect(payment.decline).toMatchObject({ code: "authentication_required" })
    expect(payment.attempts).toHaveLength(1)
  })

  it("does not wait longer than the call takes", async () => {
    const shop = await open()
    const before = shop.clock.now()
    expect((await shop.pay("slow")).status).toBe("succeeded")
    expect(shop.clock.now() - before).toBe(2000)
  })
})

describe("the cascade", () => {
  it("continues with the next MID, in order, after a decline that cascades", async () => {
    const shop = await open()
    const payment = await shop.pay("cascade")
    expect(payment).toMatchObject({ status: "succeeded", decline: null })
    const attempts = (await shop.shop().payments.listAttempts(payment.id, {})).data
    expect(attempts.map(({ mid, status }) => [mid, status])).toEqual([
      [shop.mids[0], "declined"],
      [shop.mids[1], "captured"]
    ])
    expect(attempts.map(({ id }) => id)).toEqual(payment.attempts)
  })

  it("continues with the next MID if the charge was certainly not sent", async () => {
    const shop = await open()
    const payment = await shop.pay("not_sent")
    expect(payment.status).toBe("succeeded")
    expect(await statusesOf(shop, payment.id)).toEqual(["failed", "captured"])
  })

  it("ends declined with the last decline after every MID has declined", async () => {
    const shop = await open({ accounts: [primary, secondary, tertiary] })
    const payment = await shop.pay("cascade_exhausted")
    expect(payment).toMatchObject({ status: "declined", decline: { code: "card_declined" } })
    expect(payment.attempts).toHaveLength(3)
    expect((await shop.events()).map(({ type }) => type)).toEqual(["payment.declined"])
  })

  it("ends failed if no MID could be reached", async () => {
    const shop = await open()
    const payment = await shop.pay("not_sent_anywhere")
    expect(payment).toMatchObject({ status: "failed", decline: { code: "processing_error" } })
    expect(await statusesOf(shop, payment.id)).toEqual(["failed", "failed"])
  })

  const stops: ReadonlyArray<TestCardName> = [
    "insufficient_funds",
    "fraud",
    "lost_card",
    "do_not_honor",
    "expired_card",
    "incorrect_cvc",
    "unmapped_decline",
    "authentication_failed"
  ]
  it.each(stops)("stops after the decline of %s", async (card) => {
    const shop = await open()
    const payment = await shop.pay(card)
    expect(payment).toMatchObject({ status: "declined" })
    expect(payment.attempts).toHaveLength(1)
  })

  const unknowns: ReadonlyArray<TestCardName> = [
    "timeout_charged",
    "timeout_not_charged",
    "lost_answer",
    "late_charge",
    "pending",
    "wrong_amount"
  ]
  it.each(unknowns)("stops while the outcome of %s is unknown", async (card) => {
    const shop = await open()
    const payment = await shop.pay(card)
    expect(payment).toMatchObject({ status: "processing", decline: null })
    expect(payment.attempts).toHaveLength(1)
    await shop.elapse(hour)
    const later = await shop.shop().payments.retrieve(payment.id)
    expect(later.attempts).toHaveLength(1)
  })

  it("opens the next attempt in the commit that settles the previous one", async () => {
    const shop = await open()
    await shop.saveCard("cascade")
    shop.process().mortal.meet((commit) => (commit === 2 ? "dies_after" : undefined))
    await shop.untilDead(shop.pay("cascade"))
    const [payment] = (await (await shop.restart()).merchant.payments.list({})).data
    expect(payment).toMatchObject({ status: "processing" })
    expect(payment?.attempts).toHaveLength(2)
  })

  it("relies on the store, which refuses a second attempt in flight of a payment", async () => {
    const shop = await open()
    const payment = await shop.pay("timeout_charged")
    const { scope } = shop.shop()
    const [attempt] = await attemptsOf(shop)
    if (attempt === undefined) throw new Error("no attempt")
    const id = attempt.id.replace(/.{4}$/, "ZZZZ") as typeof attempt.id
    const adding = (status: typeof attempt.status) =>
      shop.run(
        Effect.result(
          shop.storage.commit([insert(scope, AttemptCollection, { ...attempt, id, status })])
        )
      )
    for (const status of ["pending", "requires_action", "unknown"] as const) {
      expect(await adding(status)).toMatchObject({
        failure: { reason: "key_taken", collection: "attempts", key: "inFlight" }
      })
    }
    expect(await attemptsOf(shop)).toHaveLength(1)
    await shop.elapse(hour)
    expect((await shop.shop().payments.retrieve(payment.id)).status).toBe("succeeded")
  })

  it("stops at an unknown outcome even if other MIDs follow", async () => {
    const shop = await open({ accounts: [primary, secondary, tertiary] })
    shop.box.script.charge(chargeThat.isNotSent(), { account: sandboxAccounts.primary })
    shop.box.script.charge(chargeThat.throws(), { account: sandboxAccounts.secondary })
    const payment = await shop.pay("approved")
    expect(payment.status).toBe("processing")
    expect(await statusesOf(shop, payment.id)).toEqual(["failed", "unknown"])
    await shop.elapse(hour)
    expect((await shop.shop().payments.retrieve(payment.id)).status).toBe("failed")
    expect(await shop.run(shop.box.bank.charges())).toEqual([])
  })
})
