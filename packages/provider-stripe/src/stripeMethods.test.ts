import { type ApmDetails, type ChargeRequest, readDecline, unknownAddress } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { stripe } from "./stripe.ts"
import { stripeDeclines } from "./stripeDeclines.ts"
import { methodCapabilities, stripeApms, stripeMethods } from "./stripeMethods.ts"
import { knowing } from "./testing/knowing.ts"
import { known, openNotifications } from "./testing/openNotifications.ts"

/** All details that a payer can enter. */
const details: Required<ApmDetails> = {
  name: "Ada Lovelace",
  email: "ada@shop.example",
  phone: "+81 01234567890",
  bank: "ing",
  document: "000.000.000-00",
  accountNumber: "DE89370400440532013000",
  routingNumber: "110000000",
  code: "123456"
}

const billingAddress = {
  ...unknownAddress,
  line1: "1 Main Street",
  city: "Town",
  state: "SP",
  postalCode: "01000",
  country: "BR"
}

const device = {
  ip: "127.0.0.1",
  userAgent: "Browser",
  acceptHeader: null,
  language: null,
  screen: null,
  timeZone: null,
  utcOffsetMinutes: null
}

const shipping = { name: "Ada Lovelace", phone: null, address: billingAddress }

/** Returns the changes of a request to charge a method, with all that a method may need. */
const chargeBy = (
  apm: string,
  changes: Partial<ChargeRequest> = {},
  entered: ApmDetails = details
): Partial<ChargeRequest> => ({
  source: { _tag: "Apm", apm, details: entered },
  currency: stripeMethods[apm]?.currencies[0] ?? "EUR",
  billingAddress,
  device,
  shipping,
  ...changes
})

const redirects = stripeApms.filter((name) => {
  const { holdDays } = stripeMethods[name] ?? {}
  return (
    holdDays !== undefined || ["ideal", "bancontact", "eps", "przelewy24", "alipay"].includes(name)
  )
})
const vouchers = ["multibanco", "pix", "boleto", "oxxo", "konbini", "wechat_pay", "bank_transfer"]
const debits = ["sepa_debit", "bacs_debit", "becs_debit"]

describe("each alternative method at Stripe", () => {
  it("is in one of the groups of these tests", () => {
    const all = [...redirects, ...vouchers, ...debits, "ach_debit", "blik"]
    expect(all.toSorted()).toEqual(stripeApms.toSorted())
  })

  it("is offered only if the options list it, and three are listed by default", () => {
    const accountOf = () => ({ apiKey: "sk_test_1", webhookSecrets: [] })
    const mid = { id: "mid_1", credentials: "main" }
    const klarna = { _tag: "Apm", apm: "klarna" } as const
    const usual = stripe({ accountOf })
    expect(usual.capabilities.apms).toEqual(["ideal", "bancontact", "sepa_debit"])
    expect(usual.canCharge?.(klarna, mid)).toBe(false)
    const listed = stripe({ accountOf, apms: ["klarna"] })
    expect(listed.capabilities.apms).toEqual(["klarna"])
    expect(listed.canCharge?.(klarna, mid)).toBe(true)
  })

  it.each(redirects)(
    "redirects the payer, and is captured when the payer approves: %s",
    async (apm) => {
      const { charge, fake, read, eventOf } = await openNotifications()
      const made = await charge(chargeBy(apm))
      expect(made).toMatchObject({ _tag: "RequiresAction", action: { _tag: "Redirect" } })
      fake.payerAnswers("attempt_1", true)
      const told = await read(await eventOf("payment_intent.succeeded"))
      expect(told).toMatchObject([{ _tag: "Charge", charge: { state: "captured", amount: 1250n } }])
    }
  )

  it.each(vouchers)(
    "shows instructions until an end of days, and may be paid later: %s",
    async (apm) => {
      const { charge, fake, read, eventOf } = await openNotifications()
      const made = await charge(chargeBy(apm))
      expect(made).toMatchObject({ _tag: "RequiresAction", action: { _tag: "Instructions" } })
      if (made._tag !== "RequiresAction" || made.action._tag !== "Instructions") return
      expect(made.action.text).not.toMatch(/undefined|null/)
      expect(made.action.reference).not.toBe("")
      expect(made.expiresAt).toBeGreaterThan(Date.now())
      fake.payerAnswers("attempt_1", true)
      fake.settle("attempt_1", true)
      const told = await read(await eventOf("payment_intent.succeeded"))
      expect(told).toMatchObject([{ _tag: "Charge", charge: { state: "captured", amount: 1250n } }])
    }
  )

  it.each(debits)("is pending, and may fail days later: %s", async (apm) => {
    const { charge, fake, read, eventOf, mid } = await openNotifications()
    expect(await charge(chargeBy(apm))).toMatchObject({ _tag: "Pending" })
    fake.settle("attempt_1", false)
    const told = await read(await eventOf("payment_intent.payment_failed"), {
      known: knowing(known(mid("main")))
    })
    expect(told).toMatchObject([
      { _tag: "Charge", charge: { state: "declined", rawCode: "insufficient_funds" } }
    ])
  })

  it.each(stripeApms.filter((apm) => stripeMethods[apm]?.holdDays !== undefined))(
    "holds the money for the days of the method: %s",
    async (apm) => {
      const { charge, fake, provider, mid } = await openNotifications()
      const { currency = "EUR" } = chargeBy(apm)
      await charge(chargeBy(apm, { capture: false }))
      fake.payerAnswers("attempt_1", true)
      const found = await Effect.runPromise(
        provider.lookup({ ...known(mid("main")), currency, capture: false })
      )
      const days = stripeMethods[apm]?.holdDays ?? 0
      expect(found).toMatchObject({ state: "authorized" })
      if (found._tag !== "Found") return
      const left = ((found.holdsUntil ?? 0) - Date.now()) / 86_400_000
      expect(left).toBeGreaterThan(days - 0.01)
      expect(left).toBeLessThanOrEqual(days)
    }
  )

  it("can be held, refunded and charged in a currency only as its capabilities say", () => {
    expect(methodCapabilities.klarna).toMatchObject({ manualCapture: true, refunds: "partial" })
    expect(methodCapabilities.ideal).toMatchObject({ manualCapture: false, currencies: ["EUR"] })
    expect(methodCapabilities.oxxo).toMatchObject({ refunds: "none", currencies: ["MXN"] })
    for (const capabilities of Object.values(methodCapabilities)) {
      expect(capabilities).toMatchObject({
        multipleCaptures: false,
        incrementalAuthorization: false
      })
    }
  })
})

describe("a fact about the payer that a method needs", () => {
  const needs = Object.entries(stripeMethods)
    .filter(([, { asksOnPage }]) => asksOnPage !== true)
    .flatMap(([apm, { needs = [] }]) => needs.map((fact) => [apm, fact] as const))

  it.each(needs)("of %s is named if it is missing, and nothing is sent: %s", async (apm, fact) => {
    const { charge, fake } = await openNotifications()
    const { [fact as keyof ApmDetails]: _, ...entered } = details
    const made = await charge(
      chargeBy(
        apm,
        {
          billingAddress: { ...billingAddress, [fact]: null },
          device: { ...device, [fact]: null },
          ...(fact === "shipping" ? { shipping: null } : {})
        },
        entered
      )
    )
    const field = fact.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    expect(made).toMatchObject({ _tag: "Declined", rawCode: `missing_${field}` })
    if (made._tag !== "Declined") return
    expect(made.message).toContain(field)
    expect(readDecline(stripeDeclines, made.rawCode, null)).toMatchObject({
      category: "configuration",
      decision: "other_provider"
    })
    expect(fake.allPayments()).toEqual([])
  })

  it("is taken from the customer if the payer entered none", async () => {
    const { charge } = await openNotifications()
    const customer = { id: "customer_1", name: "Ada Lovelace", email: "ada@shop.example" }
    expect(await charge(chargeBy("oxxo", { customer }, {}))).toMatchObject({
      _tag: "RequiresAction"
    })
  })
})

describe("a direct debit at Stripe", () => {
  it("by SEPA is asked on the page if the payer gave no account", async () => {
    const { charge } = await openNotifications()
    const made = await charge({ source: { _tag: "Apm", apm: "sepa_debit" } })
    expect(made).toMatchObject({
      _tag: "RequiresAction",
      action: { _tag: "ClientSide", payload: { step: "confirm" } }
    })
  })

  it("by ACH is pending after the payer has confirmed the small deposits", async () => {
    const { charge, fake, read, eventOf } = await openNotifications()
    const made = await charge(chargeBy("ach_debit"))
    expect(made).toMatchObject({
      _tag: "RequiresAction",
      action: { _tag: "Instructions", text: expect.stringContaining("http") }
    })
    fake.payerAnswers("attempt_1", true)
    expect(await read(await eventOf("payment_intent.processing"))).toMatchObject([
      { _tag: "Charge", charge: { state: "pending" } }
    ])
    fake.settle("attempt_1", true)
    expect(await read(await eventOf("payment_intent.succeeded"))).toMatchObject([
      { _tag: "Charge", charge: { state: "captured" } }
    ])
  })

  it("that a bank returns later is a dispute that is lost", async () => {
    const { charge, fake, read, eventOf } = await openNotifications()
    await charge(chargeBy("becs_debit"))
    fake.settle("attempt_1", true)
    const { id } = fake.dashboard.dispute("attempt_1", "insufficient_funds")
    fake.dashboard.moveDispute(id, "lost")
    expect(await read(await eventOf("charge.dispute.closed"))).toMatchObject([
      { _tag: "Dispute", dispute: { stage: "lost", rawReason: "insufficient_funds" } }
    ])
  })
})

describe("BLIK at Stripe", () => {
  it("is pending while the payer confirms in their bank's app", async () => {
    const { charge, fake, provider, mid, read, eventOf } = await openNotifications()
    expect(await charge(chargeBy("blik"))).toMatchObject({ _tag: "Pending" })
    expect(
      await Effect.runPromise(provider.lookup({ ...known(mid("main")), currency: "PLN" }))
    ).toMatchObject({ _tag: "Found", state: "pending" })
    fake.payerAnswers("attempt_1", true)
    expect(await read(await eventOf("payment_intent.succeeded"))).toMatchObject([
      { _tag: "Charge", charge: { state: "captured" } }
    ])
  })
})

describe("a voucher at Stripe", () => {
  it("that is never paid expires as a decline", async () => {
    const { charge, fake, read, eventOf, mid } = await openNotifications()
    await charge(chargeBy("boleto"))
    fake.payerAnswers("attempt_1", false)
    const told = await read(await eventOf("payment_intent.payment_failed"), {
      known: knowing({ ...known(mid("main")), currency: "BRL" })
    })
    expect(told).toMatchObject([
      {
        _tag: "Charge",
        charge: { state: "declined", rawCode: "payment_intent_payment_attempt_expired" }
      }
    ])
  })

  it("is refunded once the payer has given an account, until which the refund is pending", async () => {
    const { charge, fake, provider, mid } = await openNotifications()
    const made = await charge(chargeBy("konbini"))
    fake.payerAnswers("attempt_1", true)
    const providerReference = "providerReference" in made ? (made.providerReference ?? "") : ""
    const refund = await Effect.runPromise(
      provider.refund({
        reference: "refund_1",
        charge: { mid: mid("main"), reference: "attempt_1", providerReference },
        amount: 500n,
        currency: "JPY",
        sendBefore: Date.now() + 60_000
      })
    )
    expect(refund).toMatchObject({ _tag: "Pending" })
  })

  it("of Konbini has the codes of the stores, and the payer's telephone number", async () => {
    const { charge, fake } = await openNotifications()
    const entered = { ...details, phone: "0123-456-7890" }
    expect(await charge(chargeBy("konbini", {}, entered))).toMatchObject({
      action: { text: expect.stringContaining("FamilyMart: 123456") }
    })
    expect(fake.payments("attempt_1")[0]?.payment.payment_method_options?.konbini).toEqual({
      confirmation_number: "01234567890"
    })
  })
})
