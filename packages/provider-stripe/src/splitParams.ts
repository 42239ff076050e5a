import type { ChargeRequest } from "@payloom/core"
import type Stripe from "stripe"
import type { StripeAccount } from "./StripeOptions.ts"
import { stripeAmount } from "./stripeAmounts.ts"
import { accountUnavailable } from "./stripeErrors.ts"

/**
 * Returns the transfer of a charge's part to a connected account. The rest stays on the platform's
 * account (docs.stripe.com/connect/destination-charges). Throws if the charge is made on a
 * connected account, because its money is not the platform's.
 */
export const splitParams = (
  { splits = [], currency }: Pick<ChargeRequest, "splits" | "currency">,
  { stripeAccount }: Pick<StripeAccount, "stripeAccount">
): Pick<Stripe.PaymentIntentCreateParams, "transfer_data"> => {
  const [split, ...more] = splits
  if (split === undefined) return {}
  if (stripeAccount !== undefined || more.length > 0) {
    const reason = "Stripe transfers one part, of a charge on the platform's own account."
    throw accountUnavailable(reason, "splits")
  }
  const { account: destination, amount } = split
  return { transfer_data: { destination, amount: stripeAmount(amount, currency) } }
}
