import { Effect } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { startFakeStripe } from "./fake/index.ts"
import { stripe } from "./stripe.ts"
import { chargeRequest } from "./testing/chargeRequest.ts"
import { openAccounts } from "./testing/openAccounts.ts"

describe("a cascade from one Stripe account to another", () => {
  it("continues if Stripe advises to try again later, and is approved there", async () => {
    const { fake, pay, shop } = await openAccounts(["first", "second"])
    const later = { advice_code: "try_again_later", network_advice_code: "02" }
    fake.declineCards("first", { decline_code: "processing_error", ...later })
    const payment = await pay()
    expect(payment).toMatchObject({ status: "succeeded", decline: null })
    const attempts = await shop.payments.explain(payment.id)
    expect(attempts).toMatchObject([
      {
        status: "declined",
        rawCode: "processing_error",
        decline: { category: "technical", advice: "retry_later" }
      },
      { status: "captured" }
    ])
  })

  it.each([
    ["do_not_try_again", undefined],
    ["try_again_later", "03"],
    [undefined, "21"]
  ])("stops if one of both codes says never: %s, %s", async (advice_code, network) => {
    const { fake, pay } = await openAccounts(["first", "second"])
    fake.declineCards("first", {
      decline_code: "processing_error",
      ...(advice_code && { advice_code }),
      ...(network && { network_advice_code: network })
    })
    expect(await pay()).toMatchObject({
      status: "declined",
      decline: { category: "hard", advice: "do_not_retry" }
    })
    expect(fake.allPayments("second")).toEqual([])
  })

  it("keeps the advice on the payment if no other account approves it", async () => {
    const { fake, pay } = await openAccounts(["first", "second"])
    for (const name of ["first", "second"]) {
      fake.declineCards(name, { decline_code: "processing_error", advice_code: "try_again_later" })
    }
    expect(await pay()).toMatchObject({ status: "declined", decline: { advice: "retry_later" } })
    expect(fake.allPayments("second")).toHaveLength(1)
  })
})

describe("a payment whose amount Stripe never accepts", () => {
  it.each([10n, 100_000_000n])(
    "is declined at the first account, not sent to a second, and alerts nobody: %s",
    async (amount) => {
      const { fake, pay, shop, alerts } = await openAccounts(["first", "second"])
      const payment = await pay("approved", { amount })
      expect(payment).toMatchObject({
        status: "declined",
        decline: {
          code: "processing_error",
          category: "configuration",
          advice: "use_another_method",
          retryAfter: null
        }
      })
      const attempts = await shop.payments.explain(payment.id)
      expect(attempts).toHaveLength(1)
      expect(attempts[0]?.rawCode).toBe(amount === 10n ? "amount_too_small" : "amount_too_large")
      expect(attempts[0]?.message).toMatch(/Amount must be/)
      expect(alerts).toEqual([])
      expect(fake.allPayments("first")).toEqual([])
    }
  )

  it("is tried at another provider, which may accept it", async () => {
    const { pay, shop, alerts } = await openAccounts(["first", "second"], { hasOther: true })
    const payment = await pay("approved", { amount: 10n })
    expect(payment.status).toBe("succeeded")
    const attempts = await shop.payments.explain(payment.id)
    expect(attempts.map(({ provider }) => provider)).toEqual(["stripe", "sandbox"])
    expect(alerts).toEqual([])
  })
})

describe("a payer's email address that Stripe refuses", () => {
  it("declines the charge, and is no fault of the account", async () => {
    const fake = await startFakeStripe()
    onTestFinished(fake.close)
    const marks = { expiryMonth: "12", expiryYear: "2030", securityCode: null, holderName: null }
    const relay = { fetch, marksOf: () => ({ number: "4242424242424242", ...marks }) }
    const provider = stripe({ ...fake.address, accountOf: () => fake.account(), relay })
    const request = chargeRequest({
      customer: { id: "customer_1", email: "nobody", name: null },
      source: { _tag: "Vaulted", vaultReference: "card_1" }
    })
    expect(await Effect.runPromise(provider.charge(request))).toMatchObject({
      _tag: "Declined",
      rawCode: "email_invalid",
      message: "Invalid email address: nobody"
    })
    expect(fake.allPayments()).toEqual([])
  })
})
