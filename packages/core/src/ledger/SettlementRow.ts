import { Schema } from "effect"
import { CurrencyCode } from "../kernel/primitives/CurrencyCode.ts"
import { isStorable } from "../kernel/primitives/FreeText.ts"
import { Amount, largestAmount } from "../kernel/primitives/MinorAmount.ts"
import { MidId } from "../kernel/primitives/PublicId.ts"
import { refusedAs } from "../kernel/primitives/RefusalCode.ts"
import { Timestamp } from "../kernel/primitives/Timestamp.ts"
import { AtProvider } from "./LedgerGroup.ts"

const longestText = 255

// Not free text, because a provider's reference of 16 digits may look like a card number.
const reportedText = Schema.String.check(
  Schema.makeFilter(
    (text: string) => text !== "" && text.length <= longestText && isStorable(text),
    refusedAs("parameter_invalid", `1 to ${longestText} characters without NUL`)
  )
)

const mostFee = 10n ** 15n

/** One line of a provider's settlement report. */
export interface SettlementRow {
  /**
   * Our own reference, or else the provider's id. Charges, their captures and returns, and splits
   * have the id of the attempt. Refunds and reversals have the id of the refund. Disputes and their
   * releases have the id of the dispute.
   */
  readonly reference: string
  /**
   * A `reversal` is a refund that came back. A `dispute_release` is the money of a dispute that
   * came back. A `charge_return` is a capture that the provider reversed. A `split` is a part that
   * the provider paid to another account, and a `split_reversal` is one that it took back.
   */
  readonly kind: AtProvider["kind"]
  /**
   * The amount before the fee, in minor units and without a sign. The kind decides the direction.
   */
  readonly gross: bigint
  /** The provider's fee, in minor units. It is negative if the provider returned a fee. */
  readonly fee: bigint
  /** An ISO 4217 code. */
  readonly currency: string
  /** The report's id of the settlement or payout that the line is part of. */
  readonly settlement?: string | null
  /** The time of the settlement, in milliseconds since the epoch. */
  readonly settledAt?: number | null
}
export const SettlementRow = Schema.Struct({
  reference: reportedText,
  kind: AtProvider.fields.kind,
  gross: Amount,
  fee: Schema.BigInt.check(
    Schema.makeFilter(
      (fee: bigint) => fee > -mostFee && fee < mostFee,
      refusedAs("amount_too_large", `no more than ${largestAmount}`)
    )
  ),
  currency: CurrencyCode,
  settlement: Schema.optionalKey(Schema.NullOr(reportedText)),
  settledAt: Schema.optionalKey(Schema.NullOr(Timestamp))
})

/** The merchant account and the period of a report. */
export interface ReconcileOptions {
  /** The id of the merchant account of the report. */
  readonly mid: string
  /**
   * The beginning of the period, in milliseconds since the epoch. A movement that was booked from
   * then up to `to` is missing if it is neither in this report nor settled by another one.
   */
  readonly from: number
  /** The end of the period, inclusive, in milliseconds since the epoch. */
  readonly to: number
  /** True to compare only, and book nothing. */
  readonly dryRun?: boolean
}
export const ReconcileOptions = Schema.Struct({
  mid: MidId,
  from: Timestamp,
  to: Timestamp,
  dryRun: Schema.optionalKey(Schema.Boolean)
})
