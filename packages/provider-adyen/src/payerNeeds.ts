import type { ChargeDetails } from "@payloom/core"

type Shipping = NonNullable<ChargeDetails["shipping"]>

/** The facts about a payer that alternative methods need. They are null if unknown. */
export interface PayerFacts {
  readonly name: string | null
  /** The name's parts. Null if the name is a single word. */
  readonly shopperName: { readonly firstName: string; readonly lastName: string } | null
  readonly email: string | null
  readonly phone: string | null
  readonly bank: string | null
  readonly document: string | null
  readonly accountNumber: string | null
  readonly routingNumber: string | null
  readonly code: string | null
  /** The country of the billing address, or the only country of the method. */
  readonly country: string | null
  /** The delivery. Null if the method gets none beside the payment's own. */
  readonly delivery: Shipping | null
}

/** The facts that methods need, by the fields in which merchants or payers give them. */
export const givenBy = {
  name: "apm.details.name",
  fullName: "apm.details.name, with a first name and a last name",
  email: "apm.details.email",
  phone: "apm.details.phone",
  bank: "apm.details.bank",
  document: "apm.details.document",
  accountNumber: "apm.details.account_number",
  routingNumber: "apm.details.routing_number",
  code: "apm.details.code",
  billingAddress: "billing_address",
  country: "billing_address.country",
  order: "order.line_items"
} as const

/** A fact that a method may need. */
export type PayerNeed = keyof typeof givenBy

/** All facts that a method may need. */
export const payerNeeds = Object.keys(givenBy) as ReadonlyArray<PayerNeed>
