import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { challengeOf } from "./testing/openCheckout.ts"
import { checkoutIn, openPortal } from "./testing/openPortal.ts"
import { day } from "./testing/openShop.ts"
import {
  declineNoMore,
  elapseTo,
  fallBehind,
  moveTo,
  newKey,
  noonOf,
  pause,
  saveAnew,
  standing,
  subscribe
} from "./testing/subscribing.ts"

const open = auditedShops()

describe("the customer's cards", () => {
  it("have one more once its checkout session succeeds, after the issuer's challenge", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    const { portal } = await openPortal(shop, subscriber)
    const checkout = await checkoutIn(shop, await portal.addInstrument())
    expect(checkout.session).toMatchObject({ amount: 0n, availableMethods: ["card"] })
    const asked = await checkout.confirm("three_ds_challenge")
    expect((await portal.listInstruments()).data).toHaveLength(1)
    await shop.run(shop.box.answerChallenge(challengeOf(asked), true))
    const done = await checkout.returnFromRedirect(challengeOf(asked))
    expect(done.status).toBe("succeeded")
    const { data } = await portal.listInstruments()
    expect(data).toHaveLength(2)
    expect(data[0]).toMatchObject({ isDefault: false, subscriptions: [] })
    expect(data[1]).toMatchObject({ id: subscriber.card, subscriptions: [subscriber.id] })
    const made = await portal.changeInstrument(subscriber.id, {
      paymentInstrument: data[0]?.id ?? ""
    })
    expect(made.paymentInstrument).toBe(data[0]?.id)
    await elapseTo(shop, "2026-12-16")
    expect((await standing(shop, subscriber)).status).toBe("active")
  })

  it("have a default, and all subscriptions move to it only if asked to", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    const { id } = await saveAnew(shop, "approved_mastercard", subscriber.customer)
    const { portal } = await openPortal(shop, subscriber)
    expect(await portal.makeDefault(id)).toMatchObject({ isDefault: true, subscriptions: [] })
    const moved = await portal.makeDefault(id, { moveSubscriptions: true })
    expect(moved.subscriptions).toEqual([subscriber.id])
    expect(await portal.makeDefault(id, { moveSubscriptions: true })).toEqual(moved)
  })

  it("lose one that a subscription bills only with another card for the subscription", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    const { id } = await saveAnew(shop, "approved_mastercard", subscriber.customer)
    const { portal } = await openPortal(shop, subscriber)
    await expect(portal.removeInstrument(subscriber.card)).rejects.toMatchObject({
      _tag: "InstrumentInUse"
    })
    const same = portal.removeInstrument(subscriber.card, { moveTo: subscriber.card })
    await expect(same).rejects.toMatchObject({ param: "moveTo" })
    const removed = await portal.removeInstrument(subscriber.card, { moveTo: id })
    expect(removed).toMatchObject({ id: subscriber.card, detached: true, subscriptions: [] })
    expect(await portal.removeInstrument(subscriber.card, { moveTo: id })).toEqual(removed)
    expect((await portal.listInstruments()).data.map((card) => card.id)).toEqual([id])
    expect((await standing(shop, subscriber)).paymentInstrument).toBe(id)
    await expect(portal.makeDefault(subscriber.card)).rejects.toMatchObject({
      _tag: "InstrumentDetached"
    })
  })
})

describe("the customer's subscriptions", () => {
  it("show the price, the next charge and the card", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    const { portal } = await openPortal(shop, subscriber)
    expect((await portal.listSubscriptions()).data).toMatchObject([
      {
        id: subscriber.id,
        status: "active",
        plan: null,
        amount: 900n,
        currency: "EUR",
        paymentInstrument: subscriber.card,
        nextCharge: { at: noonOf("2026-12-15"), amount: 900n },
        isCharging: false,
        overdue: null,
        actions: ["cancel", "cancel_now", "pause", "change_payment_instrument"]
      }
    ])
  })

  it("end with their period, and continue if the customer takes that back in time", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    const { portal } = await openPortal(shop, subscriber, {
      expiresAt: shop.clock.now() + day
    })
    const { id } = subscriber
    const canceled = await portal.cancel(id, { reason: "Too expensive" })
    expect(canceled).toMatchObject({ status: "active", cancelAtPeriodEnd: true, nextCharge: null })
    expect(canceled.actions).toEqual(["cancel_now", "undo_cancel", "change_payment_instrument"])
    expect(await portal.cancel(id)).toEqual(canceled)
    expect((await standing(shop, subscriber)).cancelReason).toBe("Too expensive")
    const kept = await portal.undoCancel(id)
    expect(kept).toMatchObject({ cancelAtPeriodEnd: false, nextCharge: { amount: 900n } })
    expect(await portal.undoCancel(id)).toEqual(kept)
    expect((await standing(shop, subscriber)).cancelReason).toBeNull()
    await elapseTo(shop, "2026-12-16")
    expect((await standing(shop, subscriber)).status).toBe("active")
    const { portal: later } = await openPortal(shop, subscriber)
    await later.cancel(id)
    await elapseTo(shop, "2027-01-16")
    expect((await standing(shop, subscriber)).status).toBe("canceled")
    const { portal: last } = await openPortal(shop, subscriber)
    expect((await last.listSubscriptions()).data).toEqual([])
  })

  it("end at once, which a repetition leaves as it is", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    const { portal } = await openPortal(shop, subscriber)
    const now = { cancelAtPeriodEnd: false }
    const ended = await portal.cancel(subscriber.id, now)
    expect(ended).toMatchObject({ status: "canceled", actions: [], nextCharge: null })
    expect(await portal.cancel(subscriber.id, now)).toEqual(ended)
    expect((await portal.listSubscriptions()).data).toEqual([])
  })

  it("pause and resume, and each repetition changes nothing", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    const { portal } = await openPortal(shop, subscriber, { expiresAt: shop.clock.now() + day })
    const paused = await portal.pause(subscriber.id)
    expect(paused).toMatchObject({ status: "paused", nextCharge: null })
    expect(paused.actions).toContain("resume")
    expect(await portal.pause(subscriber.id)).toEqual(paused)
    await shop.elapse(day / 2)
    const resumed = await portal.resume(subscriber.id)
    expect(resumed.nextCharge?.at).toBe(noonOf("2026-12-15") + day / 2)
    expect(await portal.resume(subscriber.id)).toEqual(resumed)
  })

  it("whose pause skips cycles can't be resumed by the customer", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await pause(shop, subscriber, { behavior: "skip", resumesAt: noonOf("2027-02-01") })
    const { portal } = await openPortal(shop, subscriber)
    const [subscription] = (await portal.listSubscriptions()).data
    expect(subscription?.actions).not.toContain("resume")
    await expect(portal.resume(subscriber.id)).rejects.toMatchObject({
      _tag: "PauseBehaviorUnsupported"
    })
  })

  it("that are overdue are paid in a checkout session, and continue on that card", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await moveTo(shop, subscriber, "lost_card")
    await elapseTo(shop, "2026-12-16")
    const { portal } = await openPortal(shop, subscriber)
    const [owing] = (await portal.listSubscriptions()).data
    expect(owing).toMatchObject({
      status: "past_due",
      overdue: { amount: 900n, needsCard: true, nextRetryAt: null }
    })
    expect(owing?.actions).toContain("pay_overdue")
    expect(owing?.actions).not.toContain("pause")
    await expect(portal.pause(subscriber.id)).rejects.toMatchObject({
      _tag: "SubscriptionNotPausable"
    })
    const checkout = await checkoutIn(shop, await portal.payOverdue(subscriber.id))
    expect((await checkout.confirm("approved_mastercard")).status).toBe("succeeded")
    const [mended] = (await portal.listSubscriptions()).data
    expect(mended).toMatchObject({ status: "active", overdue: null })
    await expect(portal.payOverdue(subscriber.id)).rejects.toMatchObject({
      _tag: "SubscriptionNotPastDue"
    })
  })

  it("show when an overdue amount is charged again", async () => {
    const shop = await open()
    const subscriber = await fallBehind(shop)
    const { portal } = await openPortal(shop, subscriber)
    const [owing] = (await portal.listSubscriptions()).data
    expect(owing?.overdue).toMatchObject({ amount: 900n, needsCard: false })
    expect(owing?.overdue?.nextRetryAt).toBeGreaterThan(shop.clock.now())
    declineNoMore(shop)
  })
})

describe("a receipt", () => {
  it("has the amount, the card, the period and the refunds", async () => {
    const shop = await open()
    const { id: plan } = await shop
      .shop()
      .plans.create(
        { name: "Coffee", amount: 900n, currency: "EUR", interval: { unit: "month", count: 1 } },
        newKey()
      )
    const subscriber = await subscribe(shop, "approved", { plan })
    const { portal } = await openPortal(shop, subscriber)
    const [receipt] = (await portal.listReceipts()).data
    expect(receipt).toMatchObject({
      amount: 900n,
      amountRefunded: 0n,
      currency: "EUR",
      description: "Coffee",
      method: { type: "card", brand: "visa", last4: "4242" },
      period: { end: noonOf("2026-12-15") },
      refunds: []
    })
    const id = receipt?.id ?? ""
    await shop.shop().payments.refund(id, { amount: 400n }, newKey())
    await shop.work()
    expect(await portal.receipt(id)).toMatchObject({
      amountRefunded: 400n,
      refunds: [{ amount: 400n, status: "succeeded" }]
    })
  })

  it("is not written for a checked card", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    const { portal } = await openPortal(shop, subscriber)
    const checkout = await checkoutIn(shop, await portal.addInstrument())
    await checkout.confirm("approved_mastercard")
    const { data } = await portal.listReceipts()
    expect(data).toHaveLength(1)
    const { data: all } = await shop.shop().payments.list()
    const check = all.find(({ type }) => type === "verify")
    await expect(portal.receipt(check?.id ?? "")).rejects.toMatchObject({
      _tag: "ResourceNotFound"
    })
  })
})

describe("a customer's change", () => {
  it("is in the audit log, with the customer and the portal session", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    const { portal, session } = await openPortal(shop, subscriber)
    await portal.cancel(subscriber.id)
    await portal.listReceipts()
    const { data } = await shop.shop().audit.list()
    expect(data).toMatchObject([
      {
        actor: { type: "customer", id: subscriber.customer },
        operation: "portal.cancel",
        subject: subscriber.id,
        request: session.id
      }
    ])
  })

  it("that a kill interrupts between two subscriptions is completed by a repetition", async () => {
    const shop = await open()
    const first = await subscribe(shop)
    const second = await shop.shop().subscriptions.create(
      {
        customer: first.customer,
        paymentInstrument: first.card,
        amount: 500n,
        currency: "EUR",
        interval: { unit: "month", count: 1 }
      },
      newKey()
    )
    await shop.work()
    const { id: other } = await saveAnew(shop, "approved_mastercard", first.customer)
    // The state after a kill: one subscription has moved, the card is still saved.
    await shop.shop().subscriptions.update(first.id, { paymentInstrument: other }, newKey())
    await shop.restart()
    const { portal } = await openPortal(shop, first)
    const removed = await portal.removeInstrument(first.card, { moveTo: other })
    expect(removed.detached).toBe(true)
    for (const { id } of [first, second]) {
      expect((await standing(shop, { id })).paymentInstrument).toBe(other)
    }
  })
})
