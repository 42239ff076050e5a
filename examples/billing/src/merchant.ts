import type { Merchant, Payloom } from "@payloom/core"
import { numberedCard } from "@payloom/testkit"
import { type Life, price } from "./lives.ts"

/** A new subscription and its card. */
export interface Enrolled {
  readonly subscription: string
  /** The id of the saved card. */
  readonly card: string
}

/** Creates a merchant with an account at the bank. */
export const openMerchant = async (payloom: Payloom): Promise<Merchant> => {
  const { id } = await payloom.tenants.create({ displayName: "Coffee", defaultCurrency: "EUR" })
  const merchant = payloom.merchant({ tenant: id, mode: "test" })
  await merchant.routing.createMid({
    name: "bank",
    provider: "bank",
    currencies: ["EUR"],
    credentials: "bank"
  })
  return merchant
}

/** Saves a card for a new customer and creates a subscription. */
export const enrol = async (
  merchant: Merchant,
  encryptCard: (card: ReturnType<typeof numberedCard>) => Promise<string>,
  { nth }: Life
): Promise<Enrolled> => {
  const ciphertext = await encryptCard(numberedCard(nth + 1))
  const { id: card, customer } = await merchant.cards.save({ ciphertext })
  const { id: subscription } = await merchant.subscriptions.create(
    {
      customer,
      paymentInstrument: card,
      amount: price,
      currency: "EUR",
      interval: { unit: "month", count: 1 }
    },
    { idempotencyKey: `subscription ${nth}` }
  )
  return { subscription, card }
}
