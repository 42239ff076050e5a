import { type Agreement, agreementOn } from "../../cards/saved/Agreement.ts"
import { PaymentInstrumentCollection } from "../../cards/saved/PaymentInstrument.ts"
import { type Change, update } from "../../platform/storage/Change.ts"
import type { AttemptRows } from "./AttemptRows.ts"
import type { PaymentRecord } from "./Payment.ts"

/** The agreement that a successful payment starts, null if it declared none. */
export const agreementBy = (
  { id, storedCredential }: PaymentRecord,
  networkReference: string | null
): Agreement | null =>
  storedCredential === null
    ? null
    : { usage: storedCredential.usage, networkReference, payment: id }

/**
 * Stores the network reference of an agreement's first charge on the card, beside those of other
 * usages. A later charge of the same usage keeps the stored reference, so parallel charges don't
 * conflict on the card. A missing reference is filled by the next charge that has one.
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
