import { describe, expect, it } from "vitest"
import { chargeThat } from "../sandbox/conduct.ts"
import { alertsOf, auditedShops } from "./testing/auditedShops.ts"
import { debitReturned, paymentAt } from "./testing/debitedSubscriber.ts"
import { day, type Shop } from "./testing/openShop.ts"
import { capturedAgain } from "./testing/returning.ts"
import { debitShop, saveDebit } from "./testing/savedDebits.ts"
import {
  begunCycles,
  chargedAt,
  elapseTo,
  newKey,
  paymentsOf,
  standing,
  subscriptionStory
} from "./testing/subscribing.ts"

const audited = auditedShops()
const open = () => audited(debitShop)

const terms = {
  amount: 900n,
  currency: "EUR",
  interval: { unit: "month", count: 1 },
  trialDays: 31
} as const

/** Subscribes the owner of a new saved debit. The debit's own payment was for the first month. */
const subscribed = async (shop: Shop) => {
  const { id: paymentInstrument, customer } = await saveDebit(shop)
  const { id } = await shop
    .shop()
    .subscriptions.create({ customer, paymentInstrument, ...terms }, newKey())
  await shop.work()
  return { id, customer, card: paymentInstrument }
}

describe("a subscription that is paid by debits", () => {
  it("begins without a check of the account, and is charged when its trial ends", async () => {
    const shop = await open()
    const subscriber = await subscribed(shop)
    expect(await standing(shop, subscriber)).toMatchObject({ status: "trialing" })
    await elapseTo(shop, "2026-12-17")
    expect(await paymentsOf(shop, subscriber)).toEqual([
      expect.stringContaining("one_off 1250 succeeded"),
      expect.stringContaining("rebill 900 succeeded")
    ])
    expect(await standing(shop, subscriber)).toMatchObject({ status: "active" })
  })

  it("keeps its status while a debit is pending, and is dunned when it fails days later", async () => {
    const shop = await open()
    const subscriber = await subscribed(shop)
    shop.box.script.charge(chargeThat.settles(4 * day, "nsf"))
    await elapseTo(shop, "2026-12-18")
    expect(await standing(shop, subscriber)).toMatchObject({ status: "trialing" })
    expect(await begunCycles(shop, subscriber)).toEqual([
      expect.stringContaining("0 paid"),
      expect.stringContaining("1 charging")
    ])
    await elapseTo(shop, "2026-12-20T18:00:00Z")
    expect(await standing(shop, subscriber)).toMatchObject({ status: "past_due" })
    await elapseTo(shop, "2026-12-23")
    expect(await standing(shop, subscriber)).toMatchObject({ status: "active" })
  })
})

describe("a retry by a debit that fails days later", () => {
  it("uses up the dates that passed meanwhile, and moves none", async () => {
    const shop = await open()
    const subscriber = await subscribed(shop)
    const always = { times: Number.POSITIVE_INFINITY }
    shop.box.script.charge(chargeThat.settles(4 * day, "nsf"), always)
    await elapseTo(shop, "2027-01-20")
    const days = (await chargedAt(shop, subscriber)).map((line) => line.slice(0, 10))
    expect(days).toEqual(["2026-12-16", "2026-12-21", "2026-12-29", "2027-01-05"])
    expect(await standing(shop, subscriber)).toMatchObject({ status: "terminated" })
  })
})

describe("a paid cycle whose debit the bank returns", () => {
  const returned = async (shop: Shop, rawCode?: string) => {
    const payment = await paymentAt(shop)
    await debitReturned(shop, payment, rawCode)
    return payment
  }

  const renewed = async (shop: Shop) => {
    const subscriber = await subscribed(shop)
    await elapseTo(shop, "2026-12-17")
    return subscriber
  }

  it("is owed again: the subscription is past due, and the next date of dunning debits it", async () => {
    const shop = await open()
    const subscriber = await renewed(shop)
    await returned(shop)
    expect(await standing(shop, subscriber)).toMatchObject({ status: "past_due" })
    expect((await begunCycles(shop, subscriber)).at(-1)).toContain("1 retrying")
    await elapseTo(shop, "2026-12-19")
    expect(await standing(shop, subscriber)).toMatchObject({ status: "active" })
    expect((await subscriptionStory(shop)).slice(-4).map((line) => line.split(" ").at(-1))).toEqual(
      ["payment_failed", "past_due", "recovered", "renewed"]
    )
    expect((await paymentsOf(shop, subscriber)).slice(1)).toEqual([
      expect.stringContaining("rebill 900 failed"),
      expect.stringContaining("rebill 900 succeeded")
    ])
  })

  it("is not debited again after a code that forbids it, until another instrument is named", async () => {
    const shop = await open()
    const subscriber = await renewed(shop)
    await returned(shop, "no_such_card")
    await elapseTo(shop, "2026-12-20")
    expect(await standing(shop, subscriber)).toMatchObject({ status: "past_due" })
    const card = await shop.shop().cards.save({
      ciphertext: await shop.box.encryptCard("approved"),
      customer: subscriber.customer
    })
    await shop.shop().subscriptions.update(subscriber.id, { paymentInstrument: card.id }, newKey())
    await shop.work()
    expect(await standing(shop, subscriber)).toMatchObject({ status: "active" })
  })

  it("has the dates of dunning that are left, and moves none that passed while it was paid", async () => {
    const shop = await open()
    const subscriber = await subscribed(shop)
    shop.box.script.charge(chargeThat.isDeclined("nsf"))
    await elapseTo(shop, "2026-12-30")
    expect(await standing(shop, subscriber)).toMatchObject({ status: "active" })
    await debitReturned(shop, await paymentAt(shop))
    await elapseTo(shop, "2027-01-10")
    const days = (await chargedAt(shop, subscriber)).map((line) => line.slice(0, 10))
    expect(days).toEqual(["2026-12-16", "2026-12-17", "2027-01-01"])
  })

  it("is paid when the bank gives the money back before the next debit", async () => {
    const shop = await open()
    const subscriber = await renewed(shop)
    const payment = await returned(shop)
    await capturedAgain(shop, payment)
    expect(await standing(shop, subscriber)).toMatchObject({ status: "active" })
    await elapseTo(shop, "2026-12-24")
    expect(await paymentsOf(shop, subscriber)).toHaveLength(2)
  })

  it("stays paid if a later cycle was charged since, and an alert tells of it", async () => {
    const shop = await open()
    const subscriber = await renewed(shop)
    const payment = await paymentAt(shop)
    await elapseTo(shop, "2027-01-20")
    await debitReturned(shop, payment)
    expect(await standing(shop, subscriber)).toMatchObject({ status: "active" })
    expect(alertsOf(shop)).toEqual(["alert.capture_returned"])
    expect(await paymentsOf(shop, subscriber)).toHaveLength(3)
  })
})
