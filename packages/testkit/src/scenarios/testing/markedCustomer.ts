import { collections, type Row } from "@payloom/core"
import { everyRow } from "../../audit/everyRow.ts"
import type { ShopOptions } from "./ground.ts"
import { notifyingShop } from "./notifyingShop.ts"
import { openCheckout, returnUrl } from "./openCheckout.ts"
import { day, minute, openShop, type Shop } from "./openShop.ts"
import { answers, webhookSink } from "./webhookSink.ts"

/** A shop with a customer whose every text contains this. */
export const marker = "zebrafish"

let texts = 0

/** Returns a text that nothing else contains, with the marker in it. */
const marked = (): string => `${marker}${++texts}`

const key = () => ({ idempotencyKey: `marked ${++texts}` })

/**
 * Opens a shop with a customer who has lived through sessions, cards, debits, refunds, webhooks,
 * disputes, a subscription, a failing consumer and an operator's calls. Nothing is in flight.
 */
export const markedCustomer = async (options: ShopOptions = {}) => {
  const sink = webhookSink()
  const url = "https://shop.example/hooks"
  sink.conducts.set(url, () => answers(500, marked()))
  const { shop, dispute } = await notifyingShop((more) =>
    openShop({ methods: ["card", "apm"], ...options, ...more, webhooks: sink })
  )
  const acting = { actor: { type: "user", id: "ada" }, reason: marked() } as const
  const merchant = shop.process().payloom.as(acting).merchant(shop.shop().scope)
  const unnamed = shop.shop()
  await unnamed.webhooks.create({ url })
  await shop.process().payloom.events.consume(
    "copies",
    () => {
      throw new Error(marked())
    },
    { from: "beginning" }
  )
  const metadata = () => ({ [marked()]: marked() })
  const customer = await merchant.customers.create(
    {
      email: `${marked()}@example.org`,
      name: marked(),
      reference: marked(),
      metadata: metadata()
    },
    key()
  )
  await merchant.customers.update(customer.id, { name: marked() }, key())
  const order = () => ({
    amount: 1250n,
    currency: "EUR",
    customer: customer.id,
    description: marked(),
    metadata: metadata(),
    lineItems: [{ name: marked(), quantity: 1, amount: 1250n, productCode: marked() }],
    billingAddress: { line1: marked(), city: marked(), country: "DE" },
    shipping: { name: marked(), phone: marked().slice(0, 20), address: { line1: marked() } },
    customerReference: marked()
  })
  const carded = await openCheckout(shop, {
    ...order(),
    storedCredential: { usage: "recurring" }
  })
  const paid = await carded.confirm("approved")
  const card = await merchant.paymentInstruments.create(
    { customer: customer.id, checkoutSession: carded.id, metadata: metadata() },
    key()
  )
  const debited = await openCheckout(shop, {
    ...order(),
    storedCredential: { usage: "recurring" }
  })
  await debited.submit({
    method: "apm",
    apm: {
      type: "sandbox_debit",
      details: {
        name: marked(),
        email: `${marked()}@example.org`,
        accountNumber: "DE89370400440532013000"
      }
    },
    returnUrl
  })
  await shop.elapse(minute)
  const direct = await merchant.payments.create(
    { ...order(), type: "one_off", paymentInstrument: card.id },
    key()
  )
  await merchant.payments.refund(direct.id, { amount: 100n, reason: marked() }, key())
  const abandoned = await openCheckout(shop, order())
  await merchant.checkout.cancel(abandoned.id)
  await dispute(shop.lastAttempt(direct), { stage: "chargeback_received", amount: 500n })
  const plan = await unnamed.plans.create(
    { name: "Monthly", amount: 900n, currency: "EUR", interval: { unit: "month", count: 1 } },
    key()
  )
  const subscription = await merchant.subscriptions.create(
    { customer: customer.id, plan: plan.id, paymentInstrument: card.id, metadata: metadata() },
    key()
  )
  await shop.elapse(day)
  await merchant.subscriptions.cancel(
    subscription.id,
    { cancelAtPeriodEnd: false, reason: marked() },
    key()
  )
  await shop.elapse(day)
  sink.conducts.set(url, () => answers(204))
  for await (const { id } of merchant.alerts.iterate()) {
    await merchant.alerts.resolve(id, { note: marked() })
  }
  return { shop, customer, paid }
}

/** Returns the stored rows with the marker, as `collection: document`. */
export const markedRows = async (shop: Shop): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  const { tenant } = shop.shop().scope
  for (const scope of [
    { tenant, mode: "test" },
    { tenant, mode: "live" },
    { tenant: "deployment", mode: "live" }
  ] as const) {
    for (const of of collections) {
      for (const row of await shop.run(everyRow<Row>(shop.storage, scope, of))) {
        const document = of.encode(row)
        if (document.includes(marker)) found.push(`${of.name}: ${document}`)
      }
    }
  }
  return found
}
