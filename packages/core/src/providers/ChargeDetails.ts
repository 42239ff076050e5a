import { Schema } from "effect"
import { type LineItem, LineItemRecord } from "./LineItem.ts"

/** The billing address of a payer. Unknown parts are null. */
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

/** An address without any known part. */
export const unknownAddress: BillingAddress = {
  line1: null,
  line2: null,
  city: null,
  state: null,
  postalCode: null,
  country: null
}

/** The payer's device, as far as the server and the page know it. It is for risk and 3-D Secure. */
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
  /**
   * The minutes that the device's clock is behind UTC, as browsers count: -120 in Berlin's summer.
   */
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

/** The place that an order is sent to. */
export interface Shipping {
  /** The recipient. Null if unknown. */
  readonly name: string | null
  /** The recipient's telephone number. Null if unknown. */
  readonly phone: string | null
  readonly address: BillingAddress
}
export const Shipping = Schema.Struct({
  name: Schema.NullOr(Schema.String),
  phone: Schema.NullOr(Schema.String),
  address: BillingAddress
})

/**
 * The order that a charge pays, for invoices by instalments and for the level 2 and 3 data of card
 * schemes. Amounts are in minor units of the charge's currency. They are null if unknown.
 */
export interface Order {
  /** The lines. None if unknown. */
  readonly lineItems: ReadonlyArray<LineItem>
  /** The payer's own reference, such as the number of a purchase order. */
  readonly customerReference: string | null
  /** The tax beside that of the lines. */
  readonly taxAmount: bigint | null
  /** The price of the shipping. */
  readonly shippingAmount: bigint | null
  /** The discount beside that of the lines. */
  readonly discountAmount: bigint | null
  /** The customs duty. */
  readonly dutyAmount: bigint | null
}
export const Order = Schema.Struct({
  lineItems: Schema.Array(LineItemRecord),
  customerReference: Schema.NullOr(Schema.String),
  taxAmount: Schema.NullOr(Schema.BigInt),
  shippingAmount: Schema.NullOr(Schema.BigInt),
  discountAmount: Schema.NullOr(Schema.BigInt),
  dutyAmount: Schema.NullOr(Schema.BigInt)
})

/** The details of a charge that a provider gets besides amount and source. */
export interface ChargeDetails {
  /** The payer. Null if the payment has no customer. */
  readonly customer: {
    readonly id: string
    readonly email: string | null
    readonly name: string | null
  } | null
  /** The payer's billing address. */
  readonly billingAddress: BillingAddress
  /** The description of the purchase, for people. */
  readonly description: string | null
  /** The text on the payer's statement. Null leaves it to the provider's account. */
  readonly statementDescriptor: string | null
  /** The entries of the payment's metadata that the merchant shares with this account. */
  readonly metadata: { readonly [key: string]: string }
  /** The payer's device. Null if no payer is present. */
  readonly device: PayerDevice | null
  /** The place that the order is sent to. Absent or null if unknown. */
  readonly shipping?: Shipping | null
  /** The order. Absent or null if unknown. */
  readonly order?: Order | null
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
  device: Schema.NullOr(PayerDevice),
  shipping: Schema.optionalKey(Schema.NullOr(Shipping)),
  order: Schema.optionalKey(Schema.NullOr(Order))
})

/** A text that a provider gets in another form than it was given. */
export interface ChangedDetail {
  /** The field, such as `statement_descriptor`, `description` or `metadata.order`. */
  readonly field: string
  /** The text that the provider gets in its place. Null if it is left out. */
  readonly sent: string | null
}
export const ChangedDetail = Schema.Struct({
  field: Schema.String,
  sent: Schema.NullOr(Schema.String)
})
