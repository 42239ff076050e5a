import {
  type EngineSetup,
  type LogEntry,
  Payloom,
  PaymentCollection,
  Storage,
  StorageUnavailable
} from "@payloom/core"
import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { chargeThat, lookupThat, modificationThat } from "../sandbox/conduct.ts"
import { alertsOf, auditedShops, statusOf } from "./testing/auditedShops.ts"
import { day, hour, minute, openShop, type Shop, second } from "./testing/openShop.ts"

const open = auditedShops()

/** Starts another engine on the storage of a shop, with another setup. */
const engineOn = (shop: Shop, setup: Partial<EngineSetup>) =>
  Payloom.make({
    ...shop.box.setup,
    storage: Layer.succeed(Storage, shop.storage),
    workers: false,
    clock: shop.clock,
    ...setup
  })

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

describe("a hook for alerts that throws", () => {
  it("undoes nothing in the store, and the request is answered", async () => {
    const shop = await open()
    const logged: Array<LogEntry> = []
    const noisy = await engineOn(shop, {
      onAlert: () => {
        throw new Error("nobody listens")
      },
      onLog: (entry) => logged.push(entry)
    })
    const input = {
      amount: 1250n,
      currency: "EUR",
      type: "one_off",
      paymentInstrument: await shop.saveCard("wrong_amount")
    } as const
    const { payments } = noisy.merchant(shop.shop().scope)
    const payment = await payments.create(input, { idempotencyKey: "key" })
    expect(payment.status).toBe("processing")
    expect(logged).toMatchObject([{ cause: expect.stringContaining("nobody listens") }])
    await noisy.close()
  })
})

describe("a refund whose provider is no longer registered", () => {
  it("raises an alert after a day, and is sent when the provider is back", async () => {
    const shop = await open()
    const payment = await shop.pay("approved")
    await shop.shop().payments.refund(payment.id, {}, { idempotencyKey: "refund" })
    const without = await engineOn(shop, { providers: [] })
    for (let hours = 0; hours < 30; hours++) {
      await shop.clock.advance(hour)
      await without.runDue()
    }
    await without.close()
    expect((await shop.events()).at(-1)?.type).toBe("alert.outcome_unknown")
    await shop.elapse(2 * day)
    expect(await statusOf(shop, payment)).toBe("refunded")
    expect(shop.sent).toHaveLength(1)
  })
})

describe("a job whose storage fails", () => {
  it("expires a payment later, and is not dropped", async () => {
    let broken = false
    const shop = await open({
      between: (inner) =>
        Storage.of({
          ...inner,
          get: (scope, of, id) =>
            broken && of.name === PaymentCollection.name
              ? Effect.fail(new StorageUnavailable({ cause: "the line broke" }))
              : inner.get(scope, of, id)
        })
    })
    const input = { amount: 1250n, currency: "EUR", type: "one_off" } as const
    const payment = await shop.shop().payments.create(input, { idempotencyKey: "key" })
    broken = true
    await shop.elapse(day)
    broken = false
    await shop.elapse(hour)
    expect(await statusOf(shop, payment)).toBe("expired")
  })

  it("when an unknown outcome is a day old raises its alert when it runs again", async () => {
    const shop = await open()
    shop.box.script.lookup(lookupThat.isUnavailable(), { times: Number.POSITIVE_INFINITY })
    await shop.pay("timeout_charged")
    await shop.elapse(day - minute)
    shop.process().mortal.meet((commit) => (commit === 1 ? "unavailable_before" : undefined))
    await shop.elapse(4 * day)
    expect(alertsOf(shop)).toEqual(["alert.outcome_unknown"])
  })
})
