import { type PaymentProvider, Risk } from "@payloom/core"
import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { chargeThat, lookupThat } from "../sandbox/conduct.ts"
import { auditedShops, statusOf } from "./testing/auditedShops.ts"
import { openCheckout } from "./testing/openCheckout.ts"
import { hour, minute, openShop, type Shop, second } from "./testing/openShop.ts"

const open = auditedShops()

const declared = { storedCredential: { usage: "unscheduled" } } as const

/** A provider whose calls answer something else, as plain JavaScript may. */
const answering = (calls: Partial<Record<keyof PaymentProvider, () => unknown>>) => ({
  adapted: (provider: PaymentProvider) => ({ ...provider, ...calls }) as PaymentProvider
})

/** Approves as the sandbox does, without a network reference. */
const withoutReference = {
  adapted: (provider: PaymentProvider): PaymentProvider => ({
    ...provider,
    charge: (request) =>
      Effect.map(provider.charge(request), (outcome) =>
        outcome._tag === "Approved" && request.amount < 2000n
          ? { ...outcome, networkReference: null }
          : outcome
      )
  })
}

const explained = async (shop: Shop, { id }: { readonly id: string }) =>
  (await shop.shop().payments.explain(id)).map(({ status, reason }) => [status, reason])

const reasonsLogged = (shop: Shop) => shop.logged.map(({ message }) => message)

describe("an agreement whose first payment has no network reference", () => {
  it("is valid, and later charges are sent as the merchant's", async () => {
    const shop = await open(withoutReference)
    await shop.pay("approved", declared)
    await shop.pay("approved")
    expect(shop.requests.at(-1)).toMatchObject({
      initiator: "merchant",
      agreement: { usage: "unscheduled", position: "subsequent", networkReference: null }
    })
  })

  it("gets the reference of the next payment that declares it and has one", async () => {
    const shop = await open(withoutReference)
    await shop.pay("approved", declared)
    await shop.pay("approved", { ...declared, amount: 5000n })
    await shop.pay("approved", { ...declared, amount: 6000n })
    const [, second] = await shop.run(shop.box.bank.charges())
    await shop.pay("approved")
    expect(shop.requests.at(-1)?.agreement).toMatchObject({
      networkReference: `nw_${second?.providerReference}`
    })
  })

  it("is valid for the card that a checkout session saved, too", async () => {
    const shop = await open(withoutReference)
    const checkout = await openCheckout(shop, {
      amount: 1250n,
      currency: "EUR",
      storedCredential: { usage: "unscheduled" }
    })
    await checkout.confirm("approved")
    const customer = await shop.shop().customers.create({}, { idempotencyKey: "customer" })
    const { id: paymentInstrument } = await shop
      .shop()
      .paymentInstruments.create(
        { customer: customer.id, checkoutSession: checkout.id },
        { idempotencyKey: "card" }
      )
    await shop.until(
      shop
        .shop()
        .payments.create(
          { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
          { idempotencyKey: "again" }
        )
    )
    expect(shop.requests.at(-1)).toMatchObject({ initiator: "merchant" })
  })
})

describe("the payer's billing address", () => {
  const billingAddress = { country: "DE", postalCode: "10115" }

  it("reaches the provider with its postal code for a saved card", async () => {
    const shop = await open()
    const { payments, customers, cards } = shop.shop()
    const { id: customer } = await customers.create({ billingAddress }, { idempotencyKey: "c" })
    const ciphertext = await shop.box.encryptCard("approved")
    const { id: paymentInstrument } = await cards.save({ ciphertext, customer })
    await payments.create(
      { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
      { idempotencyKey: "p" }
    )
    expect(shop.requests.at(-1)?.billingAddress).toMatchObject(billingAddress)
  })

  it("reaches the provider with its postal code in a checkout session", async () => {
    const shop = await open()
    const { customers } = shop.shop()
    const { id: customer } = await customers.create({ billingAddress }, { idempotencyKey: "c" })
    const checkout = await openCheckout(shop, { amount: 1250n, currency: "EUR", customer })
    await checkout.confirm("approved")
    expect(shop.requests.at(-1)?.billingAddress).toMatchObject(billingAddress)
  })
})

describe("the reason of an unknown or unsent attempt", () => {
  it("is on the unsent attempt, in explain and in the log", async () => {
    const shop = await open()
    shop.box.script.charge(chargeThat.isNotSent())
    const payment = await shop.pay("approved")
    expect(await explained(shop, payment)).toEqual([
      ["failed", "connection refused"],
      ["captured", null]
    ])
    expect(reasonsLogged(shop)).toContain("The provider answered NotSent: connection refused")
  })

  it("is on the attempt with the unknown outcome, and on every later lookup", async () => {
    const shop = await open()
    const outcome = { _tag: "Unknown", reason: "bad gateway" } as const
    shop.box.script.charge(chargeThat.says(outcome))
    shop.box.script.lookup(lookupThat.isUnavailable("in maintenance"))
    const payment = await shop.pay("approved")
    expect(await explained(shop, payment)).toEqual([["unknown", "bad gateway"]])
    await shop.elapse(5 * second)
    expect(await explained(shop, payment)).toEqual([["unknown", "in maintenance"]])
    expect(reasonsLogged(shop)).toEqual([
      "The provider answered Unknown: bad gateway",
      "The provider answered Unavailable: in maintenance"
    ])
    await shop.elapse(hour)
    expect(await explained(shop, payment)).toEqual([["failed", "The provider has no such charge."]])
  })

  it("is on the attempt whose provider threw or was silent, and is removed with the outcome", async () => {
    const shop = await open()
    shop.box.script.charge(chargeThat.throwsAfterCharging())
    const thrown = await shop.pay("approved")
    const why = "The provider's adapter failed. sandbox: the connection broke"
    expect(await explained(shop, thrown)).toEqual([["unknown", why]])
    shop.box.script.charge(chargeThat.hangsAfterCharging())
    const silent = await shop.pay("approved")
    const late = "The provider did not answer in time."
    expect(await explained(shop, silent)).toEqual([["unknown", late]])
    await shop.elapse(minute)
    expect(await explained(shop, thrown)).toEqual([["captured", null]])
    expect(await explained(shop, silent)).toEqual([["captured", null]])
  })

  it("contains nothing that looks secret, and at most 500 characters", async () => {
    const shop = await open()
    const reason = `sk_live_${"a".repeat(30)} 4242 4242 4242 4242 \u0000${"long ".repeat(500)}`
    shop.box.script.charge(chargeThat.says({ _tag: "Unknown", reason }))
    const [[, told] = []] = await explained(shop, await shop.pay("approved"))
    expect(told).toMatch(/^\[withheld\] \[withheld\] long long/)
    expect(told).toHaveLength(500)
  })
})

describe("a provider's function that returns no Effect", () => {
  it.each([
    ["undefined", () => undefined],
    ["a promise", async () => ({ _tag: "Approved" })],
    ["a promise that fails", () => Promise.reject(new Error("refused"))],
    ["a plain answer", () => ({ _tag: "Declined", rawCode: "nsf" })]
  ])("leaves a charge unknown, to be looked up: %s", async (_, charge) => {
    const shop = await openShop(answering({ charge }))
    const payment = await shop.pay("approved")
    expect(payment.status).toBe("processing")
    const [[status, reason] = []] = await explained(shop, payment)
    expect([status, reason]).toEqual(["unknown", expect.stringContaining("in place of an Effect")])
    await shop.elapse(hour)
    expect(await statusOf(shop, payment)).toBe("failed")
  })

  it.each(["lookup", "cancel"] as const)("counts as unavailable or done: %s", async (call) => {
    const shop = await openShop(answering({ [call]: () => undefined }))
    shop.box.script.charge(chargeThat.hangs())
    const payment = await shop.pay("approved")
    await shop.elapse(hour)
    expect(await statusOf(shop, payment)).toBe(call === "lookup" ? "processing" : "failed")
  })

  it.each(["capture", "void", "refund"] as const)("leaves a %s pending", async (call) => {
    const shop = await openShop(answering({ [call]: () => undefined }))
    const manual = { captureMethod: "manual" } as const
    const payment = await shop.pay("approved", call === "refund" ? {} : manual)
    const { payments } = shop.shop()
    await payments[call](payment.id, {}, { idempotencyKey: call })
    await shop.elapse(minute)
    const expected = call === "refund" ? "succeeded" : "authorized"
    expect(await statusOf(shop, payment)).toBe(expected)
    expect(shop.commitFindings()).toEqual([])
  })

  it("makes reading a notification fail as a server defect, so that it is sent again", async () => {
    const shop = await open(answering({ readNotification: () => undefined }))
    const payment = await shop.pay("pending")
    await expect(shop.notify(shop.lastAttempt(payment))).rejects.toThrow("in place of an Effect")
  })
})

describe("a third party that never answers", () => {
  it("delays no notification, which is then sent again", async () => {
    const shop = await open(answering({ readNotification: () => Effect.never }))
    const payment = await shop.pay("pending")
    const before = shop.clock.now()
    await expect(shop.notify(shop.lastAttempt(payment))).rejects.toMatchObject({
      _tag: "ProviderUnavailable",
      provider: "sandbox"
    })
    expect(shop.clock.now() - before).toBe(30 * second)
    await shop.work()
  })

  it("delays no call of the vault, and nothing is saved", async () => {
    const shop = await open()
    Object.assign(shop.box.vault, { store: () => Effect.never })
    await shop.restart()
    const ciphertext = await shop.box.encryptCard("approved")
    const saving = shop.shop().cards.save({ ciphertext })
    await expect(shop.until(saving)).rejects.toMatchObject({ _tag: "VaultUnavailable" })
  })

  it("delays no risk check, and nothing is charged", async () => {
    const risk = Layer.succeed(Risk, { assess: () => Effect.never })
    const shop = await open({ risk })
    await expect(shop.pay("approved")).rejects.toThrow("risk.assess did not answer")
    expect(shop.requests).toEqual([])
  })

  it("delays no card update", async () => {
    const shop = await open()
    Object.assign(shop.box.accountUpdater, { readNotification: () => Effect.never })
    await shop.restart()
    const { background } = shop.process().payloom.services
    const news = background.receiveCardUpdate({ headers: {}, body: "" })
    await expect(shop.until(Effect.runPromise(news))).rejects.toMatchObject({
      _tag: "ProviderUnavailable",
      provider: "account updater"
    })
  })
})

describe("a provider for tests only", () => {
  const live = (shop: Shop) => {
    const { tenant } = shop.shop().scope
    return shop.process().payloom.merchant({ tenant, mode: "live" })
  }

  const mid = (provider: string) => ({
    name: "account",
    provider,
    currencies: ["EUR"] as const,
    credentials: "account"
  })

  it("can't be named by a live merchant account, so no live money goes to it", async () => {
    const shop = await open()
    await expect(live(shop).routing.createMid(mid("sandbox"))).rejects.toMatchObject({
      _tag: "InvalidInput",
      param: "provider",
      message: "provider names sandbox, which serves test mode, not live mode."
    })
    expect(await live(shop).routing.listMids()).toEqual([])
  })

  it("takes no charge of a live merchant account that named it when it served both modes", async () => {
    const shop = await open({ providers: [{ environment: "both" }] })
    const { id } = await live(shop).routing.createMid(mid("sandbox"))
    Object.assign(shop.box.provider, { environment: "test" })
    await shop.restart()
    const ciphertext = await shop.box.encryptCard("approved")
    const { id: paymentInstrument } = await live(shop).cards.save({ ciphertext })
    const payment = await live(shop).payments.create(
      { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
      { idempotencyKey: "live" }
    )
    expect(payment).toMatchObject({ status: "declined", decline: { code: "no_route" } })
    const [attempt] = await live(shop).payments.explain(payment.id)
    expect(attempt?.candidates).toEqual([{ mid: id, verdict: "mode_not_served" }])
  })

  it("has a live counterpart that no test merchant account can name", async () => {
    const shop = await open({
      providers: [{}, { name: "real", environment: "live" }],
      accounts: ["a"]
    })
    await expect(shop.shop().routing.createMid(mid("real"))).rejects.toMatchObject({
      param: "provider"
    })
    expect(await live(shop).routing.createMid(mid("real"))).toMatchObject({ provider: "real" })
  })
})
