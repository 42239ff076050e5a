import { describe, expect, it } from "vitest"
import { chargeThat } from "../sandbox/conduct.ts"
import { sandboxAccounts } from "../sandbox/sandboxAccounts.ts"
import { alertsOf, auditedShops } from "./testing/auditedShops.ts"
import { notifyingShop } from "./testing/notifyingShop.ts"
import { openCheckout } from "./testing/openCheckout.ts"
import { day, minute, type Shop } from "./testing/openShop.ts"
import { attemptsOf } from "./testing/redirectedPayer.ts"
import { debit, debitShop, payByDebit, saveDebit } from "./testing/savedDebits.ts"
import {
  begunCycles,
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

describe("a debit that paid a session with an agreement", () => {
  it("is saved with the description of its account, and without its token", async () => {
    const shop = await open()
    const saved = await saveDebit(shop)
    expect(saved).toMatchObject({
      id: expect.stringMatching(/^card_/),
      type: "apm",
      card: null,
      apm: {
        type: "sandbox_debit",
        last4: "3000",
        bank: "Sandbox Bank",
        country: "DE",
        mandateReference: expect.stringMatching(/^SANDBOX-/)
      },
      detached: false
    })
    expect(JSON.stringify(saved)).not.toContain("mandate_")
  })

  it("is saved once, however often the session is named", async () => {
    const shop = await open()
    const { customers, paymentInstruments } = shop.shop()
    const { id: customer } = await customers.create({}, newKey())
    const { id: checkoutSession } = await payByDebit(shop, { customer })
    const save = () => paymentInstruments.create({ customer, checkoutSession }, newKey())
    expect((await save()).id).toBe((await save()).id)
    expect((await paymentInstruments.list({ customer })).data).toHaveLength(1)
  })

  it("is not saved before the debit is approved", async () => {
    const shop = await open()
    const { customers, paymentInstruments } = shop.shop()
    const { id: customer } = await customers.create({}, newKey())
    const checkout = await openCheckout(shop, {
      amount: 1250n,
      currency: "EUR",
      customer,
      storedCredential: { usage: "recurring" }
    })
    await checkout.submit(debit)
    await expect(
      paymentInstruments.create({ customer, checkoutSession: checkout.id }, newKey())
    ).rejects.toThrow(
      "but it is processing: save it under a new idempotency key once it has succeeded"
    )
  })

  it("is saved when the provider names its token only in a later notification", async () => {
    const { shop, notify } = await notifyingShop((options) => audited({ ...debitShop, ...options }))
    const { customers, paymentInstruments } = shop.shop()
    const { id: customer } = await customers.create({}, newKey())
    const checkout = await openCheckout(shop, { amount: 1250n, currency: "EUR", customer })
    await checkout.submit(debit)
    await shop.elapse(minute)
    const { payment } = await checkout.retrieve()
    const { attempts } = await shop.shop().payments.retrieve(payment ?? "")
    const input = { customer, checkoutSession: checkout.id }
    await expect(paymentInstruments.create(input, newKey())).rejects.toThrow("was not saved")
    const reference = attempts[0] ?? ""
    const token = `mandate_${sandboxAccounts.primary}_later`
    const news = { _tag: "SavedMethod", id: "saved", reference, savedMethod: { token } } as const
    await notify(news)
    await notify({ ...news, id: "again", savedMethod: { token: "another" } })
    const saved = await paymentInstruments.create(input, newKey())
    expect(saved).toMatchObject({ apm: { type: "sandbox_debit", last4: null } })
    await shop
      .shop()
      .payments.create(
        { amount: 700n, currency: "EUR", type: "one_off", paymentInstrument: saved.id },
        newKey()
      )
    expect(shop.requests.at(-1)?.source).toMatchObject({ token })
  })

  it("is not saved without the agreement", async () => {
    const shop = await open()
    const { customers, paymentInstruments } = shop.shop()
    const { id: customer } = await customers.create({}, newKey())
    const checkout = await openCheckout(shop)
    await checkout.submit(debit)
    await shop.elapse(minute)
    await expect(
      paymentInstruments.create({ customer, checkoutSession: checkout.id }, newKey())
    ).rejects.toThrow("was not saved: create the session with storedCredential")
  })

  it("is not saved by a method that can't be charged again", async () => {
    const shop = await open()
    const { customers, paymentInstruments } = shop.shop()
    const { id: customer } = await customers.create({}, newKey())
    const checkout = await openCheckout(shop, {
      amount: 1250n,
      currency: "EUR",
      customer,
      storedCredential: { usage: "recurring" }
    })
    await checkout.choose("sandbox_transfer")
    await shop.elapse(minute)
    await expect(
      paymentInstruments.create({ customer, checkoutSession: checkout.id }, newKey())
    ).rejects.toThrow("was not saved: if its provider saves the method, try again later")
  })
})

describe("a saved debit", () => {
  it("pays later, by its token at the account that saved it, and never at another", async () => {
    const shop = await open()
    const { id: paymentInstrument } = await saveDebit(shop)
    shop.box.script.charge(chargeThat.isNotSent(), { account: sandboxAccounts.primary })
    const input = { amount: 700n, currency: "EUR", type: "one_off", paymentInstrument } as const
    const refused = await shop.shop().payments.create(input, newKey())
    expect(refused.status).toBe("failed")
    const payment = await shop.shop().payments.create(input, newKey())
    expect(payment.status).toBe("processing")
    await shop.elapse(minute)
    expect((await shop.shop().payments.retrieve(payment.id)).status).toBe("succeeded")
    const [, , charged] = await attemptsOf(shop)
    expect(charged?.source).toMatchObject({
      _tag: "Apm",
      apm: "sandbox_debit",
      token: expect.stringContaining(`mandate_${sandboxAccounts.primary}_`)
    })
    expect(shop.requests.at(-1)).toMatchObject({
      returnUrl: null,
      initiator: "merchant",
      agreement: { usage: "recurring", position: "subsequent" }
    })
  })

  it("can't be charged after it was detached", async () => {
    const shop = await open()
    const { id: paymentInstrument } = await saveDebit(shop)
    await shop.shop().paymentInstruments.detach(paymentInstrument)
    await expect(
      shop
        .shop()
        .payments.create(
          { amount: 700n, currency: "EUR", type: "one_off", paymentInstrument },
          newKey()
        )
    ).rejects.toMatchObject({ _tag: "InstrumentDetached" })
  })

  it("that is pending for days raises no alert before its method's usual time is over", async () => {
    const shop = await open()
    const { id: paymentInstrument } = await saveDebit(shop)
    shop.box.script.charge(chargeThat.settles(7 * day))
    const input = { amount: 700n, currency: "EUR", type: "one_off", paymentInstrument } as const
    const { id } = await shop.shop().payments.create(input, newKey())
    await shop.elapse(5 * day - minute)
    expect(alertsOf(shop)).toEqual([])
    await shop.elapse(2 * minute)
    expect(alertsOf(shop)).toEqual(["alert.outcome_unknown"])
    await shop.elapse(3 * day)
    expect((await shop.shop().payments.retrieve(id)).status).toBe("succeeded")
  })
})

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

describe("a paid cycle whose debit the bank returns", () => {
  const returned = async (shop: Shop, rawCode = "nsf") => {
    const [payment] = (await shop.shop().payments.list({ limit: 1 })).data
    if (payment === undefined) throw new Error("There is no payment.")
    await shop.run(shop.box.returnCapture(payment, { rawCode }))
    await shop.until(shop.box.notify(shop.process().payloom))
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

  it("is paid when the bank gives the money back before the next debit", async () => {
    const shop = await open()
    const subscriber = await renewed(shop)
    const payment = await returned(shop)
    await shop.run(shop.box.captureAgain(payment))
    await shop.until(shop.box.notify(shop.process().payloom))
    expect(await standing(shop, subscriber)).toMatchObject({ status: "active" })
    await elapseTo(shop, "2026-12-24")
    expect(await paymentsOf(shop, subscriber)).toHaveLength(2)
  })

  it("stays paid if a later cycle was charged since, and an alert tells of it", async () => {
    const shop = await open()
    const subscriber = await renewed(shop)
    const [payment] = (await shop.shop().payments.list({ limit: 1 })).data
    await elapseTo(shop, "2027-01-20")
    await shop.run(shop.box.returnCapture(payment ?? { attempts: [] }, { rawCode: "nsf" }))
    await shop.until(shop.box.notify(shop.process().payloom))
    expect(await standing(shop, subscriber)).toMatchObject({ status: "active" })
    expect(alertsOf(shop)).toEqual(["alert.capture_returned"])
    expect(await paymentsOf(shop, subscriber)).toHaveLength(3)
  })
})
