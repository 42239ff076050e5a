import type { ChargeRequest } from "@payloom/core"

/**
 * Returns an object without null, undefined and empty values. Stripe reads an empty text as "remove
 * this".
 */
export const defined = <A extends object>(values: A) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => (value ?? "") !== "")) as {
    readonly [K in keyof A]?: NonNullable<A[K]>
  }

/** Returns the payer's details in the form of a PaymentMethod's `billing_details`. */
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
