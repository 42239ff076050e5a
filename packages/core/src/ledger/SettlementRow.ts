import { Schema } from "effect"
import { CurrencyCode } from "../values/CurrencyCode.ts"
import { isStorable } from "../values/FreeText.ts"
import { Amount } from "../values/MinorAmount.ts"
import { MidId } from "../values/PublicId.ts"
import { refusedAs } from "../values/RefusalCode.ts"
import { Timestamp } from "../values/Timestamp.ts"
import { AtProvider } from "./LedgerGroup.ts"

const longestText = 255

// No free text: a provider's reference of 16 digits is easily taken for a card number.
const reportedText = Schema.String.check(
  Schema.makeFilter(
    (text: string) => text !== "" && text.length <= longestText && isStorable(text),
    refusedAs("parameter_invalid", `1 to ${longestText} characters without NUL`)
  )
)

const mostFee = 10n ** 15n

/** One line of a provider's settlement report. */
export const SettlementRow = Schema.Struct({
  /** Our own reference, the id of the attempt or the refund, or else the provider's. */
  reference: reportedText,
  kind: AtProvider.fields.kind,
  /** What was charged, refunded or came back, before the fee; its kind says which way it went. */
  gross: Amount,
  /** What the provider kept for it, in minor units; less than zero where it gave a fee back. */
  fee: Schema.BigInt.check(
    Schema.makeFilter(
      (fee: bigint) => fee > -mostFee && fee < mostFee,
      refusedAs("amount_too_large", "an amount of at most 15 digits")
    )
  ),
  currency: CurrencyCode,
  /** What the report calls the settlement or payout that it is part of. */
  settlement: Schema.optionalKey(Schema.NullOr(reportedText)),
  /** When the provider settled it. */
  settledAt: Schema.optionalKey(Schema.NullOr(Timestamp))
})
export type SettlementRow = typeof SettlementRow.Type

/** Whose report it is, and of which time. */
export const ReconcileOptions = Schema.Struct({
  mid: MidId,
  /**
   * Inclusive bounds on when the ledger has what the report should settle: what was booked in
   * between and is neither in this report nor settled by another is missing.
   */
  from: Timestamp,
  to: Timestamp,
  /** Only compares, and books nothing. */
  dryRun: Schema.optionalKey(Schema.Boolean)
})
export type ReconcileOptions = typeof ReconcileOptions.Type
