import { Schema } from "effect"
import { CurrencyCode } from "../../kernel/primitives/CurrencyCode.ts"
import { Amount } from "../../kernel/primitives/MinorAmount.ts"
import type { Named } from "../../kernel/primitives/Named.ts"
import {
  AttemptId,
  CaptureId,
  IncrementId,
  PaymentId,
  RefundId,
  VoidId
} from "../../kernel/primitives/PublicId.ts"
import { Millis } from "../../kernel/primitives/Timestamp.ts"
import { collection } from "../../platform/storage/Collection.ts"
import { SplitRecord } from "../../providers/Split.ts"

/** An operation on a charge. All of them are carried out in the same way. */
export const ModificationKind = Schema.Literals(["capture", "void", "refund", "increment"])
export type ModificationKind = Named<typeof ModificationKind.Type>

/** The status of a capture, void, refund or increment. Only refunds are reversed. */
export const ModificationStatus = Schema.Literals(["pending", "succeeded", "failed", "reversed"])
export type ModificationStatus = Named<typeof ModificationStatus.Type>

/** A capture, void, refund or increment as it is stored. */
export const ModificationRecord = Schema.Struct({
  /** The id. It is also our reference at the provider. */
  id: Schema.Union([CaptureId, VoidId, RefundId, IncrementId]),
  kind: ModificationKind,
  /** True for a capture that leaves the rest of the hold for later captures. */
  keepsRest: Schema.optionalKey(Schema.Literal(true)),
  /**
   * The purpose. `merchant` is the merchant's own, here or at the provider. The engine makes the
   * others: it returns a late charge, an expired hold, or the charge of an ended subscription.
   */
  purpose: Schema.Literals(["merchant", "late_charge", "expired_hold", "ended_subscription"]),
  /** The engine's earlier failures to return the same money. Absent if there are none. */
  failedTries: Schema.optionalKey(Schema.Int),
  /** A refund that was made at the provider. It is not sent, only looked up. */
  origin: Schema.optionalKey(Schema.Literal("provider")),
  /** True for a refund of which the accounts of the payment's parts pay their share. */
  reversesSplits: Schema.optionalKey(Schema.Literal(true)),
  /**
   * The parts that the refund takes back, in the order of the payment's `splits`. They are computed
   * when it is requested. An amount may be zero. Absent if an older release requested the refund:
   * then they are computed when it succeeds.
   */
  splits: Schema.optionalKey(Schema.Array(SplitRecord)),
  /** The sum of those parts. Only older releases stored it, without the parts. */
  splitShare: Schema.optionalKey(Amount),
  payment: PaymentId,
  attempt: AttemptId,
  status: ModificationStatus,
  /** In minor units of the currency. For an increment it is the new total of the hold. */
  amount: Amount,
  currency: CurrencyCode,
  reason: Schema.NullOr(Schema.String),
  /** The time of the last sending. Null before. After it, a look-up comes before any resend. */
  lastSentAt: Schema.NullOr(Millis),
  providerReference: Schema.NullOr(Schema.String),
  rawCode: Schema.NullOr(Schema.String),
  /**
   * The amount of the hold that the provider reported as captured meanwhile. It is booked if this
   * operation fails. Null if the report had no amount, because it may be about this very capture.
   */
  capturedElsewhere: Schema.optionalKey(Schema.NullOr(Amount)),
  /** The hold's end that the provider reported meanwhile. It is recorded if this fails. */
  endedElsewhere: Schema.optionalKey(Schema.Literals(["voided", "expired"])),
  created: Millis,
  settledAt: Schema.NullOr(Millis),
  /** True if it was taken back while other captures of the payment stayed. */
  wasReturned: Schema.optionalKey(Schema.Literal(true)),
  /** The time of its last status at the provider. Absent if no notification had a time. */
  asOf: Schema.optionalKey(Millis)
})
export interface ModificationRecord extends Schema.Schema.Type<typeof ModificationRecord> {}

/** Returns true if the payment shows it. Other returns are of money that it never had. */
export const movesPayment = ({ purpose }: Pick<ModificationRecord, "purpose">): boolean =>
  purpose === "merchant" || purpose === "ended_subscription"

/**
 * Returns the unique key of the operation that changes a payment's hold, or has ended it: one for
 * each payment. A capture that leaves the rest of the hold has the key until it succeeds, and so
 * has an increment.
 */
const releasedPayment = (row: ModificationRecord): string | null => {
  const { kind, purpose, status, keepsRest } = row
  if (kind === "refund" || purpose !== "merchant" || status === "failed") return null
  const leavesHold = kind === "increment" || keepsRest === true
  return leavesHold && status === "succeeded" ? null : row.payment
}

export const ModificationCollection = collection<ModificationRecord>({
  name: "modifications",
  schema: ModificationRecord,
  unique: { release: { of: releasedPayment } },
  indexes: {
    refundsOf: {
      of: (row) => (row.kind === "refund" && movesPayment(row) ? row.payment : null)
    },
    capturesOf: { of: (row) => (row.keepsRest === true ? row.payment : null) },
    lateRefundsOf: {
      of: (row) => (row.kind === "refund" && row.purpose === "late_charge" ? row.attempt : null)
    }
  }
})
