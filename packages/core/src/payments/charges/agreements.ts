import { type Agreement, agreementOn } from "../../cards/saved/Agreement.ts"
import { PaymentInstrumentCollection } from "../../cards/saved/PaymentInstrument.ts"
import { type Change, update } from "../../platform/storage/Change.ts"
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
 * The first charge of an agreement leaves its network reference on the card, beside those of other
 * usages. One of the same usage goes on with the reference there is, so charges that declare the
 * same at once don't fight over the card; a reference that was missing is taken from the next that
 * has one.
 */
export const agreementStarted = (
  { payment, instrument }: AttemptRows,
  networkReference: string | null
): ReadonlyArray<Change> => {
  const agreement = agreementBy(payment.row, networkReference)
  if (agreement === null || instrument === null) return []
  const { row } = instrument
  const standing = agreementOn(row, agreement.usage)
  const isReference = standing?.networkReference === null && agreement.networkReference !== null
  if (standing !== null && !isReference) return []
  const others = row.agreements.filter(({ usage }) => usage !== agreement.usage)
  const agreements = [...others, agreement]
  return [update(PaymentInstrumentCollection, instrument, { ...row, agreements })]
}
