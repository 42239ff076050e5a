import { Schema } from "effect"
import { CountryCode, withCountryInCapitals } from "../kernel/primitives/CountryCode.ts"
import { freeText } from "../kernel/primitives/FreeText.ts"
import { type BillingAddress, unknownAddress } from "./ChargeDetails.ts"

const addressLine = Schema.optionalKey(freeText(255))

/** An address as a payer or a merchant entered it. All fields are optional. */
export interface PostalAddress {
  /** The street and the number: at most 255 characters. */
  readonly line1?: string
  /** The second line, such as an apartment: at most 255 characters. */
  readonly line2?: string
  /** The city. */
  readonly city?: string
  /** State, province or region. */
  readonly state?: string
  /** The postal code: at most 32 characters. */
  readonly postalCode?: string
  /** An ISO 3166-1 alpha-2 code. It is stored in capitals. */
  readonly country?: string
}
export const PostalAddress = Schema.Struct({
  line1: addressLine,
  line2: addressLine,
  city: addressLine,
  state: addressLine,
  postalCode: Schema.optionalKey(freeText(32)),
  country: Schema.optionalKey(CountryCode)
}).pipe(Schema.encodeKeys({ postalCode: "postal_code" }))

/** Returns an entered address with null for each absent part. Null if there is none. */
export const enteredAddress = (entered: PostalAddress | undefined): BillingAddress | null =>
  entered === undefined ? null : withCountryInCapitals({ ...unknownAddress, ...entered })
