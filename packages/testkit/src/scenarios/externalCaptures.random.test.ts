import type { ChargeFound } from "@payloom/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { chargeThat, modificationThat } from "../sandbox/conduct.ts"
import { alertsOf, auditedShops, statusOf, typesOf } from "./testing/auditedShops.ts"
import { captureByHand } from "./testing/captureByHand.ts"
import { changeReports } from "./testing/changeReports.ts"
import { openRace } from "./testing/openRace.ts"
import { day, hour, minute, openShop, type Shop } from "./testing/openShop.ts"
import { runsOf } from "./testing/runsOf.ts"

const open = auditedShops()

const manual = { captureMethod: "manual" } as const

const retrieve = ({ shop }: Shop, { id }: { readonly id: string }) => shop().payments.retrieve(id)

const capture = (shop: Shop, { id }: { readonly id: string }, amount?: bigint) =>
  shop
    .shop()
    .payments.capture(id, amount === undefined ? {} : { amount }, { idempotencyKey: "capture" })

const withoutCapturedAmount = ({ amountCaptured: _, ...found }: ChargeFound): ChargeFound => found

describe("an external capture of a hold", () => {
  it("is booked like our own capture when the provider's notification arrives", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", manual)
    await captureByHand(shop, payment)
    await shop.notify(shop.lastAttempt(payment))
    const captured = await retrieve(shop, payment)
    expect(captured).toMatchObject({ status: "succeeded", amountCaptured: 1250n })
    expect(await typesOf(shop)).toEqual([
      "payment.authorized",
      "payment.captured",
      "payment.succeeded"
    ])
    expect((await shop.ledger()).map(({ kind }) => kind)).toEqual(["capture"])
    await expect(capture(shop, payment)).rejects.toMatchObject({ _tag: "PaymentNotCapturable" })
    await shop.shop().payments.refund(payment.id, {}, { idempotencyKey: "refund" })
    await shop.elapse(10 * day)
    expect(await statusOf(shop, payment)).toBe("refunded")
    expect(alertsOf(shop)).toEqual([])
  })

  it("of a part is booked as a part, and the rest is released", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", manual)
    await captureByHand(shop, payment, 500n)
    await shop.notify(shop.lastAttempt(payment))
    await shop.elapse(10 * day)
    expect(await retrieve(shop, payment)).toMatchObject({
      status: "partially_captured",
      amountCaptured: 500n
    })
    expect(alertsOf(shop)).toEqual([])
  })

  it("is found by the lookup before the alert of its expiry, which is then not raised", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", manual)
    await captureByHand(shop, payment)
    await shop.elapse(4 * day)
    expect(await statusOf(shop, payment)).toBe("succeeded")
    expect(alertsOf(shop)).toEqual([])
  })

  it("is found by the lookup before its expiry, and never expires", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", manual)
    await shop.elapse(4 * day)
    await captureByHand(shop, payment)
    await shop.elapse(day)
    expect(await statusOf(shop, payment)).toBe("succeeded")
    expect(alertsOf(shop)).toEqual(["alert.authorization_expiring"])
  })

  it("is booked once, for any number of notifications and lookups", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", manual)
    const attempt = shop.lastAttempt(payment)
    await captureByHand(shop, payment)
    await Promise.all([1, 2, 3].map(() => shop.notify(attempt)))
    await shop.notify(attempt)
    await shop.elapse(10 * day)
    expect(await shop.ledger()).toHaveLength(1)
    expect((await typesOf(shop)).filter((type) => type === "payment.captured")).toHaveLength(1)
  })

  it("while the outcome of its charge is unknown is a hold first, then a capture", async () => {
    const shop = await open()
    shop.box.script.charge(chargeThat.throwsAfterCharging())
    const payment = await shop.pay("approved", manual)
    await captureByHand(shop, payment, 500n)
    await shop.elapse(hour)
    expect(await statusOf(shop, payment)).toBe("authorized")
    await shop.elapse(4 * day)
    expect(await retrieve(shop, payment)).toMatchObject({ amountCaptured: 500n })
    expect(alertsOf(shop)).toEqual([])
  })
})

describe("a notification of a captured hold", () => {
  it("settles a pending capture of the same amount, which is then not sent", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", manual)
    await capture(shop, payment, 500n)
    await captureByHand(shop, payment, 500n)
    await shop.notify(shop.lastAttempt(payment))
    expect(await retrieve(shop, payment)).toMatchObject({ amountCaptured: 500n })
    await shop.elapse(10 * day)
    expect(shop.sent).toEqual([])
    expect(alertsOf(shop)).toEqual([])
  })

  it("is booked if our own capture fails, even if another notification has no amount", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", manual)
    await captureByHand(shop, payment, 700n)
    shop.box.script.capture(modificationThat.settles(minute, "already_captured"))
    await capture(shop, payment)
    await shop.notify(shop.lastAttempt(payment))
    await changeReports(shop, withoutCapturedAmount, undefined, (id) => `${id} again`)
    await shop.notify(shop.lastAttempt(payment))
    await changeReports(shop, (found) => ({ ...found, amountCaptured: 700n }))
    await shop.work()
    await shop.elapse(hour)
    expect(await retrieve(shop, payment)).toMatchObject({
      status: "partially_captured",
      amountCaptured: 700n
    })
  })

  it("settles our own capture if its answer was lost", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", manual)
    shop.box.script.capture(modificationThat.throwsAfterwards())
    await capture(shop, payment)
    await shop.work()
    expect(await statusOf(shop, payment)).toBe("authorized")
    await shop.notify(shop.lastAttempt(payment))
    expect(await statusOf(shop, payment)).toBe("succeeded")
    await shop.elapse(day)
    expect(shop.sent).toHaveLength(1)
  })

  it("without an amount waits for our pending capture, and raises no alert", async () => {
    const shop = await open()
    await changeReports(shop, withoutCapturedAmount)
    const payment = await shop.pay("approved", manual)
    shop.box.script.capture(modificationThat.throwsAfterwards())
    await capture(shop, payment, 500n)
    await shop.work()
    await shop.notify(shop.lastAttempt(payment))
    expect(await statusOf(shop, payment)).toBe("authorized")
    await shop.elapse(hour)
    await shop.notify(shop.lastAttempt(payment))
    expect(await retrieve(shop, payment)).toMatchObject({ amountCaptured: 500n })
    expect(alertsOf(shop)).toEqual([])
  })

  it("raises an alert during a pending void, and a lookup books it after the void failed", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", manual)
    await shop.shop().payments.void(payment.id, {}, { idempotencyKey: "void" })
    await captureByHand(shop, payment)
    await shop.notify(shop.lastAttempt(payment))
    expect(await statusOf(shop, payment)).toBe("authorized")
    expect(alertsOf(shop)).toEqual(["alert.captured_elsewhere"])
    await shop.elapse(5 * day)
    expect(await statusOf(shop, payment)).toBe("succeeded")
    expect(await typesOf(shop)).toContain("void.failed")
  })

  it("raises an alert if the hold was released or has expired", async () => {
    const shop = await openShop()
    const expired = await shop.pay("approved", manual)
    await shop.elapse(5 * day)
    const voided = await shop.pay("approved", manual)
    await shop.shop().payments.void(voided.id, {}, { idempotencyKey: "void" })
    await shop.work()
    await changeReports(shop, (found) => ({ ...found, state: "captured", amountCaptured: 1250n }))
    for (const payment of [expired, voided]) await shop.notify(shop.lastAttempt(payment))
    expect(alertsOf(shop).slice(1)).toEqual([
      "alert.captured_elsewhere",
      "alert.captured_elsewhere"
    ])
    expect([await statusOf(shop, expired), await statusOf(shop, voided)]).toEqual([
      "expired",
      "voided"
    ])
    expect(await shop.ledger()).toEqual([])
    expect(shop.commitFindings()).toEqual([])
  })

  it("of more than our capture raises an alert, and of the same amount does not", async () => {
    const shop = await openShop()
    const payment = await shop.pay("approved", manual)
    await capture(shop, payment, 500n)
    await shop.work()
    await shop.notify(shop.lastAttempt(payment))
    expect(alertsOf(shop)).toEqual([])
    const other = await shop.pay("approved", manual)
    await shop.shop().payments.capture(other.id, { amount: 500n }, { idempotencyKey: "other" })
    await shop.work()
    await changeReports(shop, (found) => ({ ...found, amountCaptured: 1250n }))
    await shop.notify(shop.lastAttempt(other))
    expect(alertsOf(shop)).toEqual(["alert.captured_elsewhere"])
    expect(await retrieve(shop, other)).toMatchObject({ amountCaptured: 500n })
    expect(shop.commitFindings()).toEqual([])
  })
})

describe("an external capture that can't be booked", () => {
  const reports: ReadonlyArray<readonly [string, (found: ChargeFound) => ChargeFound]> = [
    ["is unknown", withoutCapturedAmount],
    ["is more than was held", (found) => ({ ...found, amountCaptured: 1251n })],
    ["is nothing", (found) => ({ ...found, amountCaptured: 0n })],
    ["is of another charge's amount", (found) => ({ ...found, amount: 1251n })],
    ["is in another currency", (found) => ({ ...found, currency: "USD" })],
    ["went back again", (found) => ({ ...found, state: "refunded" })]
  ]
  it.each(reports)(
    "because its amount %s raises an alert at once, and then daily",
    async (_, report) => {
      const shop = await openShop()
      const payment = await shop.pay("approved", manual)
      await captureByHand(shop, payment)
      await changeReports(shop, report)
      await shop.notify(shop.lastAttempt(payment))
      expect(alertsOf(shop)).toEqual(["alert.captured_elsewhere"])
      await shop.elapse(7 * day)
      expect(await statusOf(shop, payment)).toBe("authorized")
      expect(alertsOf(shop)).toEqual(Array(5).fill("alert.captured_elsewhere"))
      expect(await shop.ledger()).toEqual([])
      expect(shop.commitFindings()).toEqual([])
    }
  )
})

describe("an external capture that races with our own capture or void", () => {
  it.each([true, false])(
    "is booked once, whichever report of it comes first, lookup %s",
    (lookup) =>
      fc.assert(
        fc.asyncProperty(fc.scheduler(), fc.gen(), async (scheduler, g) => {
          const providers = [{ capabilities: { lookup } }]
          const { shop, processes, run } = await openRace(scheduler, { providers })
          const payment = await shop.pay("approved", manual)
          await shop.elapse(4 * day - minute)
          await captureByHand(shop, payment)
          await shop.clock.advance(minute)
          const ways: ReadonlyArray<(at: 0 | 1, key: number) => Promise<unknown>> = [
            () => shop.notify(shop.lastAttempt(payment)),
            (at) => processes[at].payloom.runDue(),
            (at, key) =>
              processes[at].merchant.payments.capture(payment.id, {}, { idempotencyKey: `${key}` }),
            (at, key) => {
              const options = { idempotencyKey: `${key}` }
              return processes[at].merchant.payments.capture(payment.id, { amount: 5n }, options)
            },
            (at, key) =>
              processes[at].merchant.payments.void(payment.id, {}, { idempotencyKey: `${key}` })
          ]
          const racers = g(
            fc.array,
            fc.record({
              process: fc.constantFrom(0 as const, 1 as const),
              way: fc.nat({ max: ways.length - 1 })
            }),
            { minLength: 2, maxLength: 6 }
          )
          await run(
            racers.map(
              ({ process, way }, key) =>
                async () =>
                  ways[way]?.(process, key)
            )
          )
          if (!lookup) await shop.notify(shop.lastAttempt(payment))
          await shop.elapse(2 * day)
          expect(await statusOf(shop, payment)).toBe("succeeded")
          expect((await shop.ledger()).map(({ kind }) => kind)).toEqual(["capture"])
          expect(await shop.audit()).toEqual([])
        }),
        { numRuns: runsOf(60), seed: 20_261_115 }
      )
  )
})
