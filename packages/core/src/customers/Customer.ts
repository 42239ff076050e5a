import { Schema } from "effect"
import type { ChargeDetails } from "../providers/ChargeDetails.ts"
import { collection } from "../storage/Collection.ts"
import { freeText } from "../values/FreeText.ts"
import { Metadata } from "../values/Metadata.ts"
import { CustomerId, PaymentInstrumentId } from "../values/PublicId.ts"
import { Millis, Timestamp } from "../values/Timestamp.ts"
import { wireCodec } from "../wire/WireCodec.ts"

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
export type CustomerRecord = typeof CustomerRecord.Type

export const CustomerCollection = collection<CustomerRecord>({
  name: "customers",
  schema: CustomerRecord,
  indexes: {
    reference: { of: (customer) => customer.reference },
    email: { of: (customer) => customer.email }
  }
})

/** A customer as merchants see it (spec 2.6). */
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
export type Customer = typeof Customer.Type

export const customerCodec = wireCodec<Customer>(Customer)

/** The resource of a stored customer. */
export const toCustomer = (record: CustomerRecord): Customer => ({ object: "customer", ...record })

/** A customer as providers are told of them. */
export const payerOf = ({
  id,
  email,
  name
}: CustomerRecord): NonNullable<ChargeDetails["customer"]> => ({ id, email, name })
