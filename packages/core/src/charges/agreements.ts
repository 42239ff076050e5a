import type { Agreement } from "../cards/Agreement.ts"
import { PaymentInstrumentCollection } from "../cards/PaymentInstrument.ts"
import { type Change, update } from "../storage/Change.ts"
import type { AttemptRows } from "./AttemptRows.ts"
import type { PaymentRecord } from "./Payment.ts"

/** The agreement that a payment begins by succeeding; null where it declared none. */
export const agreementBy = (
  { id, storedCredential }: PaymentRecord,
  networkReference: string | null
): Agreement | null =>
  storedCredential === null
    ? null
    : { usage: storedCredential.usage, networkReference, payment: id }

/**
 * The first charge of an agreement leaves its network reference on the card, in place of that of
 * an older one of another kind. One of the same kind goes on with the reference there is, so
 * charges that declare the same at once don't fight over the card; a reference that was missing
 * is taken from the next that has one.
 */
export const agreementStarted = (
  { payment, instrument }: AttemptRows,
  networkReference: string | null
): ReadonlyArray<Change> => {
  const agreement = agreementBy(payment.row, networkReference)
  if (agreement === null || instrument === null) return []
  const standing = instrument.row.agreement
  const isReference = standing?.networkReference === null && agreement.networkReference !== null
  const isNews =
    standing === null ||
    (standing.usage === agreement.usage ? isReference : standing.payment < agreement.payment)
  return isNews
    ? [update(PaymentInstrumentCollection, instrument, { ...instrument.row, agreement })]
    : []
}
