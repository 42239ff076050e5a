import { Schema } from "effect"
import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"
import { freeText } from "../../kernel/primitives/FreeText.ts"
import { Metadata } from "../../kernel/primitives/Metadata.ts"
import { CustomerId, PaymentInstrumentId } from "../../kernel/primitives/PublicId.ts"
import { Millis, Timestamp } from "../../kernel/primitives/Timestamp.ts"
import { collection } from "../../platform/storage/Collection.ts"
import type { ChargeDetails } from "../../providers/ChargeDetails.ts"

/** Where a customer lives, as far as it is known. */
export interface CustomerAddress {
  /** An ISO 3166-1 alpha-2 code. */
  readonly country: string | null
  readonly postalCode: string | null
}
const BillingAddress = Schema.Struct({
  country: Schema.NullOr(Schema.String),
  postalCode: Schema.NullOr(Schema.String)
})

const sharedFields = {
  id: CustomerId,
  /** The merchant's own identifier: stored and echoed, never a fraud or velocity key. */
  reference: Schema.NullOr(freeText(255)),
  email: Schema.NullOr(freeText(255)),
  name: Schema.NullOr(freeText(255)),
  defaultPaymentInstrument: Schema.NullOr(PaymentInstrumentId)
}

/** Who pays, as the merchant knows them, as it is stored; no field is required. */
export const CustomerRecord = Schema.Struct({
  ...sharedFields,
  billingAddress: BillingAddress,
  metadata: Metadata,
  created: Millis
})
export interface CustomerRecord extends Schema.Schema.Type<typeof CustomerRecord> {}

export const CustomerCollection = collection<CustomerRecord>({
  name: "customers",
  schema: CustomerRecord,
  indexes: {
    reference: { of: (customer) => customer.reference },
    email: { of: (customer) => customer.email }
  }
})

/** Who pays, as the merchant knows them (spec 2.6). */
export interface Customer {
  readonly object: "customer"
  /** `customer_` and a ULID. */
  readonly id: CustomerId
  /** The merchant's own identifier, as it was given. */
  readonly reference: string | null
  /** As it was given; null where none was. */
  readonly email: string | null
  /** As it was given; null where none was. */
  readonly name: string | null
  /** A saved card of theirs that is not detached. */
  readonly defaultPaymentInstrument: PaymentInstrumentId | null
  /** As far as it is known. */
  readonly billingAddress: CustomerAddress
  /** The merchant's own notes, as they were given. */
  readonly metadata: Metadata
  /** When it was made, in milliseconds since the epoch. */
  readonly created: number
}
export const Customer = Schema.Struct({
  object: Schema.Literal("customer"),
  ...sharedFields,
  billingAddress: BillingAddress.pipe(Schema.encodeKeys({ postalCode: "postal_code" })),
  metadata: Metadata,
  created: Timestamp
})
  .pipe(
    Schema.encodeKeys({
      defaultPaymentInstrument: "default_payment_instrument",
      billingAddress: "billing_address"
    })
  )
  .annotate({ identifier: "Customer" })

export const customerCodec: WireCodec<Customer> = wireCodec(Customer)

/** The resource of a stored customer. */
export const toCustomer = (record: CustomerRecord): Customer => ({ object: "customer", ...record })

/** A customer as providers are told of them. */
export const payerOf = ({
  id,
  email,
  name
}: CustomerRecord): NonNullable<ChargeDetails["customer"]> => ({ id, email, name })
