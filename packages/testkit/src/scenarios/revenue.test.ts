import { describe, expect, it } from "vitest"
import { chargeThat } from "../sandbox/conduct.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import { day, hour, type Shop } from "./testing/openShop.ts"
import { movementsOn, reconcile, reported } from "./testing/settlementReport.ts"

const open = auditedShops()

const revenueOf = (shop: Shop, from = 0, to = shop.clock.now(), currency?: string) =>
  shop.shop().ledger.revenue({ from, to, ...(currency === undefined ? {} : { currency }) })

const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)

const nothing = {
  captured: 0n,
  refunded: 0n,
  disputesHeld: 0n,
  disputesLost: 0n,
  fees: 0n,
  net: 0n,
  lateCharges: 0n,
  splits: 0n
}

/** Makes the bank send its notifications. */
const hear = async (shop: Shop) => {
  await shop.until(shop.box.notify(shop.process().payloom))
  await shop.work()
}

const lastYear = (shop: Shop) => shop.clock.now() - 365 * day

/**
 * Creates four days: payments in two currencies, then a refund and fees, a quiet day, and a lost
 * dispute.
 */
const fourDays = async () => {
  const shop = await open()
  const { payments } = shop.shop()
  const days = [shop.clock.now()]
  const disputed = await shop.pay("approved")
  const { id } = await shop.pay("approved")
  await shop.pay("approved", { amount: 7n, currency: "JPY" })
  await shop.pay("approved", { type: "verify", amount: 0n })
  await shop.elapse(day)
  days.push(shop.clock.now())
  await payments.refund(id, { amount: 500n }, { idempotencyKey: "refund" })
  await shop.work()
  const movements = await movementsOn(shop)
  await reconcile(
    shop,
    movements.map((movement) => reported(movement))
  )
  await shop.elapse(2 * day)
  days.push(shop.clock.now())
  const dispute = await shop.run(shop.box.dispute(disputed, { amount: 300n }))
  await hear(shop)
  await shop.elapse(day)
  days.push(shop.clock.now())
  await shop.run(shop.box.dispute(disputed, { dispute, stage: "lost" }))
  await hear(shop)
  return { shop, days: days.map(dayOf) }
}

describe("revenue", () => {
  it("lists the bookings by day in UTC and by currency, without quiet days", async () => {
    const { shop, days } = await fourDays()
    const [first, second, third, fourth] = days
    expect(await revenueOf(shop, lastYear(shop))).toEqual([
      { ...nothing, day: first, currency: "EUR", captured: 2500n, net: 2500n },
      { ...nothing, day: first, currency: "JPY", captured: 7n, net: 7n },
      { ...nothing, day: second, currency: "EUR", refunded: 500n, fees: 29n, net: -529n },
      { ...nothing, day: third, currency: "EUR", disputesHeld: 300n, net: -300n },
      { ...nothing, day: fourth, currency: "EUR", disputesHeld: -300n, disputesLost: 300n }
    ])
  })

  it("adds up to the balances of the accounts", async () => {
    const { shop } = await fourDays()
    const days = await revenueOf(shop, lastYear(shop), shop.clock.now(), "EUR")
    const total = (name: "captured" | "refunded" | "disputesHeld" | "disputesLost" | "fees") =>
      days.reduce((sum, one) => sum + one[name], 0n)
    const balances = await shop.shop().ledger.trialBalance()
    const on = (account: string) =>
      balances
        .filter((one) => one.currency === "EUR" && one.account.startsWith(account))
        .reduce((sum, { balance }) => sum + balance, 0n)
    expect([-total("captured"), total("refunded")]).toEqual([on("merchant_payable"), on("refunds")])
    expect([total("disputesHeld"), total("disputesLost"), total("fees")]).toEqual(
      ["disputes_held", "dispute_losses", "provider_fees"].map(on)
    )
  })

  it("lists late charges separately, and no verifications", async () => {
    const shop = await open()
    await shop.pay("approved", { type: "verify", amount: 0n })
    expect(await revenueOf(shop, lastYear(shop))).toEqual([])
    shop.box.script.charge(chargeThat.appearsLate(hour))
    const payment = await shop.pay("approved")
    await shop.elapse(2 * hour)
    await shop.notify(shop.lastAttempt(payment))
    const day = dayOf(shop.clock.now())
    const late = { ...nothing, day, currency: "EUR", lateCharges: 1250n }
    expect(await revenueOf(shop, lastYear(shop))).toEqual([late])
    await shop.work()
    expect(await revenueOf(shop, lastYear(shop))).toEqual([{ ...late, lateCharges: 0n }])
  })

  it("has the whole days of its bounds, and no others", async () => {
    const { shop, days } = await fourDays()
    const second = Date.parse(days[1] ?? "")
    for (const [from, to] of [
      [second, second],
      [second + day - 1, second + day - 1],
      [second + 5, second + day + 5]
    ]) {
      const found = await revenueOf(shop, from, to)
      expect(found.map((one) => one.day)).toEqual([days[1]])
    }
    expect(await revenueOf(shop, -5 * day, -1)).toEqual([])
  })

  it("has each day once, for any number of days", async () => {
    const shop = await open()
    const days: Array<string> = []
    for (let nth = 0; nth < 12; nth++) {
      await shop.pay("approved")
      days.push(dayOf(shop.clock.now()))
      await shop.elapse(nth % 3 === 0 ? day : 30 * day)
    }
    const found = await revenueOf(shop, lastYear(shop))
    expect(found.map((one) => one.day)).toEqual(days)
  })

  it("covers at most 366 days, and names the field that exceeds this", async () => {
    const shop = await open()
    const { ledger } = shop.shop()
    const last = Date.UTC(2028, 11, 31)
    expect(await ledger.revenue({ from: Date.UTC(2028, 0, 1), to: last + day - 1 })).toEqual([])
    for (const [query, param] of [
      [{ from: Date.UTC(2027, 11, 31), to: last }, "to"],
      [{ from: 5, to: 4 }, "from"],
      [{ from: 0, to: 1, currency: "eur" }, "currency"],
      [{ from: Number.NaN, to: 1 }, "from"]
    ] as const) {
      await expect(ledger.revenue(query)).rejects.toMatchObject({
        _tag: "InvalidInput",
        param,
        code: "parameter_invalid"
      })
    }
  })
})
