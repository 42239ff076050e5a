import type { ChargeRequest } from "@payloom/core"

type Optional<A> = { [K in keyof A]: undefined extends A[K] ? K : never }[keyof A]

/** An object's members that are there: neither undefined nor null nor an empty text. */
export type Defined<A> = { [K in Exclude<keyof A, Optional<A>>]: NonNullable<A[K]> } & {
  [K in Optional<A>]?: NonNullable<A[K]>
}

type Loose<A> = { [K in keyof A]: null extends A[K] ? A[K] | undefined : A[K] }

/** An object without what nobody has said: Stripe takes an empty text for "take it away". */
export const defined = <A extends object>(values: A): Defined<Loose<A>> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== undefined && value !== null && value !== ""
    )
  ) as Defined<Loose<A>>

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
