import type { ChargeRequest } from "@payloom/core"

type Details = Pick<ChargeRequest, "customer" | "billingAddress">

/** An object's members that are not null: Stripe takes an empty text for "take it away". */
const known = <A extends object>(values: A): { [K in keyof A]?: NonNullable<A[K]> } =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== "")
  ) as { [K in keyof A]?: NonNullable<A[K]> }

/** Whose bill it is, as Stripe has it of a PaymentMethod. */
export const payerDetails = ({ customer, billingAddress }: Details) => {
  const { line1, line2, city, state, postalCode, country } = billingAddress
  const address = known({ line1, line2, city, state, postal_code: postalCode, country })
  return {
    ...known({ name: customer?.name ?? null, email: customer?.email ?? null }),
    ...(Object.keys(address).length > 0 ? { address } : {})
  }
}
