import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { findingsOf, newKey, openRestoredShop } from "../testing/restoring.ts"

const day = 86_400_000

describe("a restored store", () => {
  it("has every charge, capture, refund and dispute since the backup after it is reconciled", async () => {
    const { box, shop, pay, ...store } = await openRestoredShop()
    const card = await box.saveCard(shop(), "approved")
    const declined = await box.saveCard(shop(), "insufficient_funds")
    const refunded = await pay(card)
    const held = await pay(card, { captureMethod: "manual" })
    const voided = await pay(card, { captureMethod: "manual" })
    const disputed = await pay(card)
    await store.payloom().runDue()
    await store.backUp()

    const added = await pay(card, { amount: 700n })
    const whole = await pay(card, { amount: 900n })
    const part = await pay(card, { amount: 1100n, captureMethod: "manual" })
    const kept = await pay(card, { amount: 300n, captureMethod: "manual" })
    await pay(declined)
    await shop().payments.capture(held.id, {}, newKey())
    await shop().payments.capture(part.id, { amount: 600n }, newKey())
    await shop().payments.void(voided.id, {}, newKey())
    await shop().payments.refund(refunded.id, { amount: 250n }, newKey())
    await shop().payments.refund(whole.id, {}, newKey())
    await Effect.runPromise(box.refund(refunded, { amount: 100n }))
    await Effect.runPromise(box.dispute(disputed, { amount: 500n }))
    await box.notify(store.payloom())
    await store.payloom().runDue()
    expect(await box.audit(store.payloom())).toEqual([])
    const before = await shop().ledger.trialBalance()

    await store.restore()
    const preview = await store.reconcile({ reportOnly: true })
    expect(preview).toMatchObject({ booked: 0, isReleased: false })
    const report = await store.reconcile()
    expect(findingsOf(report).sort()).toEqual([
      "adopted authorized 300 booked",
      "adopted captured 1100 booked",
      "adopted captured 700 booked",
      "adopted refunded 900 booked",
      "changed captured 1250 booked",
      "changed voided 1250 booked",
      "dispute chargeback_received 500 booked",
      "refund succeeded 100 booked",
      "refund succeeded 250 booked",
      "refund succeeded 900 booked"
    ])
    expect(
      findingsOf(preview)
        .map((line) => line.replace("open", "booked"))
        .sort()
    ).toEqual(findingsOf(report).sort())
    expect(report).toMatchObject({ booked: 10, left: 0, isReleased: true })

    await store.start()
    expect(await shop().ledger.trialBalance()).toEqual(before)
    await store.payloom().runDue()
    expect(await box.audit(store.payloom())).toEqual([])
    expect((await shop().payments.retrieve(added.id)).status).toBe("succeeded")
    expect((await shop().payments.retrieve(added.id)).customer).toBe(added.customer)
    expect((await shop().payments.retrieve(whole.id)).status).toBe("refunded")
    expect((await shop().payments.retrieve(part.id)).amountCaptured).toBe(600n)
    expect((await shop().payments.retrieve(kept.id)).status).toBe("authorized")
    await shop().payments.capture(kept.id, {}, newKey())
    await store.payloom().runDue()
    expect(await box.audit(store.payloom())).toEqual([])
    await store.close()
  })

  it("charges no billing cycle again that was charged after the backup", async () => {
    const { box, shop, ...store } = await openRestoredShop()
    const { clock } = store
    const paymentInstrument = await box.saveCard(shop(), "approved")
    const { customer } = await shop().paymentInstruments.retrieve(paymentInstrument)
    const { id } = await shop().subscriptions.create(
      {
        customer,
        paymentInstrument,
        amount: 900n,
        currency: "EUR",
        interval: { unit: "week", count: 1 }
      },
      newKey()
    )
    await store.payloom().runDue()
    await clock.elapse(8 * day, store.payloom())
    await store.backUp()
    await clock.elapse(30 * day, store.payloom())
    const charged = async () => (await Effect.runPromise(box.bank.totals())).EUR?.captured
    const paid = await charged()
    const standing = await shop().subscriptions.retrieve(id)
    await store.restore()
    const report = await store.reconcile()
    expect(findingsOf(report)).toEqual(Array(4).fill("adopted captured 900 booked"))
    expect(report.isReleased).toBe(true)
    await store.start()
    await store.payloom().runDue()
    expect(await charged()).toBe(paid)
    const after = await shop().subscriptions.retrieve(id)
    expect([after.status, after.currentPeriodEnd]).toEqual(["active", standing.currentPeriodEnd])
    expect(await box.audit(store.payloom())).toEqual([])
    await clock.elapse(7 * day, store.payloom())
    expect(await charged()).toBe((paid ?? 0n) + 900n)
    await store.close()
  })
})
