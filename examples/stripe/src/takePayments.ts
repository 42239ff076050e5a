import { type Merchant, Payloom, type Payment } from "@payloom/core"
import { type StripeAddress, stripe, stripeVault } from "@payloom/provider-stripe"
import { memory } from "@payloom/testkit"

/** A line about a payment. */
export interface PaymentLine {
  readonly payment: string
  readonly does: string
  readonly status: string
  /** Stripe's id of the payment. */
  readonly reference: string | null
}

/** The ids of test cards in Stripe's test mode. */
const cards = { approved: "pm_card_visa", poor: "pm_card_visa_chargeDeclinedInsufficientFunds" }

/** Opens an engine on Stripe, and a shop with one account there. */
const openShop = async (apiKey: string, address: StripeAddress) => {
  const account = { ...address, accountOf: () => ({ apiKey, webhookSecrets: [] }) }
  const payloom = await Payloom.make({
    storage: memory(),
    providers: [stripe(account)],
    vault: stripeVault({ ...account, credentialsOf: () => "mine" }),
    secret: "at least 32 characters, the same on all processes",
    // The program runs due jobs between payments, so each line shows a final status.
    workers: false
  })
  const tenant = await payloom.tenants.create({ displayName: "Shop", defaultCurrency: "EUR" })
  const shop = payloom.merchant({ tenant: tenant.id, mode: "test" })
  await shop.routing.createMid({
    name: "Stripe",
    provider: "stripe",
    currencies: ["EUR"],
    methods: ["card"],
    credentials: "mine"
  })
  return { payloom, shop }
}

/**
 * Charges, refunds, authorizes, captures a part and is declined at Stripe. Reports the result of
 * each.
 */
export const takePayments = async (
  apiKey: string,
  address: StripeAddress,
  report: (line: PaymentLine) => void
): Promise<void> => {
  const { payloom, shop } = await openShop(apiKey, address)
  try {
    const paid = await pay(shop, "paid", cards.approved, "automatic")
    report(await lineOf(shop, paid.id, "12.50 EUR are charged"))
    await shop.payments.refund(paid.id, { amount: 250n }, { idempotencyKey: "refund" })
    await settled(payloom)
    report(await lineOf(shop, paid.id, "2.50 EUR of that are refunded"))
    const held = await pay(shop, "held", cards.approved, "manual")
    report(await lineOf(shop, held.id, "12.50 EUR are authorized"))
    await shop.payments.capture(held.id, { amount: 1000n }, { idempotencyKey: "capture" })
    await settled(payloom)
    report(await lineOf(shop, held.id, "10.00 EUR of that are captured"))
    const declined = await pay(shop, "declined", cards.poor, "automatic")
    report(await lineOf(shop, declined.id, "12.50 EUR are charged to a card without funds"))
  } finally {
    await payloom.close()
  }
}

const pay = async (
  shop: Merchant,
  order: string,
  ciphertext: string,
  captureMethod: "automatic" | "manual"
): Promise<Payment> => {
  const card = await shop.cards.save({ ciphertext })
  return shop.payments.create(
    { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument: card.id, captureMethod },
    { idempotencyKey: order }
  )
}

const settled = async (payloom: Payloom): Promise<void> => {
  while ((await payloom.runDue()) > 0);
}

const lineOf = async (shop: Merchant, id: string, does: string): Promise<PaymentLine> => {
  const { status } = await shop.payments.retrieve(id)
  const [attempt] = (await shop.payments.listAttempts(id)).data
  return { payment: id, does, status, reference: attempt?.providerReference ?? null }
}
