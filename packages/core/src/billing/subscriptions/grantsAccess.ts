import type { Subscription } from "./Subscription.ts"

/**
 * Returns true if a subscriber has access at a time in milliseconds since the epoch. The function
 * is pure: it reads nothing else.
 *
 * A `trialing` or `active` subscription grants access. So does a `past_due` one, because the
 * overdue charge is still being retried. An outage changes none of these statuses. A `paused` or
 * `canceled` subscription grants access until the end of the paid time. A subscription without a
 * first payment, an `expired` or a `terminated` one grants none.
 *
 * @example
 * if (!grantsAccess(subscription, Date.now())) return new Response(null, { status: 402 })
 */
export const grantsAccess = (
  { status, paidUntil }: Pick<Subscription, "paidUntil"> & { readonly status: string },
  now: number
): boolean => {
  switch (status) {
    case "trialing":
    case "active":
    case "past_due":
      return true
    case "pending_first_payment":
    case "expired":
    case "terminated":
      return false
    // A newer engine may have more statuses. Paid time grants access in each of them.
    default:
      return paidUntil !== null && now < paidUntil
  }
}
