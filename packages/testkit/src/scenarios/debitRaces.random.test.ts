import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { debitReturned, paymentAt, subscribed } from "./testing/debitedSubscriber.ts"
import { openRace } from "./testing/openRace.ts"
import { day, hour } from "./testing/openShop.ts"
import { notified } from "./testing/returning.ts"
import { runsOf } from "./testing/runsOf.ts"
import { debitShop } from "./testing/savedDebits.ts"
import { begunCycles, elapseTo, standing } from "./testing/subscribing.ts"

describe("a debit that is returned while another process bills its subscription", () => {
  it("leaves at most one cycle unpaid and charges each once, however the two interleave", () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.boolean(), async (scheduler, comesBack) => {
        const { shop, processes, run } = await openRace(scheduler, debitShop)
        const [, other] = processes
        const subscriber = await subscribed(shop)
        await elapseTo(shop, "2026-12-15T11:59:00Z")
        const payment = await paymentAt(shop)
        await notified(shop)
        if (comesBack) {
          await debitReturned(shop, payment)
          await shop.clock.advance(day)
          await shop.run(shop.box.captureAgain(payment))
        } else {
          await shop.clock.advance(hour)
          await shop.run(shop.box.returnCapture(payment, { rawCode: "nsf" }))
        }
        await run<unknown>([
          () => shop.process().payloom.runDue(),
          () => shop.box.notify(other.payloom)
        ])
        await shop.elapse(20 * day)
        expect(await shop.audit()).toEqual([])
        const owed = (await begunCycles(shop, subscriber)).filter((line) => !line.includes("paid"))
        expect(owed).toEqual([])
      }),
      { numRuns: runsOf(200), seed: 20_261_126 }
    ))
})

describe("a saved debit that is detached while it is charged and billed", () => {
  it("is charged no more afterwards, and what was charged is booked", () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const { shop, processes, run } = await openRace(scheduler, debitShop)
        const [own, other] = processes
        const subscriber = await subscribed(shop)
        await elapseTo(shop, "2026-12-15T11:59:00Z")
        await shop.clock.advance(hour)
        const charge = { amount: 500n, currency: "EUR", type: "one_off" } as const
        const [charged] = await run<unknown>([
          () =>
            own.merchant.payments.create(
              { ...charge, paymentInstrument: subscriber.card },
              { idempotencyKey: "beside" }
            ),
          () => own.payloom.runDue(),
          () => other.merchant.paymentInstruments.detach(subscriber.card)
        ])
        if (charged?.status === "rejected") {
          expect(charged.reason).toMatchObject({ _tag: "InstrumentDetached" })
        }
        const before = (await shop.shop().payments.list({ limit: 20 })).data.length
        await shop.elapse(20 * day)
        expect(await shop.audit()).toEqual([])
        const after = (await shop.shop().payments.list({ limit: 20 })).data.length
        expect(after).toBe(before)
        const isPaid = (await begunCycles(shop, subscriber)).every((line) => line.includes("paid"))
        const { status } = await standing(shop, subscriber)
        expect([isPaid, status]).toEqual([isPaid, isPaid ? "active" : "past_due"])
      }),
      { numRuns: runsOf(100), seed: 20_261_126 }
    ))
})
