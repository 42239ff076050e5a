import { AttemptCollection } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { everyRow } from "../audit/everyRow.ts"
import { chargeThat } from "../sandbox/conduct.ts"
import { sandboxAccounts } from "../sandbox/sandboxAccounts.ts"
import { alertsOf, auditedShops } from "./testing/auditedShops.ts"
import { notifyingShop } from "./testing/notifyingShop.ts"
import { openCheckout } from "./testing/openCheckout.ts"
import { day, minute } from "./testing/openShop.ts"
import { attemptsOf } from "./testing/redirectedPayer.ts"
import { debit, debitShop, payByDebit, saveDebit } from "./testing/savedDebits.ts"
import { newKey } from "./testing/subscribing.ts"

const audited = auditedShops()
const open = () => audited(debitShop)

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

  it("is not saved by an empty token, and a card by none", async () => {
    const { shop, notify } = await notifyingShop((options) => audited({ ...debitShop, ...options }))
    const { customers, paymentInstruments } = shop.shop()
    const { id: customer } = await customers.create({}, newKey())
    const checkout = await openCheckout(shop, { amount: 1250n, currency: "EUR", customer })
    await checkout.submit(debit)
    await shop.elapse(minute)
    const { payment } = await checkout.retrieve()
    const { attempts } = await shop.shop().payments.retrieve(payment ?? "")
    const card = await shop.pay("approved")
    const news = (id: string, [reference = ""]: ReadonlyArray<string>, token: string) =>
      notify({ _tag: "SavedMethod", id, reference, savedMethod: { token, last4: "DE8937040044" } })
    await news("empty", attempts, "")
    await news("of a card", card.attempts, "a token")
    const rows = await shop.run(everyRow(shop.storage, shop.shop().scope, AttemptCollection))
    expect(rows.flatMap(({ savedMethod }) => savedMethod ?? [])).toEqual([])
    await news("whole", attempts, "a token")
    const input = { customer, checkoutSession: checkout.id }
    const saved = await paymentInstruments.create(input, newKey())
    expect(saved).toMatchObject({ apm: { last4: "0044" } })
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

  it("can't be checked without money, because only cards can", async () => {
    const shop = await open()
    const { id: paymentInstrument } = await saveDebit(shop)
    const input = { amount: 0n, currency: "EUR", type: "verify", paymentInstrument } as const
    await expect(shop.shop().payments.create(input, newKey())).rejects.toThrow(
      "type can't be verify for a saved alternative method"
    )
  })

  it("is declined with the reason if its account was disabled, or has other credentials", async () => {
    const shop = await open()
    const { id: paymentInstrument } = await saveDebit(shop)
    const { payments, routing } = shop.shop()
    const verdictAfter = async (change: Parameters<typeof routing.updateMid>[1]) => {
      await routing.updateMid(shop.mids[0] ?? "", change)
      const input = { amount: 700n, currency: "EUR", type: "one_off", paymentInstrument } as const
      const { id, status } = await payments.create(input, newKey())
      const [attempt] = await payments.explain(id)
      return [status, ...(attempt?.candidates ?? []).map(({ verdict }) => verdict)]
    }
    const other = "source_not_chargeable"
    expect(await verdictAfter({ enabled: false })).toEqual(["declined", "disabled", other])
    const moved = { enabled: true, credentials: "another place" }
    expect(await verdictAfter(moved)).toEqual(["declined", other, other])
  })

  it("has a token that no answer, event, alert or log shows", async () => {
    const shop = await open()
    const { id: paymentInstrument } = await saveDebit(shop)
    const { payments } = shop.shop()
    const input = { amount: 700n, currency: "EUR", type: "one_off", paymentInstrument } as const
    await payments.create(input, newKey())
    await shop.elapse(minute)
    const shown: Array<unknown> = [await shop.events(), shop.alerts, shop.logged]
    for (const { id } of (await payments.list({ limit: 20 })).data) {
      const read = [payments.retrieve(id), payments.listAttempts(id), payments.explain(id)] as const
      shown.push(...(await Promise.all([...read, payments.story(id)])))
    }
    const text = JSON.stringify(shown, (_, value) =>
      typeof value === "bigint" ? `${value}` : value
    )
    const token = `mandate_${sandboxAccounts.primary}`
    expect(JSON.stringify(shop.requests.at(-1)?.source)).toContain(token)
    expect(text).not.toContain(token)
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
