import { Schema } from "effect"
import { PaymentId } from "../values/PublicId.ts"
import { StoredCredential } from "../values/StoredCredential.ts"

/** To charge a saved card again, as its first payment declared. */
export const Agreement = Schema.Struct({
  usage: StoredCredential.fields.usage,
  /** The network's own, of the first payment; null where its provider told none. */
  networkReference: Schema.NullOr(Schema.String),
  /** The first payment. */
  payment: PaymentId
})
export interface Agreement extends Schema.Schema.Type<typeof Agreement> {}
