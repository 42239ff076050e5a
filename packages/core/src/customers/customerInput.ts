import { Schema } from "effect"
import { EmailAddress } from "../values/EmailAddress.ts"
import { freeText } from "../values/FreeText.ts"
import { Metadata } from "../values/Metadata.ts"
import { PaymentInstrumentId } from "../values/PublicId.ts"
import { refusedAs } from "../values/RefusalCode.ts"

const BillingAddressInput = Schema.Struct({
  /** ISO 3166-1 alpha-2. */
  country: Schema.optionalKey(
    Schema.NullOr(
      Schema.String.check(
        Schema.isPattern(
          /^[A-Za-z]{2}$/,
          refusedAs("parameter_invalid", "a two-letter country code")
        )
      )
    )
  ),
  postalCode: Schema.optionalKey(Schema.NullOr(freeText(32)))
}).pipe(Schema.encodeKeys({ postalCode: "postal_code" }))

const fields = {
  reference: Schema.optionalKey(Schema.NullOr(freeText(255))),
  email: Schema.optionalKey(Schema.NullOr(EmailAddress)),
  name: Schema.optionalKey(Schema.NullOr(freeText(255))),
  billingAddress: Schema.optionalKey(BillingAddressInput),
  metadata: Schema.optionalKey(Metadata)
}

/** The body of operation 12 (spec 4.5): no field is required, null is the same as left out. */
export const CreateCustomer = Schema.Struct(fields)
  .pipe(Schema.encodeKeys({ billingAddress: "billing_address" }))
  .annotate({ identifier: "CreateCustomer" })
export type CreateCustomer = typeof CreateCustomer.Type

/**
 * The body of operation 15 (spec 4.5). What is left out stays, null clears; of the address and the
 * metadata, too, only what is named changes.
 */
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
export type UpdateCustomer = typeof UpdateCustomer.Type
