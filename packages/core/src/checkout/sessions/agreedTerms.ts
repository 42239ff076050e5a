import type { Terms } from "../../billing/Terms.ts"
import type { CheckoutSessionRecord } from "./CheckoutSession.ts"

/**
 * What a session's payer agrees on being charged again and again; null in mode `payment`. Those of
 * earlier releases have a price and an interval alone.
 */
export const agreedTerms = ({
  terms,
  amount,
  currency,
  interval
}: CheckoutSessionRecord): Terms | null => {
  if (terms !== undefined) return terms
  return interval === null
    ? null
    : { amount, currency, interval, trial: null, setupFee: 0n, endAfterCycles: null }
}
