import { Schema } from "effect"
import { named } from "../../kernel/codec/named.ts"
import { CountryCode } from "../../kernel/primitives/CountryCode.ts"
import { EmailAddress } from "../../kernel/primitives/EmailAddress.ts"
import { freeText } from "../../kernel/primitives/FreeText.ts"
import { Metadata } from "../../kernel/primitives/Metadata.ts"
import { PaymentInstrumentId } from "../../kernel/primitives/PublicId.ts"

const BillingAddressInput = Schema.Struct({
  /** ISO 3166-1 alpha-2. */
  country: Schema.optionalKey(Schema.NullOr(CountryCode)),
  postalCode: Schema.optionalKey(Schema.NullOr(freeText(32)))
}).pipe(Schema.encodeKeys({ postalCode: "postal_code" }))

const fields = {
  reference: Schema.optionalKey(Schema.NullOr(freeText(255))),
  email: Schema.optionalKey(Schema.NullOr(EmailAddress)),
  name: Schema.optionalKey(Schema.NullOr(freeText(255))),
  billingAddress: Schema.optionalKey(BillingAddressInput),
  metadata: Schema.optionalKey(Metadata)
}

/**
 * A billing address. In a new customer null is the same as absent. In an update null clears a
 * field.
 */
export interface BillingAddressInput {
  /** An ISO 3166-1 alpha-2 code. It is stored in capitals. */
  readonly country?: string | null
  /** The postal code. */
  readonly postalCode?: string | null
}

/** A new customer. No field is required, and null is the same as absent. */
export interface CreateCustomer {
  /**
   * The merchant's own identifier. It is stored and returned, and is never a key for fraud or
   * velocity checks.
   */
  readonly reference?: string | null
  /** At most 254 characters. */
  readonly email?: string | null
  /** At most 255 characters. */
  readonly name?: string | null
  /** The known part of the address. */
  readonly billingAddress?: BillingAddressInput
  /** The merchant's own metadata: at most 50 keys of 40 characters, with values of at most 500. */
  readonly metadata?: Metadata
}
export const CreateCustomer = Schema.Struct(fields).pipe(
  Schema.encodeKeys({ billingAddress: "billing_address" }),
  named("CreateCustomer")
)

/**
 * The changes to a customer. Absent fields keep their values and null clears them. The same holds
 * for each field of the address and each key of the metadata.
 */
export interface UpdateCustomer extends CreateCustomer {
  /** The id of a saved card of this customer that is not detached. Null for none. */
  readonly defaultPaymentInstrument?: string | null
}
export const UpdateCustomer = Schema.Struct({
  ...fields,
  defaultPaymentInstrument: Schema.optionalKey(Schema.NullOr(PaymentInstrumentId))
}).pipe(
  Schema.encodeKeys({
    billingAddress: "billing_address",
    defaultPaymentInstrument: "default_payment_instrument"
  }),
  named("UpdateCustomer")
)
