import type { ChargeRequest } from "@payloom/core"
import { defined } from "./defined.ts"

/** Whose bill it is, as Stripe has it of a PaymentMethod. */
export const payerDetails = (
  { customer, billingAddress }: Pick<ChargeRequest, "customer" | "billingAddress">,
  holderName: string | null = null
) => {
  const { line1, line2, city, state, postalCode, country } = billingAddress
  const address = defined({ line1, line2, city, state, postal_code: postalCode, country })
  return {
    ...defined({ name: holderName ?? customer?.name ?? null, email: customer?.email ?? null }),
    ...(Object.keys(address).length > 0 ? { address } : {})
  }
}
