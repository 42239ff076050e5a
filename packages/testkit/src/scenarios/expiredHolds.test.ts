import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { modificationThat } from "../sandbox/conduct.ts"
import type { SandboxProviderOptions } from "../sandbox/sandboxCapabilities.ts"
import { alertsOf, auditedShops, statusOf, typesOf } from "./testing/auditedShops.ts"
import { captureByHand } from "./testing/captureByHand.ts"
import { day, hour, minute, openShop, type Shop } from "./testing/openShop.ts"

const open = auditedShops()

const manual = { captureMethod: "manual" } as const

/** Opens a shop whose engine expects holds to last one day, and whose bank keeps them for five. */
const withShortHolds = async (
  shop: Shop,
  capabilities: SandboxProviderOptions["capabilities"] = {}
): Promise<Shop> => {
  const { provider } = shop.box
  Object.assign(provider, {
    capabilities: { ...provider.capabilities, holdHours: { default: 24 }, ...capabilities }
  })
  await shop.restart()
  return shop
}

const stateAtBank = async (shop: Shop) =>
  (await shop.run(shop.box.bank.charges())).map(({ state }) => state)

describe("a hold that expires by the engine's schedule", () => {
  it("is released if its provider still holds it, and the payment is expired", async () => {
    const shop = await withShortHolds(await open())
    const payment = await shop.pay("approved", manual)
    await shop.elapse(day)
    expect(await statusOf(shop, payment)).toBe("expired")
    expect(await stateAtBank(shop)).toEqual(["voided"])
    expect(await typesOf(shop)).toEqual([
      "payment.authorized",
      "alert.authorization_expiring",
      "payment.expired"
    ])
    await shop.elapse(10 * day)
    expect(shop.sent).toHaveLength(1)
    expect(await statusOf(shop, payment)).toBe("expired")
  })

  it("lasts the usual time if its provider reports an expiry in the past", async () => {
    const shop: Shop = await withShortHolds(
      await open({
        adapted: (provider) => ({
          ...provider,
          charge: (request) =>
            Effect.map(provider.charge(request), (outcome) => ({
              ...outcome,
              holdsUntil: Math.round(shop.clock.now() / 1000)
            }))
        })
      })
    )
    const payment = await shop.pay("approved", manual)
    await shop.elapse(23 * hour)
    expect(await statusOf(shop, payment)).toBe("authorized")
    await shop.elapse(hour)
    expect(await statusOf(shop, payment)).toBe("expired")
  })

  it("is left alone if its provider has already released it", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", manual)
    await shop.elapse(10 * day)
    expect(await statusOf(shop, payment)).toBe("expired")
    expect(shop.sent).toEqual([])
  })

  it("is released once, even if the process dies and the answer is lost", async () => {
    const shop = await withShortHolds(await open())
    shop.box.script.void(modificationThat.throwsAfterwards())
    const payment = await shop.pay("approved", manual)
    await shop.elapse(day - minute)
    shop.process().mortal.meet((commit) => (commit === 2 ? "dies_before" : undefined))
    await shop.elapse(2 * minute).catch(() => undefined)
    await shop.restart()
    expect(await statusOf(shop, payment)).toBe("expired")
    expect(await stateAtBank(shop)).toEqual(["authorized"])
    await shop.elapse(hour)
    expect(shop.sent).toHaveLength(1)
    expect(await stateAtBank(shop)).toEqual(["voided"])
    expect(alertsOf(shop)).toEqual(["alert.authorization_expiring"])
  })

  it("is released again and again while the provider doesn't answer", async () => {
    const shop = await withShortHolds(await open())
    shop.box.script.void(modificationThat.throws(), { times: 3 })
    await shop.pay("approved", manual)
    await shop.elapse(day + hour)
    expect(new Set(shop.sent).size).toBe(1)
    expect(shop.sent).toHaveLength(4)
    expect(await stateAtBank(shop)).toEqual(["voided"])
  })

  it("raises an alert if its provider doesn't release it", async () => {
    const shop = await withShortHolds(await openShop())
    const payment = await shop.pay("void_fails", manual)
    await shop.elapse(day)
    expect(await statusOf(shop, payment)).toBe("expired")
    expect(alertsOf(shop)).toEqual(["alert.authorization_expiring", "alert.give_back_failed"])
    expect(await shop.audit()).toEqual([expect.stringContaining("expired and authorized")])
    await shop.elapse(5 * day)
    expect(alertsOf(shop)).toHaveLength(2)
    expect(await shop.audit()).toEqual([])
  })

  it("is released without a lookup if its provider has none", async () => {
    const lookup = { lookup: false }
    const shop = await withShortHolds(await open({ providers: [{ capabilities: lookup }] }), lookup)
    const payment = await shop.pay("approved", manual)
    await shop.elapse(day)
    expect(await statusOf(shop, payment)).toBe("expired")
    expect(await stateAtBank(shop)).toEqual(["voided"])
  })

  it("has ended if its provider reports, again and again, that it holds nothing", async () => {
    const lookup = { lookup: false }
    const shop = await withShortHolds(await open({ providers: [{ capabilities: lookup }] }), lookup)
    shop.box.script.void(modificationThat.findsTheHoldExpired())
    await shop.pay("approved", manual)
    await shop.elapse(day)
    await shop.notify(shop.sent[0] ?? "")
    expect(alertsOf(shop)).toEqual(["alert.authorization_expiring"])
    expect((await shop.shop().notifications.list()).data).toEqual([])
  })

  it("raises an alert if it was captured meanwhile", async () => {
    const lookup = { lookup: false }
    const shop = await withShortHolds(
      await openShop({ providers: [{ capabilities: lookup }] }),
      lookup
    )
    const payment = await shop.pay("approved", manual)
    await captureByHand(shop, payment)
    await shop.elapse(day)
    expect(alertsOf(shop).at(-1)).toBe("alert.give_back_failed")
    await shop.notify(shop.lastAttempt(payment))
    expect(alertsOf(shop).at(-1)).toBe("alert.captured_elsewhere")
    expect(shop.commitFindings()).toEqual([])
  })
})
