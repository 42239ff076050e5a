import { collections, type Merchant, type Row } from "@payloom/core"
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
export const marked = (): string => `${marker}${++texts}`

const key = () => ({ idempotencyKey: `marked ${++texts}` })

/** Opens a shop whose endpoint and consumer fail with the marker, and an actor with a reason. */
const markedShop = async (options: ShopOptions) => {
  const sink = webhookSink()
  const url = "https://shop.example/hooks"
  sink.conducts.set(url, () => answers(500, marked()))
  const { shop, dispute } = await notifyingShop((more) =>
    openShop({ methods: ["card", "apm"], ...options, ...more, webhooks: sink })
  )
  const acting = { actor: { type: "user", id: "ada" }, reason: marked() } as const
  const merchant = shop.process().payloom.as(acting).merchant(shop.shop().scope)
  await shop.shop().webhooks.create({ url })
  await shop.process().payloom.events.consume(
    "copies",
    () => {
      throw new Error(marked())
    },
    { from: "beginning" }
  )
  const mendEndpoint = () => sink.conducts.set(url, () => answers(204))
  return { shop, dispute, merchant, mendEndpoint }
}

const metadata = () => ({ [marked()]: marked() })

/** Returns an order of a customer, with the marker wherever it has a text. */
const orderOf = (customer: string) => ({
  amount: 1250n,
  currency: "EUR",
  customer,
  description: marked(),
  metadata: metadata(),
  lineItems: [{ name: marked(), quantity: 1, amount: 1250n, productCode: marked() }],
  billingAddress: { line1: marked(), city: marked(), country: "DE" },
  shipping: { name: marked(), phone: marked().slice(0, 20), address: { line1: marked() } },
  customerReference: marked()
})

/** Pays a session by a card, which is saved, and another by a debit. Cancels a third. */
const payAtCheckout = async (shop: Shop, merchant: Merchant, customer: string) => {
  const storedCredential = { usage: "recurring" } as const
  const carded = await openCheckout(shop, { ...orderOf(customer), storedCredential })
  await carded.confirm("approved")
  const card = await merchant.paymentInstruments.create(
    { customer, checkoutSession: carded.id, metadata: metadata() },
    key()
  )
  const debited = await openCheckout(shop, { ...orderOf(customer), storedCredential })
  const email = `${marked()}@example.org`
  await debited.submit({
    method: "apm",
    apm: {
      type: "sandbox_debit",
      details: { name: marked(), email, accountNumber: "DE89370400440532013000" }
    },
    returnUrl
  })
  await shop.elapse(minute)
  const abandoned = await openCheckout(shop, orderOf(customer))
  await merchant.checkout.cancel(abandoned.id)
  return card
}

/** Subscribes the customer for a day. */
const subscribeForADay = async (
  shop: Shop,
  merchant: Merchant,
  given: { readonly customer: string; readonly paymentInstrument: string }
) => {
  const plan = await shop
    .shop()
    .plans.create(
      { name: "Monthly", amount: 900n, currency: "EUR", interval: { unit: "month", count: 1 } },
      key()
    )
  const { id } = await merchant.subscriptions.create(
    { ...given, plan: plan.id, metadata: metadata() },
    key()
  )
  await shop.elapse(day)
  const canceling = { cancelAtPeriodEnd: false, reason: marked() }
  await merchant.subscriptions.cancel(id, canceling, key())
  await shop.elapse(day)
}

/**
 * Opens a shop with a customer who has lived through sessions, cards, debits, refunds, webhooks,
 * disputes, a subscription, a failing consumer and an operator's calls. Nothing is in flight.
 */
export const markedCustomer = async (options: ShopOptions = {}) => {
  const { shop, dispute, merchant, mendEndpoint } = await markedShop(options)
  const email = `${marked()}@example.org`
  const customer = await merchant.customers.create(
    { email, name: marked(), reference: marked(), metadata: metadata() },
    key()
  )
  await merchant.customers.update(customer.id, { name: marked() }, key())
  const card = await payAtCheckout(shop, merchant, customer.id)
  const direct = await merchant.payments.create(
    { ...orderOf(customer.id), type: "one_off", paymentInstrument: card.id },
    key()
  )
  await merchant.payments.refund(direct.id, { amount: 100n, reason: marked() }, key())
  await dispute(shop.lastAttempt(direct), { stage: "chargeback_received", amount: 500n })
  const subscribing = { customer: customer.id, paymentInstrument: card.id }
  await subscribeForADay(shop, merchant, subscribing)
  mendEndpoint()
  for await (const { id } of merchant.alerts.iterate()) {
    await merchant.alerts.resolve(id, { note: marked() })
  }
  return { shop, customer }
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
