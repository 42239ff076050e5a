import type { Terms } from "../../billing/Terms.ts"
import type { CheckoutSessionRecord } from "./CheckoutSession.ts"

/**
 * Returns the terms of recurring charges to which a session's payer agrees. Null in mode `payment`.
 * Sessions of earlier releases have only a price and an interval.
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
