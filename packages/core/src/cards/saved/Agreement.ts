import { Schema } from "effect"
import { PaymentId } from "../../kernel/primitives/PublicId.ts"
import { StoredCredential } from "../../kernel/primitives/StoredCredential.ts"

/** To charge a saved card again, as its first payment declared. */
export const Agreement = Schema.Struct({
  usage: StoredCredential.fields.usage,
  /** The network's own, of the first payment; null where its provider told none. */
  networkReference: Schema.NullOr(Schema.String),
  /** The first payment. */
  payment: PaymentId
})
export interface Agreement extends Schema.Schema.Type<typeof Agreement> {}

/** Those of a saved card: one of each usage at most. */
type Agreements = ReadonlyArray<Agreement>

/** The agreement of a usage; null where the card has none. */
export const agreementOn = (
  { agreements }: { readonly agreements: Agreements },
  usage: Agreement["usage"]
): Agreement | null => agreements.find((agreement) => agreement.usage === usage) ?? null

/** The agreement that was declared last, of any usage; null where the card has none. */
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
