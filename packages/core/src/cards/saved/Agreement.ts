import { Schema } from "effect"
import { PaymentId } from "../../kernel/primitives/PublicId.ts"
import { StoredCredential } from "../../kernel/primitives/StoredCredential.ts"

/** The agreement to charge a saved card again, as the first payment declared it. */
export const Agreement = Schema.Struct({
  usage: StoredCredential.fields.usage,
  /** The network's reference of the first payment. Null if its provider gave none. */
  networkReference: Schema.NullOr(Schema.String),
  /** The first payment. */
  payment: PaymentId
})
export interface Agreement extends Schema.Schema.Type<typeof Agreement> {}

/** The agreements of a saved card, at most one for each usage. */
type Agreements = ReadonlyArray<Agreement>

/** Returns the agreement of a usage, or null if the card has none. */
export const agreementOn = (
  { agreements }: { readonly agreements: Agreements },
  usage: Agreement["usage"]
): Agreement | null => agreements.find((agreement) => agreement.usage === usage) ?? null

/** Returns the last declared agreement of any usage, or null if the card has none. */
export const latestAgreement = ({
  agreements
}: {
  readonly agreements: Agreements
}): Agreement | null =>
  agreements.reduce<Agreement | null>(
    (latest, agreement) =>
      latest === null || agreement.payment > latest.payment ? agreement : latest,
    null
  )
