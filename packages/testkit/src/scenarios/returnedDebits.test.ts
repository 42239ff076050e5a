import { describe, expect, it } from "vitest"
import { chargeThat } from "../sandbox/conduct.ts"
import { alertsOf, auditedShops } from "./testing/auditedShops.ts"
import { debitReturned, paymentAt, subscribed } from "./testing/debitedSubscriber.ts"
import { day, hour, type Shop } from "./testing/openShop.ts"
import { capturedAgain } from "./testing/returning.ts"
import { debitShop } from "./testing/savedDebits.ts"
import {
  begunCycles,
  dateOf,
  elapseTo,
  newKey,
  pause,
  paymentsOf,
  resume,
  type Subscriber,
  standing
} from "./testing/subscribing.ts"

const audited = auditedShops()
const open = () => audited(debitShop)

/** Returns the outcomes of the charges of cycles. */
const outcomes = async (shop: Shop, subscriber: Subscriber) =>
  (await paymentsOf(shop, subscriber)).slice(1).map((line) => line.split(" ").slice(1).join(" "))

describe("a first cycle whose debit the bank returns", () => {
  it("is debited again with its setup fee", async () => {
    const shop = await open()
    const subscriber = await subscribed(shop, { setupFee: 500n })
    await debitReturned(shop, await paymentAt(shop))
    expect(await standing(shop, subscriber)).toMatchObject({ status: "past_due", paidUntil: null })
    await shop.elapse(2 * day)
    expect(await outcomes(shop, subscriber)).toEqual([
      "initial 1400 failed",
      "rebill 1400 succeeded"
    ])
    expect(await standing(shop, subscriber)).toMatchObject({ status: "active" })
  })

  it("is owed with its setup fee in a recovery session", async () => {
    const shop = await open()
    const subscriber = await subscribed(shop, { setupFee: 500n })
    await debitReturned(shop, await paymentAt(shop))
    const session = await shop.shop().subscriptions.recoverySession(subscriber.id, {}, newKey())
    expect(session.amount).toBe(1400n)
  })

  it("is debited again with the price and the fee of its trial", async () => {
    const shop = await open()
    const trial = { days: 31, amount: 300n }
    const subscriber = await subscribed(shop, { trial, setupFee: 500n })
    expect(await standing(shop, subscriber)).toMatchObject({ status: "trialing" })
    await debitReturned(shop, await paymentAt(shop))
    expect(await standing(shop, subscriber)).toMatchObject({ status: "past_due", paidUntil: null })
    await shop.elapse(2 * day)
    expect(await outcomes(shop, subscriber)).toEqual(["initial 800 failed", "rebill 800 succeeded"])
  })
})

/** Subscribes, and returns the second cycle's debit of 15 December. */
const owing = async (shop: Shop) => {
  const subscriber = await subscribed(shop)
  await elapseTo(shop, "2026-12-17")
  const payment = await paymentAt(shop)
  await debitReturned(shop, payment)
  return { subscriber, payment }
}

describe("the money of a returned debit that comes back", () => {
  it("raises an alert if its cycle was paid by another debit meanwhile", async () => {
    const shop = await open()
    const { subscriber, payment } = await owing(shop)
    await shop.elapse(2 * day)
    await capturedAgain(shop, payment)
    expect(alertsOf(shop)).toEqual(["alert.capture_returned", "alert.cycle_paid_twice"])
    await shop.until(shop.box.notify(shop.process().payloom, { again: true }))
    expect(alertsOf(shop)).toHaveLength(2)
    expect(await standing(shop, subscriber)).toMatchObject({ status: "active" })
  })

  it("keeps the cycle paid if the bank then returns the other debit", async () => {
    const shop = await open()
    const { subscriber, payment } = await owing(shop)
    await shop.elapse(2 * day)
    const other = await paymentAt(shop)
    await capturedAgain(shop, payment)
    await debitReturned(shop, other)
    expect(await standing(shop, subscriber)).toMatchObject({ status: "active" })
    await shop.elapse(5 * day)
    expect((await outcomes(shop, subscriber)).slice(1)).toEqual([
      "rebill 900 succeeded",
      "rebill 900 failed"
    ])
  })

  it("does not keep the cycle paid after it was refunded", async () => {
    const shop = await open()
    const { subscriber, payment } = await owing(shop)
    await shop.elapse(2 * day)
    const other = await paymentAt(shop)
    await capturedAgain(shop, payment)
    await shop.until(shop.shop().payments.refund(payment.id, {}, newKey()))
    await shop.work()
    await debitReturned(shop, other)
    expect(await standing(shop, subscriber)).toMatchObject({ status: "past_due" })
  })

  it("pays the cycle if the next debit, which was in flight, fails", async () => {
    const shop = await open()
    const { subscriber, payment } = await owing(shop)
    shop.box.script.charge(chargeThat.settles(2 * day, "nsf"))
    await shop.elapse(day + hour)
    await capturedAgain(shop, payment)
    expect((await begunCycles(shop, subscriber)).at(-1)).toContain("charging")
    await shop.elapse(10 * day)
    expect(await standing(shop, subscriber)).toMatchObject({ status: "active" })
    expect((await outcomes(shop, subscriber)).slice(1)).toEqual([
      "rebill 900 succeeded",
      "rebill 900 declined"
    ])
    expect(alertsOf(shop)).toEqual(["alert.capture_returned"])
  })

  it("raises an alert if the next debit, which was in flight, succeeds", async () => {
    const shop = await open()
    const { payment } = await owing(shop)
    shop.box.script.charge(chargeThat.settles(2 * day))
    await shop.elapse(day + hour)
    await capturedAgain(shop, payment)
    expect(alertsOf(shop)).toEqual(["alert.capture_returned"])
    await shop.elapse(3 * day)
    expect(alertsOf(shop)).toEqual(["alert.capture_returned", "alert.cycle_paid_twice"])
  })

  it("pays the cycle after another debit of it was declined", async () => {
    const shop = await open()
    const { subscriber, payment } = await owing(shop)
    shop.box.script.charge(chargeThat.isDeclined("nsf"))
    await shop.elapse(day + hour)
    expect(await standing(shop, subscriber)).toMatchObject({ status: "past_due" })
    await capturedAgain(shop, payment)
    expect(await standing(shop, subscriber)).toMatchObject({ status: "active" })
    await shop.elapse(10 * day)
    expect((await outcomes(shop, subscriber)).slice(1)).toEqual([
      "rebill 900 succeeded",
      "rebill 900 declined"
    ])
  })

  it("changes nothing of a subscription that ended", async () => {
    const shop = await open()
    const { subscriber, payment } = await owing(shop)
    const { subscriptions } = shop.shop()
    await subscriptions.cancel(subscriber.id, { cancelAtPeriodEnd: false }, newKey())
    await capturedAgain(shop, payment)
    expect(await standing(shop, subscriber)).toMatchObject({ status: "canceled" })
    expect((await shop.shop().payments.retrieve(payment.id)).status).toBe("succeeded")
  })
})

describe("a subscription whose debit the bank returns", () => {
  it("is paid until the end of the last cycle that has its money", async () => {
    const shop = await open()
    const subscriber = await subscribed(shop)
    await pause(shop, subscriber, { behavior: "skip", resumesAt: Date.parse("2026-12-20") })
    await elapseTo(shop, "2027-01-17")
    expect(await begunCycles(shop, subscriber)).toHaveLength(3)
    await debitReturned(shop, await paymentAt(shop))
    const { status, paidUntil } = await standing(shop, subscriber)
    expect([status, dateOf(paidUntil).slice(0, 10)]).toEqual(["past_due", "2026-12-15"])
  })

  it("while it is paused, is past due and debited again when it goes on", async () => {
    const shop = await open()
    const subscriber = await subscribed(shop)
    await pause(shop, subscriber)
    await debitReturned(shop, await paymentAt(shop))
    expect(await standing(shop, subscriber)).toMatchObject({ status: "paused", paidUntil: null })
    await shop.elapse(20 * day)
    expect(await outcomes(shop, subscriber)).toEqual(["initial 900 failed"])
    await resume(shop, subscriber)
    expect(await standing(shop, subscriber)).toMatchObject({ status: "past_due" })
    await shop.elapse(2 * day)
    expect(await standing(shop, subscriber)).toMatchObject({ status: "active" })
  })

  it("with its cancellation at the period's end, ends then, and is debited until then", async () => {
    const shop = await open()
    const subscriber = await subscribed(shop)
    await shop.shop().subscriptions.cancel(subscriber.id, {}, newKey())
    await debitReturned(shop, await paymentAt(shop))
    await shop.elapse(2 * day)
    expect((await outcomes(shop, subscriber)).at(-1)).toBe("rebill 900 succeeded")
    await elapseTo(shop, "2026-12-17")
    expect(await standing(shop, subscriber)).toMatchObject({ status: "canceled" })
    expect(await outcomes(shop, subscriber)).toHaveLength(2)
  })

  it("is debited for the whole cycle again if a part was refunded: the payer has both", async () => {
    const shop = await open()
    const subscriber = await subscribed(shop)
    const payment = await paymentAt(shop)
    await shop.until(shop.shop().payments.refund(payment.id, { amount: 400n }, newKey()))
    await shop.work()
    await debitReturned(shop, payment)
    await shop.elapse(2 * day)
    expect((await outcomes(shop, subscriber)).at(-1)).toBe("rebill 900 succeeded")
  })

  it("is dunned once if the return is reported before the approval, and twice", async () => {
    const shop = await open()
    const subscriber = await subscribed(shop)
    shop.box.script.charge(chargeThat.settles(hour))
    await elapseTo(shop, "2026-12-15T12:30:00Z")
    await shop.clock.advance(hour)
    const payment = await paymentAt(shop)
    await debitReturned(shop, payment)
    await shop.until(shop.box.notify(shop.process().payloom, { again: true }))
    expect((await begunCycles(shop, subscriber)).at(-1)).toContain("2 retrying")
    await elapseTo(shop, "2026-12-18")
    expect((await outcomes(shop, subscriber)).slice(1)).toEqual([
      expect.stringContaining("rebill 900"),
      "rebill 900 succeeded"
    ])
  })
})
