import { describe, expect, it } from "vitest"
import { payBy } from "./testing/payBy.ts"

const details = { name: "Ada Lovelace", accountNumber: "NL13TEST0123456789" }
const agreed = { storedCredential: { usage: "recurring" } } as const

/** Opens a session that a debit has paid, and saves the account that it was taken from. */
const saved = async () => {
  const world = await payBy("sepa_debit", details, agreed)
  const { fake, reference, hear, shop, session } = world
  fake.settle(reference, true)
  await hear()
  const { id: customer } = await shop.customers.create({}, { idempotencyKey: "customer" })
  const input = { customer, checkoutSession: session.id }
  const instrument = await shop.paymentInstruments.create(input, { idempotencyKey: "save" })
  const charge = () =>
    shop.payments.create(
      { amount: 700n, currency: "EUR", type: "one_off", paymentInstrument: instrument.id },
      { idempotencyKey: "later" }
    )
  const latest = () => fake.allPayments().at(-1)?.reference ?? ""
  return { ...world, instrument, charge, latest }
}

describe("a debit at Adyen that starts an agreement", () => {
  it("is stored for the shopper, and saved by the token of the webhook", async () => {
    const { instrument, sent } = await saved()
    expect(sent()[0]).toMatchObject({
      storePaymentMethod: true,
      recurringProcessingModel: "Subscription",
      shopperInteraction: "Ecommerce",
      shopperReference: expect.stringMatching(/.{3}/)
    })
    expect(instrument).toMatchObject({ type: "apm", apm: { type: "sepa_debit" } })
  })

  it("is not stored without an agreement", async () => {
    const { sent } = await payBy("sepa_debit", details)
    expect(sent()[0]).not.toHaveProperty("storePaymentMethod")
  })

  it("is not stored by a method that can't be charged again", async () => {
    const { sent } = await payBy("multibanco", {}, agreed)
    expect(sent()[0]).not.toHaveProperty("storePaymentMethod")
  })
})

describe("a debit that Adyen stored", () => {
  it("is charged by its token for the same shopper, without the payer's account", async () => {
    const { charge, latest, sent, fake, hear, shop } = await saved()
    const payment = await charge()
    expect(payment.status).toBe("processing")
    const [first, later] = sent()
    expect(later).toMatchObject({
      paymentMethod: { type: "sepadirectdebit", storedPaymentMethodId: expect.any(String) },
      shopperInteraction: "ContAuth",
      recurringProcessingModel: "Subscription",
      shopperReference: first?.shopperReference
    })
    expect(JSON.stringify(later)).not.toContain(details.accountNumber)
    fake.settle(latest(), true)
    await hear()
    expect(await shop.payments.retrieve(payment.id)).toMatchObject({ status: "succeeded" })
  })

  it("that the bank refuses days later is declined", async () => {
    const { charge, latest, fake, hear, shop } = await saved()
    const payment = await charge()
    fake.settle(latest(), false)
    await hear()
    expect(await shop.payments.retrieve(payment.id)).toMatchObject({ status: "declined" })
  })

  it("whose money the bank takes back afterwards fails", async () => {
    const { charge, latest, fake, hear, shop, alerts } = await saved()
    const payment = await charge()
    fake.settle(latest(), true)
    await hear()
    fake.dashboard.failCapture(latest())
    await hear()
    expect(await shop.payments.retrieve(payment.id)).toMatchObject({
      status: "failed",
      amountCaptured: 0n
    })
    expect(alerts).toContain("alert.capture_returned")
  })
})
