import { Schema } from "effect"

/** Where a payer's bill goes to; what nobody knows is null. */
export interface BillingAddress {
  readonly line1: string | null
  readonly line2: string | null
  readonly city: string | null
  /** State, province or region. */
  readonly state: string | null
  readonly postalCode: string | null
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null
}
export const BillingAddress = Schema.Struct({
  line1: Schema.NullOr(Schema.String),
  line2: Schema.NullOr(Schema.String),
  city: Schema.NullOr(Schema.String),
  state: Schema.NullOr(Schema.String),
  postalCode: Schema.NullOr(Schema.String),
  country: Schema.NullOr(Schema.String)
})

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
export interface PayerDevice {
  /** The address that the request came from. */
  readonly ip: string | null
  /** The `User-Agent` header. */
  readonly userAgent: string | null
  /** The `Accept` header. */
  readonly acceptHeader: string | null
  /** A BCP 47 tag. */
  readonly language: string | null
  /** In CSS pixels, and in bits for each pixel. */
  readonly screen: {
    readonly width: number
    readonly height: number
    readonly colorDepth: number
  } | null
  /** An IANA name, such as Europe/Berlin. */
  readonly timeZone: string | null
  /** Minutes that its clock is behind UTC: -120 in Berlin's summer, as browsers count. */
  readonly utcOffsetMinutes: number | null
}
export const PayerDevice = Schema.Struct({
  ip: Schema.NullOr(Schema.String),
  userAgent: Schema.NullOr(Schema.String),
  acceptHeader: Schema.NullOr(Schema.String),
  language: Schema.NullOr(Schema.String),
  screen: Schema.NullOr(
    Schema.Struct({ width: Schema.Int, height: Schema.Int, colorDepth: Schema.Int })
  ),
  timeZone: Schema.NullOr(Schema.String),
  utcOffsetMinutes: Schema.NullOr(Schema.Int)
})

/** What a provider is told of a charge beside what is paid by what. */
export interface ChargeDetails {
  /** Who pays; null where the payment has no customer. */
  readonly customer: {
    readonly id: string
    readonly email: string | null
    readonly name: string | null
  } | null
  /** Where the payer's bill goes to. */
  readonly billingAddress: BillingAddress
  /** What is paid, for people. */
  readonly description: string | null
  /** What the payer's statement says; null leaves it to the provider's account. */
  readonly statementDescriptor: string | null
  /** Those of the payment's that the merchant lets this account see. */
  readonly metadata: { readonly [key: string]: string }
  /** What the payer pays on; null where no payer is there. */
  readonly device: PayerDevice | null
}
export const ChargeDetails = Schema.Struct({
  customer: Schema.NullOr(
    Schema.Struct({
      id: Schema.String,
      email: Schema.NullOr(Schema.String),
      name: Schema.NullOr(Schema.String)
    })
  ),
  billingAddress: BillingAddress,
  description: Schema.NullOr(Schema.String),
  statementDescriptor: Schema.NullOr(Schema.String),
  metadata: Schema.Record(Schema.String, Schema.String),
  device: Schema.NullOr(PayerDevice)
})

/** A text that a provider is told otherwise than it was given. */
export interface ChangedDetail {
  /** Such as `statement_descriptor`, `description` or `metadata.order`. */
  readonly field: string
  /** The text that the provider is told in its place; null if it is left out. */
  readonly sent: string | null
}
export const ChangedDetail = Schema.Struct({
  field: Schema.String,
  sent: Schema.NullOr(Schema.String)
})
