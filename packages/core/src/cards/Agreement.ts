import { Schema } from "effect"
import type { PaymentRecord } from "../charges/Payment.ts"
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
export type Agreement = typeof Agreement.Type

/** The agreement that a payment begins by succeeding; null where it declared none. */
export const agreementBy = (
  { id, storedCredential }: PaymentRecord,
  networkReference: string | null
): Agreement | null =>
  storedCredential === null
    ? null
    : { usage: storedCredential.usage, networkReference, payment: id }
