import { Payloom, Storage } from "@payloom/core"
import { Layer } from "effect"
import { describe, expect, it } from "vitest"
import { chargeThat } from "../sandbox/conduct.ts"
import { alertsOf, auditedShops, statusOf, typesOf } from "./testing/auditedShops.ts"
import { day, hour, minute, openShop, type Shop, second } from "./testing/openShop.ts"

const open = auditedShops()

/** Starts an engine on the storage of a shop, without its providers. */
const withoutProviders = (shop: Shop) =>
  Payloom.make({
    ...shop.box.setup,
    storage: Layer.succeed(Storage, shop.storage),
    providers: [],
    workers: false,
    clock: shop.clock
  })

describe("an attempt whose provider is no longer registered", () => {
  it("raises an alert after a day, and is settled when the provider is back", async () => {
    const shop = await open()
    const payment = await shop.pay("timeout_charged")
    const engine = await withoutProviders(shop)
    for (let hours = 0; hours < 23; hours++) {
      await shop.clock.advance(hour)
      await engine.runDue()
    }
    expect(await typesOf(shop)).toEqual(["payment.pending"])
    for (let hours = 0; hours < 30; hours++) {
      await shop.clock.advance(hour)
      await engine.runDue()
    }
    await engine.close()
    expect(await typesOf(shop)).toEqual(["payment.pending", "alert.outcome_unknown"])
    await shop.elapse(2 * day)
    expect(await statusOf(shop, payment)).toBe("succeeded")
    expect(alertsOf(shop)).toEqual([])
  })
})

describe("a payment whose provider is no longer registered", () => {
  const resolutions = [
    [{ _tag: "Charged", captured: true, providerReference: "theirs" }, "succeeded"],
    [{ _tag: "NotCharged" }, "failed"]
  ] as const
  it.each(resolutions)("is settled by hand: %j makes it %s", async (resolution, status) => {
    const shop = await openShop()
    const payment = await shop.pay("timeout_charged")
    const engine = await withoutProviders(shop)
    const { payments } = engine.merchant(shop.shop().scope)
    const resolved = await payments.resolveAttempt(shop.lastAttempt(payment), resolution)
    expect(resolved.status).toBe(status)
    await engine.close()
    expect(shop.commitFindings()).toEqual([])
  })

  it("and that is held by hand raises an alert before it expires, then daily, and expires when the provider is back", async () => {
    const shop = await open()
    shop.box.script.charge(chargeThat.throwsAfterCharging())
    const payment = await shop.pay("approved", { captureMethod: "manual" })
    const engine = await withoutProviders(shop)
    const [charge] = await shop.run(shop.box.bank.charges())
    const resolution = { _tag: "Charged", captured: false } as const
    const providerReference = charge?.providerReference ?? ""
    // Events of two processes at one moment have no order.
    await shop.clock.advance(second)
    await engine
      .merchant(shop.shop().scope)
      .payments.resolveAttempt(shop.lastAttempt(payment), { ...resolution, providerReference })
    for (let hours = 0; hours < 7 * 24 + 1; hours++) {
      await shop.clock.advance(hour)
      await engine.runDue()
    }
    await engine.close()
    expect((await typesOf(shop)).slice(1)).toEqual([
      "payment.authorized",
      "alert.authorization_expiring",
      "alert.hold_unknown",
      "alert.hold_unknown"
    ])
    await shop.elapse(hour)
    expect(await statusOf(shop, payment)).toBe("expired")
  })
})

describe("a decline that would cascade to the next MID", () => {
  const pay = async (shop: Shop) => {
    shop.box.script.charge(chargeThat.settles(10 * second, "acquirer_refused"))
    const payment = await shop.pay("approved")
    expect(payment.status).toBe("processing")
    await shop.clock.advance(10 * second)
    return payment
  }

  const declinedOnce = async (shop: Shop, { id }: { readonly id: string }) => {
    const payment = await shop.shop().payments.retrieve(id)
    expect(payment).toMatchObject({ status: "declined", decline: { code: "card_declined" } })
    expect(payment.attempts).toHaveLength(1)
    expect(await shop.run(shop.box.bank.charges())).toHaveLength(1)
  }

  it("cascades in the answer of the charge itself", async () => {
    const shop = await open()
    shop.box.script.charge(chargeThat.isDeclined("acquirer_refused"))
    const payment = await shop.pay("approved")
    expect(payment.status).toBe("succeeded")
    expect(payment.attempts).toHaveLength(2)
  })

  it("ends the payment if a recovery finds it, because no recovery cascades", async () => {
    const shop = await open()
    const payment = await pay(shop)
    await shop.elapse(minute)
    await declinedOnce(shop, payment)
  })

  it("ends the payment if a notification reports it, because no notification cascades", async () => {
    const shop = await open()
    const payment = await pay(shop)
    await shop.notify(shop.lastAttempt(payment))
    await declinedOnce(shop, payment)
  })
})

describe("an attempt that is resolved by hand", () => {
  const references: ReadonlyArray<readonly [string, string]> = [
    ["empty", ""],
    ["longer than 255 characters", "r".repeat(256)],
    ["not storable", "a\0b"]
  ]
  it.each(references)("takes no provider's reference that is %s", async (_, providerReference) => {
    const shop = await open()
    const payment = await shop.pay("timeout_charged")
    const { payments } = shop.shop()
    const resolution = { _tag: "Charged", captured: true, providerReference } as const
    await expect(
      payments.resolveAttempt(shop.lastAttempt(payment), resolution)
    ).rejects.toMatchObject({ _tag: "InvalidInput", param: "providerReference" })
    expect(await statusOf(shop, payment)).toBe("processing")
    await shop.elapse(hour)
  })

  it("takes a reference of 255 characters", async () => {
    const shop = await open()
    const payment = await shop.pay("timeout_charged")
    const resolution = { _tag: "Charged", captured: true } as const
    const providerReference = "4".repeat(255)
    const resolved = await shop
      .shop()
      .payments.resolveAttempt(shop.lastAttempt(payment), { ...resolution, providerReference })
    expect(resolved.status).toBe("succeeded")
  })
})
