import type { ChargeRequest } from "@payloom/core"

/** An object without what nobody has said: Stripe takes an empty text for "take it away". */
export const defined = <A extends object>(values: A) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => (value ?? "") !== "")) as {
    readonly [K in keyof A]?: NonNullable<A[K]>
  }

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
