import { Schema } from "effect"
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

/** A billing address; null is the same as left out in a new customer, and clears in an old one. */
export interface BillingAddressInput {
  /** An ISO 3166-1 alpha-2 code. It is stored in capitals. */
  readonly country?: string | null
  readonly postalCode?: string | null
}

/** A customer to make (operation 12, spec 4.5): no field is required, null is as good as none. */
export interface CreateCustomer {
  /** The merchant's own identifier: stored and echoed, never a fraud or velocity key. */
  readonly reference?: string | null
  /** At most 254 characters. */
  readonly email?: string | null
  /** At most 255 characters. */
  readonly name?: string | null
  /** Where they live, as far as it is known. */
  readonly billingAddress?: BillingAddressInput
  /** The merchant's own notes: at most 50 keys of 40 characters, with values of at most 500. */
  readonly metadata?: Metadata
}
export const CreateCustomer = Schema.Struct(fields)
  .pipe(Schema.encodeKeys({ billingAddress: "billing_address" }))
  .annotate({ identifier: "CreateCustomer" })

/**
 * What to change of a customer (operation 15, spec 4.5). What is left out stays, null clears; of
 * the address and the metadata, too, only what is named changes.
 */
export interface UpdateCustomer extends CreateCustomer {
  /** The id of a saved card of this customer that is not detached; null for none. */
  readonly defaultPaymentInstrument?: string | null
}
export const UpdateCustomer = Schema.Struct({
  ...fields,
  /** A saved card of this customer that is not detached. */
  defaultPaymentInstrument: Schema.optionalKey(Schema.NullOr(PaymentInstrumentId))
})
  .pipe(
    Schema.encodeKeys({
      billingAddress: "billing_address",
      defaultPaymentInstrument: "default_payment_instrument"
    })
  )
  .annotate({ identifier: "UpdateCustomer" })
