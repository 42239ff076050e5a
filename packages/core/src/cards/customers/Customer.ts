import { Schema } from "effect"
import { named } from "../../kernel/codec/named.ts"
import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"
import { freeText } from "../../kernel/primitives/FreeText.ts"
import { Metadata } from "../../kernel/primitives/Metadata.ts"
import { CustomerId, PaymentInstrumentId } from "../../kernel/primitives/PublicId.ts"
import { Millis, Timestamp } from "../../kernel/primitives/Timestamp.ts"
import { collection } from "../../platform/storage/Collection.ts"
import type { ChargeDetails } from "../../providers/ChargeDetails.ts"

/** The known part of a customer's address. */
export interface CustomerAddress {
  /** An ISO 3166-1 alpha-2 code. */
  readonly country: string | null
  /** The postal code. */
  readonly postalCode: string | null
}
const BillingAddress = Schema.Struct({
  country: Schema.NullOr(Schema.String),
  postalCode: Schema.NullOr(Schema.String)
})

const sharedFields = {
  id: CustomerId,
  /**
   * The merchant's own identifier. It is stored and returned, and is never a key for fraud or
   * velocity checks.
   */
  reference: Schema.NullOr(freeText(255)),
  email: Schema.NullOr(freeText(255)),
  name: Schema.NullOr(freeText(255)),
  defaultPaymentInstrument: Schema.NullOr(PaymentInstrumentId)
}

/** A stored customer: a payer as the merchant knows them. No field is required. */
export const CustomerRecord = Schema.Struct({
  ...sharedFields,
  billingAddress: BillingAddress,
  metadata: Metadata,
  created: Millis,
  /** The time of the first erasure. Absent if the customer was never erased. */
  erasedAt: Schema.optionalKey(Millis)
})
export interface CustomerRecord extends Schema.Schema.Type<typeof CustomerRecord> {}

export const CustomerCollection = collection<CustomerRecord>({
  name: "customers",
  schema: CustomerRecord,
  indexes: {
    reference: { of: (customer) => customer.reference },
    email: { of: (customer) => customer.email },
    /** The address in lower case, if it was given in another spelling. */
    foldedEmail: { of: ({ email }) => foldedEmail(email) }
  }
})

const foldedEmail = (email: string | null): string | null => {
  const lower = email?.toLowerCase() ?? null
  return lower === email ? null : lower
}

/** A payer as the merchant knows them. */
export interface Customer {
  readonly object: "customer"
  /** `customer_` and a ULID. */
  readonly id: CustomerId
  /** The merchant's own identifier, unchanged. */
  readonly reference: string | null
  /** The email address. Null if none was given. */
  readonly email: string | null
  /** The name. Null if none was given. */
  readonly name: string | null
  /** A saved card of the customer that is not detached. */
  readonly defaultPaymentInstrument: PaymentInstrumentId | null
  /** The known part of the address. */
  readonly billingAddress: CustomerAddress
  /** The merchant's own metadata, unchanged. */
  readonly metadata: Metadata
  /** The time of its creation, in milliseconds since the epoch. */
  readonly created: number
}

export const customerFields = {
  object: Schema.Literal("customer"),
  ...sharedFields,
  billingAddress: BillingAddress.pipe(Schema.encodeKeys({ postalCode: "postal_code" })),
  metadata: Metadata,
  created: Timestamp
}

export const customerKeys = {
  defaultPaymentInstrument: "default_payment_instrument",
  billingAddress: "billing_address"
} as const

export const Customer = Schema.Struct(customerFields).pipe(
  Schema.encodeKeys(customerKeys),
  named("Customer")
)

export const customerCodec: WireCodec<Customer> = wireCodec(Customer)

/** Returns the resource of a stored customer. */
export const toCustomer = (record: CustomerRecord): Customer => ({
  object: "customer",
  id: record.id,
  reference: record.reference,
  email: record.email,
  name: record.name,
  defaultPaymentInstrument: record.defaultPaymentInstrument,
  billingAddress: record.billingAddress,
  metadata: record.metadata,
  created: record.created
})

/** Returns the details of a customer that providers get. */
export const payerOf = ({
  id,
  email,
  name
}: CustomerRecord): NonNullable<ChargeDetails["customer"]> => ({ id, email, name })
