import type { ChargeFound } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { modificationThat } from "../sandbox/conduct.ts"
import { alertsOf, auditedShops, statusOf, typesOf } from "./testing/auditedShops.ts"
import { doByHand } from "./testing/captureByHand.ts"
import { changeReports } from "./testing/changeReports.ts"
import { captureMore, hold, standing } from "./testing/holds.ts"
import { day, openShop, type Shop } from "./testing/openShop.ts"

const open = auditedShops()

const manual = { captureMethod: "manual" } as const

const inState = (state: ChargeFound["state"]) => (found: ChargeFound) => ({ ...found, state })

/**
 * Delivers a notification that a payment's charge has this state because of an external action.
 */
const reported = async (shop: Shop, state: ChargeFound["state"], fields: object = {}) => {
  const payment = await shop.pay("approved", fields)
  await changeReports(shop, inState(state))
  await shop.notify(shop.lastAttempt(payment))
  return payment
}

describe("a hold that ended at its provider externally", () => {
  it("is voided by the notification of its release, once", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", manual)
    await doByHand(shop, "void", payment)
    await shop.notify(shop.lastAttempt(payment))
    await shop.notify(shop.lastAttempt(payment))
    expect(await statusOf(shop, payment)).toBe("voided")
    expect(await typesOf(shop)).toEqual(["payment.authorized", "payment.voided"])
    await shop.elapse(10 * day)
    expect(alertsOf(shop)).toEqual([])
    expect(await shop.ledger()).toEqual([])
  })

  it("is expired by the notification of its expiry, without an alert or a second expiry", async () => {
    const shop = await openShop()
    const payment = await reported(shop, "expired", manual)
    expect(await statusOf(shop, payment)).toBe("expired")
    await shop.elapse(10 * day)
    expect(await typesOf(shop)).toEqual(["payment.authorized", "payment.expired"])
    expect(alertsOf(shop)).toEqual([])
    expect(shop.commitFindings()).toEqual([])
  })

  it("can't be captured or voided any more", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", manual)
    await doByHand(shop, "void", payment)
    await shop.notify(shop.lastAttempt(payment))
    const { payments } = shop.shop()
    await expect(
      payments.capture(payment.id, {}, { idempotencyKey: "capture" })
    ).rejects.toMatchObject({ _tag: "PaymentNotCapturable" })
    await expect(payments.void(payment.id, {}, { idempotencyKey: "void" })).rejects.toMatchObject({
      _tag: "PaymentNotVoidable",
      message: expect.stringContaining("can be voided, but this one is voided.")
    })
  })

  it.each(["void", "capture"] as const)(
    "is voided after our own pending %s has failed",
    async (kind) => {
      const shop = await open()
      const payment = await shop.pay("approved", manual)
      await doByHand(shop, "void", payment)
      await shop.shop().payments[kind](payment.id, {}, { idempotencyKey: kind })
      await shop.notify(shop.lastAttempt(payment))
      expect(await statusOf(shop, payment)).toBe("authorized")
      await shop.work()
      expect(await statusOf(shop, payment)).toBe("voided")
      expect(await typesOf(shop)).toEqual([
        "payment.authorized",
        `${kind}.failed`,
        "payment.voided"
      ])
      await shop.elapse(10 * day)
      expect(alertsOf(shop)).toEqual([])
    }
  )

  it("is voided by a lookup in place of the alert that it expires soon", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", manual)
    await doByHand(shop, "void", payment)
    await shop.elapse(20 * day)
    expect(await statusOf(shop, payment)).toBe("voided")
    expect(alertsOf(shop)).toEqual([])
  })

  it("does not decide a pending capture, which is looked up itself", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", manual)
    shop.box.script.capture(modificationThat.settles(day))
    await shop.shop().payments.capture(payment.id, {}, { idempotencyKey: "capture" })
    await shop.work()
    await changeReports(shop, inState("expired"))
    await shop.notify(shop.lastAttempt(payment))
    expect(await statusOf(shop, payment)).toBe("authorized")
    await changeReports(shop, inState("captured"))
    await shop.elapse(2 * day)
    expect(await statusOf(shop, payment)).toBe("succeeded")
  })
})

describe("a hold that was captured in part", () => {
  it("may end for the rest without an alert", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", manual)
    const captured = { amount: 1000n }
    await shop.shop().payments.capture(payment.id, captured, { idempotencyKey: "capture" })
    await shop.work()
    await changeReports(shop, inState("expired"))
    await shop.notify(shop.lastAttempt(payment))
    expect(await statusOf(shop, payment)).toBe("partially_captured")
    expect(alertsOf(shop)).toEqual([])
  })

  it("can't be captured any more after the notification that its rest expired, once", async () => {
    const shop = await open()
    const payment = await hold(shop)
    await captureMore(shop, payment, 500n)
    await changeReports(shop, inState("expired"))
    await shop.notify(shop.lastAttempt(payment))
    await shop.notify(shop.lastAttempt(payment))
    const rests = { status: "partially_captured", amountCapturable: 0n, amountCaptured: 500n }
    expect(await standing(shop, payment)).toMatchObject(rests)
    expect((await typesOf(shop)).slice(-1)).toEqual(["payment.amount_capturable_updated"])
    await expect(captureMore(shop, payment, 100n)).rejects.toMatchObject({
      _tag: "PaymentNotCapturable"
    })
    const told = await typesOf(shop)
    await shop.elapse(10 * day)
    expect(await typesOf(shop)).toEqual(told)
    expect(alertsOf(shop)).toEqual([])
  })

  it.each([
    ["succeeds", modificationThat.settles(day), 800n],
    ["fails", modificationThat.settles(day, "declined"), 500n]
  ] as const)(
    "loses its rest after a pending capture %s, if it expired meanwhile",
    async (_, conduct, amountCaptured) => {
      const shop = await open()
      const payment = await hold(shop)
      await captureMore(shop, payment, 500n)
      shop.box.script.capture(conduct)
      await captureMore(shop, payment, 300n)
      await changeReports(shop, inState("expired"))
      await shop.notify(shop.lastAttempt(payment))
      expect(await standing(shop, payment)).toMatchObject({ amountCapturable: 750n })
      await changeReports(shop, (found) => found)
      await shop.elapse(2 * day)
      expect(await standing(shop, payment)).toMatchObject({
        status: "partially_captured",
        amountCapturable: 0n,
        amountCaptured
      })
      expect(alertsOf(shop)).toEqual([])
    }
  )
})

describe("a provider that contradicts its earlier answer", () => {
  it.each(["voided", "expired", "declined", "refunded"] as const)(
    "about a captured charge, by reporting it as %s, raises an alert and changes nothing",
    async (state) => {
      const shop = await open()
      const payment = await reported(shop, state)
      expect(alertsOf(shop)).toEqual(["alert.outcome_contradicted"])
      expect(await statusOf(shop, payment)).toBe("succeeded")
      expect(await shop.ledger()).toHaveLength(1)
    }
  )

  it("about a hold, by reporting a decline, raises an alert and changes nothing", async () => {
    const shop = await open()
    const payment = await reported(shop, "declined", manual)
    expect(alertsOf(shop)).toEqual(["alert.outcome_contradicted"])
    expect(await statusOf(shop, payment)).toBe("authorized")
  })

  it("raises no alert if our own refunds explain it", async () => {
    const shop = await open()
    const payment = await shop.pay("approved")
    await shop.shop().payments.refund(payment.id, {}, { idempotencyKey: "all of it" })
    await shop.work()
    await shop.notify(shop.lastAttempt(payment))
    await changeReports(shop, inState("refunded"))
    await shop.notify(shop.lastAttempt(payment))
    expect(alertsOf(shop)).toEqual([])
  })

  it("raises no alert about a check of a card, which holds nothing", async () => {
    const shop = await open()
    await reported(shop, "voided", { type: "verify", amount: 0n })
    expect(alertsOf(shop)).toEqual([])
  })

  it("about a refund, by reporting a failure, raises an alert and changes nothing", async () => {
    const shop = await open()
    const payment = await shop.pay("approved")
    await shop.shop().payments.refund(payment.id, { amount: 500n }, { idempotencyKey: "refund" })
    await shop.work()
    const [refund] = (await shop.shop().payments.listRefunds(payment.id)).data
    expect(refund?.status).toBe("succeeded")
    await changeReports(
      shop,
      (charge) => charge,
      (modification) => ({ ...modification, state: "failed" })
    )
    await shop.notify(refund?.id ?? "")
    expect(alertsOf(shop)).toEqual(["alert.outcome_contradicted"])
    expect(await statusOf(shop, payment)).toBe("partially_refunded")
  })
})
