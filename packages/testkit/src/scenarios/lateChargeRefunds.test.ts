import { describe, expect, it } from "vitest"
import { commitFaults } from "../faults/mortalStorage.ts"
import { chargeThat, lookupThat, modificationThat } from "../sandbox/conduct.ts"
import { alertsOf, auditedShops, statusOf, typesOf } from "./testing/auditedShops.ts"
import { day, hour, minute, type Shop } from "./testing/openShop.ts"
import {
  begunCycles,
  elapseTo,
  newKey,
  type Subscriber,
  standing,
  subscribe
} from "./testing/subscribing.ts"

const open = auditedShops()

const always = { times: Number.POSITIVE_INFINITY }
const refused = modificationThat.fails("balance_insufficient")

/**
 * Creates a subscriber whose renewal was charged with an unknown outcome when it was canceled at
 * once.
 */
const canceledInFlight = async (shop: Shop): Promise<Subscriber> => {
  const subscriber = await subscribe(shop)
  shop.box.script.charge(chargeThat.hangsAfterCharging())
  shop.box.script.lookup(lookupThat.isUnavailable(), { times: 2 })
  await elapseTo(shop, "2026-12-15T12:01:00Z")
  const { subscriptions } = shop.shop()
  await subscriptions.cancel(subscriber.id, { cancelAtPeriodEnd: false }, newKey())
  return subscriber
}

const latestPayment = async (shop: Shop) => {
  const [payment] = (await shop.shop().payments.list({ limit: 1 })).data
  if (payment === undefined) throw new Error("There is no payment.")
  return payment
}

/** Returns the times of the refunds of the latest payment, in hours since the first one. */
const hoursOf = async (shop: Shop): Promise<ReadonlyArray<number>> => {
  const refunds = (await shop.shop().payments.listRefunds((await latestPayment(shop)).id)).data
  const times = refunds.map(({ created }) => created).toSorted((left, right) => left - right)
  return times.map((at) => Math.round((at - (times[0] ?? 0)) / hour))
}

describe("a charge that settles after its subscription was canceled", () => {
  it("ends its cycle as canceled at once, even if its refund takes a while", async () => {
    const shop = await open()
    const subscriber = await canceledInFlight(shop)
    shop.box.script.refund(modificationThat.settles(day))
    await elapseTo(shop, "2026-12-15T12:40:00Z")
    expect((await begunCycles(shop, subscriber))[1]).toBe("2 canceled 2026-12-15")
    expect((await latestPayment(shop)).status).toBe("succeeded")
    await shop.elapse(3 * day)
    expect((await latestPayment(shop)).status).toBe("refunded")
    expect(alertsOf(shop)).toEqual([])
  })

  it("raises an alert if its refund fails, and is refunded an hour later", async () => {
    const shop = await open()
    await canceledInFlight(shop)
    shop.box.script.refund(refused)
    await elapseTo(shop, "2026-12-15T12:30:00Z")
    expect(alertsOf(shop)).toEqual(["alert.give_back_failed"])
    expect(shop.alerts[0]?.event.data.object).toMatchObject({
      object: "refund",
      status: "failed",
      amount: "900",
      reason: "The subscription had ended when it was charged.",
      failure_reason: "balance_insufficient"
    })
    await shop.elapse(2 * hour)
    const payment = await latestPayment(shop)
    expect(payment).toMatchObject({ status: "refunded", amountRefunded: 900n })
    expect((await typesOf(shop, payment.id)).filter((type) => type.startsWith("refund"))).toEqual([
      "refund.pending",
      "refund.failed",
      "refund.pending",
      "refund.succeeded"
    ])
  })

  it("raises an alert also if the bank reports the failure a day later", async () => {
    const shop = await open()
    await canceledInFlight(shop)
    shop.box.script.refund(modificationThat.settles(day, "account_closed"))
    await elapseTo(shop, "2026-12-18")
    expect(alertsOf(shop)).toEqual(["alert.give_back_failed"])
    expect((await latestPayment(shop)).status).toBe("refunded")
  })

  it("is refunded again if its refund was reversed by the bank", async () => {
    const shop = await open()
    await canceledInFlight(shop)
    shop.box.script.refund(modificationThat.isReversedAfter(hour))
    await elapseTo(shop, "2026-12-15T12:30:00Z")
    expect((await latestPayment(shop)).status).toBe("refunded")
    const [refund] = await shop.run(shop.box.bank.modifications())
    await shop.elapse(hour)
    await shop.notify(refund?.reference ?? "")
    expect(alertsOf(shop)).toEqual(["alert.give_back_failed"])
    expect((await latestPayment(shop)).status).toBe("succeeded")
    await shop.elapse(2 * hour)
    expect((await latestPayment(shop)).status).toBe("refunded")
  })

  it("is retried for a week with two alerts in all, and nothing stays reserved", async () => {
    const shop = await open()
    const subscriber = await canceledInFlight(shop)
    shop.box.script.refund(refused, always)
    await elapseTo(shop, "2027-02-01")
    expect(alertsOf(shop)).toEqual(["alert.give_back_failed", "alert.give_back_abandoned"])
    expect(await hoursOf(shop)).toEqual([0, 1, 7, 31, 55, 79, 103, 127, 151])
    expect((await standing(shop, subscriber)).status).toBe("canceled")
    expect((await begunCycles(shop, subscriber))[1]).toBe("2 canceled 2026-12-15")
    shop.box.script.clear()
    const { payments } = shop.shop()
    const payment = await latestPayment(shop)
    expect((await payments.refund(payment.id, {}, newKey())).amount).toBe(900n)
    await shop.work()
  })

  it("that somebody refunds meanwhile is not refunded again", async () => {
    const shop = await open()
    await canceledInFlight(shop)
    shop.box.script.refund(refused)
    await elapseTo(shop, "2026-12-15T12:30:00Z")
    const payment = await latestPayment(shop)
    await shop.shop().payments.refund(payment.id, { amount: 900n }, newKey())
    await shop.elapse(10 * day)
    expect(await statusOf(shop, payment)).toBe("refunded")
    expect(shop.sent).toHaveLength(2)
    expect(alertsOf(shop)).toHaveLength(1)
  })

  it("that is partly refunded meanwhile has its rest refunded", async () => {
    const shop = await open()
    await canceledInFlight(shop)
    shop.box.script.refund(refused)
    await elapseTo(shop, "2026-12-15T12:30:00Z")
    const payment = await latestPayment(shop)
    await shop.shop().payments.refund(payment.id, { amount: 400n }, newKey())
    await shop.elapse(day)
    const refunds = (await shop.shop().payments.listRefunds(payment.id)).data
    expect(refunds.map(({ amount, status }) => `${amount} ${status}`).toSorted()).toEqual([
      "400 succeeded",
      "500 succeeded",
      "900 failed"
    ])
  })

  it.each([1, 2, 3].flatMap((commit) => commitFaults.map((fault) => [commit, fault] as const)))(
    "is refunded once if the retrying process fails: commit %i, %s",
    async (commit, fault) => {
      const shop = await open()
      await canceledInFlight(shop)
      shop.box.script.refund(refused)
      await elapseTo(shop, "2026-12-15T12:30:00Z")
      shop.process().mortal.meet((number) => (number === commit ? fault : undefined))
      await shop.elapse(hour).catch(() => undefined)
      await shop.restart()
      await shop.elapse(day)
      expect((await latestPayment(shop)).amountRefunded).toBe(900n)
      expect(alertsOf(shop)).toEqual(["alert.give_back_failed"])
    }
  )
})

describe("a late charge whose refund fails again and again", () => {
  it("stays in suspense with two alerts, and is in no merchant's payments or refunds", async () => {
    const shop = await open()
    shop.box.script.charge(chargeThat.appearsLate(hour))
    const { id } = await shop.pay("approved")
    await shop.elapse(90 * minute)
    const payment = await shop.shop().payments.retrieve(id)
    shop.box.script.refund(refused, always)
    await shop.notify(shop.lastAttempt(payment))
    await shop.elapse(30 * day)
    expect(alertsOf(shop)).toEqual([
      "alert.late_charge",
      "alert.give_back_failed",
      "alert.give_back_abandoned"
    ])
    expect(shop.sent).toHaveLength(9)
    expect(await shop.shop().payments.retrieve(id)).toEqual(payment)
    expect((await shop.shop().payments.listRefunds(id)).data).toEqual([])
  })
})

describe("a hold that expired and could not be released", () => {
  it("is released when its provider allows it", async () => {
    const shop = await open()
    const { provider } = shop.box
    const holdHours = { default: 24 }
    Object.assign(provider, { capabilities: { ...provider.capabilities, holdHours } })
    await shop.restart()
    shop.box.script.void(modificationThat.fails("try_later"), { times: 2 })
    const payment = await shop.pay("approved", { captureMethod: "manual" })
    await shop.elapse(day + 8 * hour)
    expect(await statusOf(shop, payment)).toBe("expired")
    expect(alertsOf(shop)).toEqual(["alert.authorization_expiring", "alert.give_back_failed"])
    expect(await shop.run(shop.box.bank.charges())).toMatchObject([{ state: "voided" }])
    expect(shop.sent).toHaveLength(3)
  })
})
