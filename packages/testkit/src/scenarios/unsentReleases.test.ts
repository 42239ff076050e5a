import { describe, expect, it } from "vitest"
import { modificationThat } from "../sandbox/conduct.ts"
import { alertsOf, auditedShops, statusOf, typesOf } from "./testing/auditedShops.ts"
import { doByHand } from "./testing/captureByHand.ts"
import { day, hour, type Shop } from "./testing/openShop.ts"

const open = auditedShops()

const manual = { captureMethod: "manual" } as const
const kinds = ["capture", "void"] as const

const refused = modificationThat.says({
  _tag: "AccountUnavailable",
  reason: "The account is closed.",
  rawCode: "account_closed"
})

const request = (shop: Shop, kind: (typeof kinds)[number], { id }: { readonly id: string }) =>
  shop.shop().payments[kind](id, {}, { idempotencyKey: kind })

const stateAtBank = async (shop: Shop) =>
  (await shop.run(shop.box.bank.charges())).map(({ state }) => state)

describe("a capture or void that can't be sent", () => {
  it.each(kinds)("fails a day after the end of its hold, with an alert: %s", async (kind) => {
    const shop = await open()
    shop.box.script[kind](refused, { times: 160 })
    const payment = await shop.pay("approved", manual)
    await request(shop, kind, payment)
    await shop.elapse(5 * day + 22 * hour)
    expect(await statusOf(shop, payment)).toBe("authorized")
    await shop.elapse(2 * hour)
    expect(await statusOf(shop, payment)).toBe("expired")
    expect(alertsOf(shop)).toEqual([
      "alert.account_refused",
      "alert.outcome_unknown",
      "alert.authorization_expiring",
      "alert.hold_unknown",
      // The engine still tries to release the hold.
      ...(kind === "void" ? ["alert.account_refused"] : [])
    ])
    expect((await typesOf(shop)).slice(-4)).toEqual(
      expect.arrayContaining([`${kind}.failed`, "payment.expired"])
    )
    await shop.elapse(10 * day)
    expect(await statusOf(shop, payment)).toBe("expired")
    expect(await stateAtBank(shop)).not.toContain("captured")
  })

  it.each(kinds)("is sent if the account is back in that day: %s", async (kind) => {
    const shop = await open()
    shop.box.script[kind](refused, { times: 20 })
    const payment = await shop.pay("approved", manual)
    await shop.elapse(5 * day - 12 * hour)
    await request(shop, kind, payment)
    await shop.elapse(10 * day)
    const ended = kind === "capture" ? ["expired", "succeeded"] : ["voided", "expired"]
    expect(ended).toContain(await statusOf(shop, payment))
    expect(alertsOf(shop)).not.toContain("alert.hold_unknown")
  })

  it("ends at once if the provider reports the end of the hold", async () => {
    const shop = await open()
    shop.box.script.capture(modificationThat.isNotSent(), { times: 50 })
    const payment = await shop.pay("approved", manual)
    await request(shop, "capture", payment)
    await shop.work()
    await doByHand(shop, "void", payment)
    await shop.notify(shop.lastAttempt(payment))
    await shop.elapse(hour)
    expect(await statusOf(shop, payment)).toBe("voided")
    expect(await typesOf(shop)).toEqual(["payment.authorized", "capture.failed", "payment.voided"])
  })

  it("is left alone while it may have arrived", async () => {
    const shop = await open()
    shop.box.script.capture(modificationThat.hangs(), { times: 1 })
    const payment = await shop.pay("approved", manual)
    await shop.elapse(5 * day - hour)
    await request(shop, "capture", payment)
    await shop.elapse(2 * day)
    expect(alertsOf(shop)).not.toContain("alert.hold_unknown")
  })
})
