import type { FakeStripe } from "@payloom/provider-stripe/testing"

const daySeconds = 86_400

/** The plans of the account. The last ones can't be brought over. */
const prices = [
  { id: "price_month", amount: 1250, currency: "eur", interval: { unit: "month", count: 1 } },
  { id: "price_quarter", amount: 3300, currency: "eur", interval: { unit: "month", count: 3 } },
  { id: "price_week", amount: 400, currency: "eur", interval: { unit: "week", count: 1 } },
  { id: "price_usd", amount: 1500, currency: "usd", interval: { unit: "month", count: 1 } },
  {
    id: "price_tiers",
    amount: 900,
    currency: "eur",
    interval: { unit: "month", count: 1 },
    raw: { billing_scheme: "tiered", unit_amount: null }
  }
] as const

/** Returns the number of cards in an account with a number of subscriptions. */
export const cardsIn = (count: number): number => count + Math.ceil(count / 5)

/**
 * Fills an account at the fake of Stripe: most subscriptions are monthly, some are in a trial, and
 * every 50th can't be brought over. Their due times are spread over the whole period. Every fifth
 * customer has a second card.
 */
export const fillAccount = ({ billing }: FakeStripe, count: number, now: number): void => {
  for (const price of prices) billing.addPrice(price)
  const begins = Math.floor(now / 1000)
  for (let nth = 0; nth < count; nth++) {
    const price = nth % 50 === 0 ? prices[4] : (prices[nth % 20 < 4 ? nth % 4 : 0] ?? prices[0])
    // A step that has no common divisor with the period spreads them evenly.
    const ago = ((nth * 7919) % (29 * daySeconds)) + daySeconds * 31
    const isTrialing = nth % 40 === 7
    const trialEnd = begins + 600 + ((nth * 7919) % (20 * daySeconds))
    billing.subscribe({
      id: String(nth).padStart(6, "0"),
      price: price.id,
      anchor: begins - ago,
      ...(isTrialing ? { trialEnd } : {})
    })
    if (nth % 5 === 0) billing.addCard(`cus_${String(nth).padStart(6, "0")}`)
  }
}
