import type { PaymentProvider, ProviderNotification } from "@payloom/core"
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { chargeThat, modificationThat } from "../sandbox/conduct.ts"
import { alertsOf, auditedShops, statusOf, typesOf } from "./testing/auditedShops.ts"
import { captureByHand } from "./testing/captureByHand.ts"
import { day, openShop, type Shop } from "./testing/openShop.ts"

const open = auditedShops()

const manual = { captureMethod: "manual" } as const

const withoutAmounts = (
  notifications: ReadonlyArray<ProviderNotification>
): ReadonlyArray<ProviderNotification> =>
  notifications.map((notification) => {
    if (notification._tag !== "Charge") return notification
    const { amountCaptured: _, ...charge } = notification.charge
    return { ...notification, charge }
  })

/** Opens a shop whose provider has no lookups and only sends notifications. */
const openWithoutLookups = () => open({ providers: [{ capabilities: { lookup: false } }] })

const retrieve = ({ shop }: Shop, { id }: { readonly id: string }) => shop().payments.retrieve(id)

describe("an external capture that only a notification reports", () => {
  it("during a pending void is booked after the void has failed", async () => {
    const shop = await openWithoutLookups()
    const payment = await shop.pay("approved", manual)
    await shop.shop().payments.void(payment.id, {}, { idempotencyKey: "void" })
    await captureByHand(shop, payment, 500n)
    await shop.notify(shop.lastAttempt(payment))
    expect(await statusOf(shop, payment)).toBe("authorized")
    expect(alertsOf(shop)).toEqual(["alert.captured_elsewhere"])
    await shop.work()
    expect(await retrieve(shop, payment)).toMatchObject({
      status: "partially_captured",
      amountCaptured: 500n
    })
    expect((await typesOf(shop)).slice(1)).toEqual([
      "alert.captured_elsewhere",
      "void.failed",
      "payment.captured"
    ])
    await shop.elapse(10 * day)
    expect(await shop.ledger()).toHaveLength(1)
    expect(alertsOf(shop)).toHaveLength(1)
  })

  it("during a pending capture of another amount is booked after that has failed", async () => {
    const shop = await openWithoutLookups()
    const payment = await shop.pay("approved", manual)
    shop.box.script.capture(modificationThat.throws())
    await shop.shop().payments.capture(payment.id, { amount: 5n }, { idempotencyKey: "capture" })
    await shop.work()
    await captureByHand(shop, payment)
    await shop.notify(shop.lastAttempt(payment))
    expect(await statusOf(shop, payment)).toBe("authorized")
    await shop.elapse(day)
    expect(await retrieve(shop, payment)).toMatchObject({
      status: "succeeded",
      amountCaptured: 1250n
    })
    expect(await typesOf(shop)).toContain("capture.failed")
    await shop.shop().payments.refund(payment.id, {}, { idempotencyKey: "refund" })
    await shop.elapse(day)
    expect(await statusOf(shop, payment)).toBe("refunded")
  })

  it("without an amount, during a pending capture, raises an alert after that has failed", async () => {
    const shop = await openShop({ providers: [{ capabilities: { lookup: false } }] })
    const { readNotification } = shop.box.provider
    const untelling: PaymentProvider["readNotification"] = (mid, raw, known) =>
      Effect.map(readNotification(mid, raw, known), Option.map(withoutAmounts))
    Object.assign(shop.box.provider, { readNotification: untelling })
    await shop.restart()
    const payment = await shop.pay("approved", manual)
    await shop.shop().payments.capture(payment.id, { amount: 5n }, { idempotencyKey: "capture" })
    await captureByHand(shop, payment)
    await shop.notify(shop.lastAttempt(payment))
    expect(alertsOf(shop)).toEqual([])
    await shop.work()
    expect(await typesOf(shop)).toEqual([
      "payment.authorized",
      "capture.failed",
      "alert.captured_elsewhere"
    ])
    expect(await statusOf(shop, payment)).toBe("authorized")
    expect(shop.commitFindings()).toEqual([])
  })

  it("while the outcome of its charge is unknown is booked with the hold", async () => {
    const shop = await openWithoutLookups()
    shop.box.script.charge(chargeThat.throwsAfterCharging())
    const payment = await shop.pay("approved", manual)
    await captureByHand(shop, payment, 500n)
    await shop.notify(shop.lastAttempt(payment))
    expect(await retrieve(shop, payment)).toMatchObject({ amountCaptured: 500n })
    await shop.elapse(10 * day)
    expect(await shop.ledger()).toHaveLength(1)
    expect(alertsOf(shop)).toEqual([])
  })
})
