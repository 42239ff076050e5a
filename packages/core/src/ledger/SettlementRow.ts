import { Schema } from "effect"
import { CurrencyCode } from "../kernel/primitives/CurrencyCode.ts"
import { isStorable } from "../kernel/primitives/FreeText.ts"
import { Amount, largestAmount } from "../kernel/primitives/MinorAmount.ts"
import { MidId } from "../kernel/primitives/PublicId.ts"
import { refusedAs } from "../kernel/primitives/RefusalCode.ts"
import { Timestamp } from "../kernel/primitives/Timestamp.ts"
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
export interface SettlementRow {
  /** Our own reference, the id of the attempt, refund or dispute, or else the provider's. */
  readonly reference: string
  /**
   * A `reversal` is a refund that came back, a `dispute_release` what a dispute had taken, and a
   * `charge_return` a capture that the provider took back.
   */
  readonly kind: "charge" | "charge_return" | "refund" | "reversal" | "dispute" | "dispute_release"
  /**
   * What was charged, refunded, disputed or came back, in minor units before the fee; its kind says
   * which way it went.
   */
  readonly gross: bigint
  /** What the provider kept for it, in minor units; less than zero where it gave a fee back. */
  readonly fee: bigint
  /** An ISO 4217 code. */
  readonly currency: string
  /** What the report calls the settlement or payout that it is part of. */
  readonly settlement?: string | null
  /** When the provider settled it, in milliseconds since the epoch. */
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

/** Whose report it is, and of which time. */
export interface ReconcileOptions {
  /** The id of the merchant account that the report is about. */
  readonly mid: string
  /**
   * From when the ledger has what the report should settle, in milliseconds since the epoch: what
   * was booked then or later, up to `to`, and is neither in this report nor settled by another is
   * missing.
   */
  readonly from: number
  /** Until when, itself included, in milliseconds since the epoch. */
  readonly to: number
  /** Only compares, and books nothing. */
  readonly dryRun?: boolean
}
export const ReconcileOptions = Schema.Struct({
  mid: MidId,
  from: Timestamp,
  to: Timestamp,
  dryRun: Schema.optionalKey(Schema.Boolean)
})
