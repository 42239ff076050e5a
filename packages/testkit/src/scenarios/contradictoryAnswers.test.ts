import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { chargeThat, lookupThat, modificationThat } from "../sandbox/conduct.ts"
import { alertsOf, auditedShops, statusOf } from "./testing/auditedShops.ts"
import { day, hour, minute, openShop, second } from "./testing/openShop.ts"

const open = auditedShops()

describe("an absent charge", () => {
  it("has the time of the lookup's request, not of its answer", async () => {
    const shop = await open({ providers: [{ capabilities: { settleWindowMinutes: 1 } }] })
    const { lookup } = shop.box.provider
    const slow: typeof lookup = (by) => Effect.tap(lookup(by), () => Effect.sleep(20 * second))
    Object.assign(shop.box.provider, { lookup: slow })
    await shop.restart()
    shop.box.script.charge(chargeThat.appearsLate(68 * second))
    const payment = await shop.pay("approved")
    await shop.elapse(minute)
    expect(await statusOf(shop, payment)).toBe("processing")
    await shop.elapse(10 * minute)
    expect(await statusOf(shop, payment)).toBe("succeeded")
  })

  it("that the provider had acknowledged before is not called failed", async () => {
    const shop = await open()
    shop.box.script.charge(chargeThat.settles(2 * day))
    const payment = await shop.pay("approved")
    shop.box.script.lookup(lookupThat.findsNothing(), { times: 6 })
    await shop.elapse(day + hour)
    expect(await statusOf(shop, payment)).toBe("processing")
    expect(alertsOf(shop)).toEqual(["alert.outcome_unknown"])
    await shop.elapse(3 * day)
    expect(await statusOf(shop, payment)).toBe("succeeded")
  })
})

describe("a refund that the provider had acknowledged", () => {
  it("is not sent again, whatever a later lookup finds", async () => {
    const shop = await open()
    const payment = await shop.pay("approved")
    shop.box.script.refund(modificationThat.settles(3 * day))
    await shop.shop().payments.refund(payment.id, { amount: 500n }, { idempotencyKey: "refund" })
    await shop.elapse(day + hour)
    shop.box.script.lookup(lookupThat.findsNothing())
    await shop.elapse(day)
    expect(shop.sent).toHaveLength(1)
    await shop.elapse(3 * day)
    expect(await statusOf(shop, payment)).toBe("partially_refunded")
  })
})

describe("a refund that failed", () => {
  it("and that the provider later reports as made raises an alert", async () => {
    const shop = await openShop()
    const payment = await shop.pay("approved")
    shop.box.script.refund(modificationThat.throwsAfterwards())
    shop.box.script.lookup(lookupThat.findsNothing())
    shop.box.script.refund(modificationThat.says({ _tag: "Failed", rawCode: "duplicate" }))
    await shop.shop().payments.refund(payment.id, { amount: 500n }, { idempotencyKey: "refund" })
    await shop.work()
    await shop.elapse(minute)
    expect((await shop.shop().payments.listRefunds(payment.id)).data).toMatchObject([
      { status: "failed" }
    ])
    const [made] = await shop.run(shop.box.bank.modifications())
    await shop.notify(made?.reference ?? "")
    expect(alertsOf(shop)).toEqual(["alert.outcome_contradicted"])
    expect(shop.commitFindings()).toEqual([])
  })
})

describe("a charge that appears too late", () => {
  it("for another amount than requested raises an alert", async () => {
    const shop = await openShop()
    shop.box.script.charge({
      _tag: "Reaches",
      verdict: { _tag: "Approve", surplus: 100n, appearsAfterMs: hour },
      line: { _tag: "Breaks" }
    })
    const payment = await shop.pay("approved")
    await shop.elapse(2 * hour)
    expect(await statusOf(shop, payment)).toBe("failed")
    await shop.notify(shop.lastAttempt(payment))
    await shop.notify(shop.lastAttempt(payment))
    expect(alertsOf(shop)).toEqual(["alert.amount_mismatch"])
    expect(shop.commitFindings()).toEqual([])
  })

  it("of amount 0, as a check of a card, has nothing to refund", async () => {
    const shop = await open()
    shop.box.script.charge(chargeThat.appearsLate(hour))
    const payment = await shop.pay("approved", { type: "verify", amount: 0n })
    await shop.elapse(2 * hour)
    await shop.notify(shop.lastAttempt(payment))
    await shop.work()
    expect(alertsOf(shop)).toEqual([])
    expect(shop.sent).toEqual([])
  })
})

describe("a check of a card that is resolved by hand", () => {
  it("succeeds, because there is nothing to capture", async () => {
    const shop = await openShop()
    const payment = await shop.pay("timeout_charged", { type: "verify", amount: 0n })
    const resolution = { _tag: "Charged", captured: false, providerReference: "theirs" } as const
    const { payments } = shop.shop()
    const resolved = await payments.resolveAttempt(shop.lastAttempt(payment), resolution)
    expect(resolved.status).toBe("succeeded")
    expect(shop.commitFindings()).toEqual([])
  })
})

describe("an answer that comes after its charge was given up", () => {
  it("is not lost if the storage fails at that moment", async () => {
    const shop = await open()
    shop.box.script.charge(chargeThat.answersAfter(hour))
    const payment = await shop.pay("approved")
    await shop.shop().payments.resolveAttempt(shop.lastAttempt(payment), { _tag: "NotCharged" })
    shop.process().mortal.meet((commit) => (commit <= 2 ? "unavailable_before" : undefined))
    await shop.clock.advance(hour + minute)
    await shop.work()
    expect(alertsOf(shop)).toEqual(["alert.late_charge", "alert.late_charge_reversed"])
  })
})
