import { Schema } from "effect"

/** Where a payer's bill goes to; what nobody knows is null. */
export const BillingAddress = Schema.Struct({
  line1: Schema.NullOr(Schema.String),
  line2: Schema.NullOr(Schema.String),
  city: Schema.NullOr(Schema.String),
  /** State, province or region. */
  state: Schema.NullOr(Schema.String),
  postalCode: Schema.NullOr(Schema.String),
  /** ISO 3166-1 alpha-2. */
  country: Schema.NullOr(Schema.String)
})
export type BillingAddress = typeof BillingAddress.Type

/** An address that nothing is known of. */
export const unknownAddress: BillingAddress = {
  line1: null,
  line2: null,
  city: null,
  state: null,
  postalCode: null,
  country: null
}

/** What a payer pays on, as far as server and page could tell; for risk and 3-D Secure. */
export const PayerDevice = Schema.Struct({
  /** The address that the request came from. */
  ip: Schema.NullOr(Schema.String),
  userAgent: Schema.NullOr(Schema.String),
  /** The `Accept` header. */
  acceptHeader: Schema.NullOr(Schema.String),
  /** A BCP 47 tag. */
  language: Schema.NullOr(Schema.String),
  /** In CSS pixels, and in bits for each pixel. */
  screen: Schema.NullOr(
    Schema.Struct({ width: Schema.Int, height: Schema.Int, colorDepth: Schema.Int })
  ),
  /** An IANA name, such as Europe/Berlin. */
  timeZone: Schema.NullOr(Schema.String),
  /** Minutes that its clock is behind UTC: -120 in Berlin's summer, as browsers count. */
  utcOffsetMinutes: Schema.NullOr(Schema.Int)
})
export type PayerDevice = typeof PayerDevice.Type

/** What a provider is told of a charge beside what is paid by what. */
export const ChargeDetails = Schema.Struct({
  /** Null where the payment has none. */
  customer: Schema.NullOr(
    Schema.Struct({
      id: Schema.String,
      email: Schema.NullOr(Schema.String),
      name: Schema.NullOr(Schema.String)
    })
  ),
  billingAddress: BillingAddress,
  /** What is paid, for people. */
  description: Schema.NullOr(Schema.String),
  /** What the payer's statement says; null leaves it to the provider's account. */
  statementDescriptor: Schema.NullOr(Schema.String),
  /** Those of the payment's that the merchant lets this account see. */
  metadata: Schema.Record(Schema.String, Schema.String),
  /** Null where no payer is there. */
  device: Schema.NullOr(PayerDevice)
})
export type ChargeDetails = typeof ChargeDetails.Type
