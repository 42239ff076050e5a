import { Schema } from "effect"
import { PaymentId } from "../kernel/primitives/PublicId.ts"
import { fingerprintOf } from "../platform/secrets/fingerprintOf.ts"
import { collection } from "../platform/storage/Collection.ts"

/**
 * A value by which a payment is found beside the indexes of its row: a value of its metadata, or a
 * provider's reference of an earlier attempt. The value is stored as a digest, because metadata may
 * have personal data.
 */
export const ReportedTerm = Schema.Struct({
  /** It begins with the payment's id and a slash, so terms sort like payments. */
  id: Schema.String,
  payment: PaymentId,
  /** The metadata key. Null for a reference. */
  key: Schema.NullOr(Schema.String),
  digest: Schema.String
})
export interface ReportedTerm extends Schema.Schema.Type<typeof ReportedTerm> {}

export const ReportedTermCollection = collection<ReportedTerm>({
  name: "reported_terms",
  schema: ReportedTerm,
  indexes: { digest: { of: ({ digest }) => digest } }
})

/** The number of metadata keys of a payment that are found by their values. */
export const mostMetadataTerms = 20

/** Returns the id of the `nth` term of a kind. */
export const termId = (payment: string, kind: "metadata" | "reference", nth: number): string =>
  `${payment}/${kind}/${nth.toString().padStart(3, "0")}`

const digestLength = 32

/** Returns the digest of a value. */
export const termDigest = (value: string): string => fingerprintOf(value).slice(0, digestLength)
