import { type Merchant, Payloom, type Payment } from "@payloom/core"
import { type StripeAddress, stripe, stripeVault } from "@payloom/provider-stripe"
import { memory } from "@payloom/testkit"

/** What is told of a payment. */
export interface Told {
  readonly payment: string
  readonly does: string
  readonly status: string
  /** What Stripe calls it. */
  readonly reference: string | null
}

/** What Stripe's test mode makes of cards that it knows by these names. */
const cards = { approved: "pm_card_visa", poor: "pm_card_visa_chargeDeclinedInsufficientFunds" }

/** An engine on Stripe, and a shop with one account there. */
const openShop = async (apiKey: string, address: StripeAddress) => {
  const account = { ...address, accountOf: () => ({ apiKey, webhookSecrets: [] }) }
  const payloom = await Payloom.make({
    storage: memory(),
    providers: [stripe(account)],
    vault: stripeVault({ ...account, credentialsOf: () => "mine" }),
    secret: "at least 32 characters, the same on all processes",
    // What is due is run between the payments, so that each line tells the end of something.
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
 * Charges, holds, captures a part, refunds and is declined, each at Stripe, and tells of each what
 * came of it.
 */
export const takePayments = async (
  apiKey: string,
  address: StripeAddress,
  tell: (told: Told) => void
): Promise<void> => {
  const { payloom, shop } = await openShop(apiKey, address)
  try {
    const paid = await pay(shop, "paid", cards.approved, "automatic")
    tell(await toldOf(shop, paid.id, "12.50 EUR are charged"))
    await shop.payments.refund(paid.id, { amount: 250n }, { idempotencyKey: "refund" })
    await settled(payloom)
    tell(await toldOf(shop, paid.id, "2.50 EUR of that are given back"))
    const held = await pay(shop, "held", cards.approved, "manual")
    tell(await toldOf(shop, held.id, "12.50 EUR are held"))
    await shop.payments.capture(held.id, { amount: 1000n }, { idempotencyKey: "capture" })
    await settled(payloom)
    tell(await toldOf(shop, held.id, "10.00 EUR of that are captured"))
    const declined = await pay(shop, "declined", cards.poor, "automatic")
    tell(await toldOf(shop, declined.id, "12.50 EUR are asked of a card without funds"))
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

const toldOf = async (shop: Merchant, id: string, does: string): Promise<Told> => {
  const { status } = await shop.payments.retrieve(id)
  const [attempt] = (await shop.payments.listAttempts(id)).data
  return { payment: id, does, status, reference: attempt?.providerReference ?? null }
}
