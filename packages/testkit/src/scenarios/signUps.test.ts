import { CheckoutSessionCollection, update } from "@payloom/core"
import { Option } from "effect"
import { describe, expect, it } from "vitest"
import { auditedShops, typesOf } from "./testing/auditedShops.ts"
import { openCheckout } from "./testing/openCheckout.ts"
import { hour, type Shop } from "./testing/openShop.ts"
import { dateOf, standing } from "./testing/subscribing.ts"

const open = auditedShops()

const terms = {
  mode: "subscription",
  amount: 900n,
  currency: "EUR",
  interval: { unit: "month", count: 1 }
} as const

/** Pays a session, then the next month with the card that it saved. */
const signUp = async (shop: Shop, input: Parameters<typeof openCheckout>[1]): Promise<void> => {
  const { payments, paymentInstruments } = shop.shop()
  const checkout = await openCheckout(shop, input)
  await checkout.confirm("approved")
  const { customer } = await checkout.retrieve()
  const { data } = await paymentInstruments.list({ customer: customer ?? "" })
  const paymentInstrument = data[0]?.id ?? ""
  const rebill = { amount: 900n, currency: "EUR", type: "subscription_rebill" } as const
  const options = { idempotencyKey: "next month" }
  await shop.until(payments.create({ ...rebill, paymentInstrument }, options))
}

describe("a session in mode subscription", () => {
  it("leaves a customer and their saved card after its first charge is paid", async () => {
    const shop = await open()
    const { customers, payments, paymentInstruments } = shop.shop()
    const checkout = await openCheckout(shop, terms)
    const { payment } = await checkout.confirm("approved")
    const { customer } = await checkout.retrieve()
    const saved = await paymentInstruments.list({ customer: customer ?? "" })
    expect(await customers.retrieve(customer ?? "")).toMatchObject({ name: null })
    expect(saved.data).toMatchObject([{ customer, detached: false, card: { last4: "4242" } }])
    expect(await payments.retrieve(payment ?? "")).toMatchObject({
      status: "succeeded",
      type: "subscription_initial",
      customer,
      paymentInstrument: saved.data[0]?.id
    })
    expect(await typesOf(shop)).toEqual([
      "payment.succeeded",
      "subscription.created",
      "subscription.activated"
    ])
  })

  it("saves the card for its customer", async () => {
    const shop = await open()
    const { customers, paymentInstruments } = shop.shop()
    const { id: customer } = await customers.create({ name: "Ada" }, { idempotencyKey: "ada" })
    const checkout = await openCheckout(shop, { ...terms, customer })
    await checkout.confirm("approved")
    expect((await checkout.retrieve()).customer).toBe(customer)
    expect((await paymentInstruments.list({ customer })).data).toHaveLength(1)
    expect((await customers.list({})).data).toHaveLength(1)
  })

  it("saves a card that is charged from then on by the declared agreement", async () => {
    const shop = await open()
    const storedCredential = { usage: "recurring" } as const
    await signUp(shop, { ...terms, storedCredential })
    expect(shop.requests).toMatchObject([
      { initiator: "customer", agreement: { usage: "recurring", position: "first" } },
      { initiator: "merchant", agreement: { usage: "recurring", position: "subsequent" } }
    ])
  })

  it("declares automatically that the card is charged again at fixed times", async () => {
    const shop = await open()
    await signUp(shop, terms)
    expect(shop.requests).toMatchObject([
      { agreement: { usage: "recurring", position: "first" } },
      { agreement: { usage: "recurring", position: "subsequent" } }
    ])
  })

  it("whose first amount is 0 checks the card and saves it", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop, { ...terms, amount: 0n })
    expect((await checkout.confirm("approved")).status).toBe("succeeded")
    expect((await checkout.retrieve()).customer).toMatch(/^customer_/)
  })

  it("shows its payer the later charges, and follows them after the payment", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop, terms)
    const later = () =>
      checkout
        .payer()
        .read()
        .then(({ renewal }) => renewal)
    expect(dateOf((await later())?.dueAt)).toBe("2026-12-15")
    await shop.elapse(hour)
    await checkout.confirm("approved")
    const { subscription } = await checkout.retrieve()
    const { currentPeriodEnd } = await standing(shop, { id: subscription ?? "" })
    await shop.elapse(23 * hour)
    expect(await later()).toEqual({
      amount: 900n,
      dueAt: currentPeriodEnd,
      trialDays: null,
      setupFee: 0n,
      endAfterCycles: null
    })
  })

  it("of a release without terms shows its payer the same", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop, terms)
    const { storage } = shop.process().payloom.services
    const found = await shop.run(
      storage.get(shop.shop().scope, CheckoutSessionCollection, checkout.id)
    )
    const stored = Option.getOrThrow(found)
    const { terms: _, ...older } = stored.row
    await shop.run(shop.storage.commit([update(CheckoutSessionCollection, stored, older)]))
    expect((await checkout.payer().read()).renewal).toMatchObject({ amount: 900n })
  })

  it("leaves nothing while it is not paid", async () => {
    const shop = await open()
    const { customers } = shop.shop()
    const checkout = await openCheckout(shop, terms)
    await checkout.confirm("insufficient_funds")
    expect((await customers.list({})).data).toEqual([])
    await checkout.confirm("timeout_charged")
    expect((await customers.list({})).data).toEqual([])
    await shop.elapse(hour)
    expect((await customers.list({})).data).toHaveLength(1)
  })

  it("contains the saved card if it saves cards", async () => {
    const shop = await open()
    const { paymentInstruments } = shop.shop()
    const checkout = await openCheckout(shop, terms)
    await checkout.confirm("approved")
    const customer = (await checkout.retrieve()).customer ?? ""
    const { id } = await paymentInstruments.create(
      { customer, checkoutSession: checkout.id },
      { idempotencyKey: "save" }
    )
    expect((await paymentInstruments.list({ customer })).data.map((card) => card.id)).toEqual([id])
  })
})
