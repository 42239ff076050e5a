import { describe, expect, it } from "vitest"
import { ada, openMethodSession } from "./testing/openMethodSession.ts"

const agreed = { storedCredential: { usage: "recurring" } } as const

const accounts = {
  sepa_debit: ["EUR", { ...ada, accountNumber: "DE89370400440532013000" }],
  ach_debit: ["USD", { ...ada, accountNumber: "000123456789", routingNumber: "110000000" }],
  becs_debit: ["AUD", { ...ada, accountNumber: "000123456", routingNumber: "000000" }]
} as const

type Debit = keyof typeof accounts

/** Opens a session that a debit has paid, and saves the account that it was taken from. */
const savedBy = async (type: Debit) => {
  const [currency, details] = accounts[type]
  const session = await openMethodSession(currency, agreed)
  const { fake, shop, hear, retrieve, choose } = session
  await choose(type, details)
  const { id } = fake.allPayments()[0]?.payment ?? { id: "" }
  fake.payerAnswers(id, true)
  fake.settle(id, true)
  await hear()
  const { id: customer } = await shop.customers.create({}, { idempotencyKey: "customer" })
  const input = { customer, checkoutSession: (await retrieve()).id }
  const saved = await shop.paymentInstruments.create(input, { idempotencyKey: "save" })
  const charge = (key: string) =>
    shop.payments.create(
      { amount: 700n, currency, type: "one_off", paymentInstrument: saved.id },
      { idempotencyKey: key }
    )
  return { ...session, saved, charge, latest: () => fake.allPayments().at(-1)?.payment }
}

describe("a debit at Stripe that starts an agreement", () => {
  it.each([
    ["sepa_debit", { last4: "3000", country: "DE", bank: null }],
    ["ach_debit", { last4: "6789", country: null, bank: "STRIPE TEST BANK" }],
    ["becs_debit", { last4: "3456", country: null, bank: null }]
  ] as const)("by %s saves the account for a Customer of its own", async (type, described) => {
    const { saved, latest } = await savedBy(type)
    expect(saved).toMatchObject({ type: "apm", card: null, apm: { type, ...described } })
    expect(latest()).toMatchObject({
      setup_future_usage: "off_session",
      customer: expect.stringMatching(/^cus_/)
    })
  })

  it("without an agreement saves nothing and creates no Customer", async () => {
    const { fake, choose } = await openMethodSession("EUR")
    await choose("sepa_debit", accounts.sepa_debit[1])
    expect(fake.allPayments()).toMatchObject([
      { payment: { setup_future_usage: null, customer: null } }
    ])
  })

  it("by an account that Stripe.js asks for gives the Customer to the payment first", async () => {
    const { fake, choose } = await openMethodSession("EUR", agreed)
    expect((await choose("sepa_debit", {})).action).toMatchObject({ type: "client_side" })
    expect(fake.allPayments()).toMatchObject([
      {
        payment: {
          setup_future_usage: "off_session",
          customer: expect.stringMatching(/^cus_/),
          status: "requires_payment_method"
        }
      }
    ])
  })
})

describe("a saved debit at Stripe", () => {
  it("is charged off-session without the payer's facts, and succeeds days later", async () => {
    const { charge, latest, fake, hear, shop } = await savedBy("sepa_debit")
    const payment = await charge("later")
    expect(payment.status).toBe("processing")
    expect(latest()).toMatchObject({
      amount: 700,
      payment_method_types: ["sepa_debit"],
      setup_future_usage: null,
      status: "processing"
    })
    fake.settle(latest()?.id ?? "", true)
    await hear()
    expect(await shop.payments.retrieve(payment.id)).toMatchObject({ status: "succeeded" })
  })

  it("is not verified by small deposits again", async () => {
    const { charge, latest } = await savedBy("ach_debit")
    expect((await charge("later")).status).toBe("processing")
    expect(latest()?.next_action).toBe(null)
  })

  it("is declined with the bank's reason days later", async () => {
    const { charge, latest, fake, hear, shop } = await savedBy("sepa_debit")
    const payment = await charge("later")
    fake.settle(latest()?.id ?? "", false)
    await hear()
    expect(await shop.payments.retrieve(payment.id)).toMatchObject({
      status: "declined",
      decline: { code: "insufficient_funds", category: "soft" }
    })
  })

  it("is charged once, also if the answer is lost", async () => {
    const { charge, fake, hear, recover } = await savedBy("sepa_debit")
    fake.faults.next({ _tag: "drops_after" }, "charge")
    await charge("later")
    await recover()
    await hear()
    expect(fake.allPayments()).toHaveLength(2)
  })
})
