import type { Subscription } from "./Subscription.ts"

/**
 * Whether a subscriber may use what they subscribed to, at a moment in milliseconds since the
 * epoch. Pure: it asks nobody.
 *
 * They may while the subscription is `trialing` or `active`, and while it is `past_due`, since what
 * is owed is still being tried. An outage changes none of these statuses. `paused` and `canceled`
 * ones may until what was paid for is over.
 * They may not before the first payment, nor once it is `expired` or `terminated`.
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
    // A newer engine may have more of them: what is paid for is paid for.
    default:
      return paidUntil !== null && now < paidUntil
  }
}
