import { Schema } from "effect"
import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"
import { CurrencyCode } from "../../kernel/primitives/CurrencyCode.ts"
import { freeText } from "../../kernel/primitives/FreeText.ts"
import { Amount, MinorAmount } from "../../kernel/primitives/MinorAmount.ts"
import type { Named } from "../../kernel/primitives/Named.ts"
import { openEnum } from "../../kernel/primitives/openEnum.ts"
import {
  AttemptId,
  CaptureId,
  PaymentId,
  RefundId,
  VoidId
} from "../../kernel/primitives/PublicId.ts"
import { Millis, Timestamp, timestampOf } from "../../kernel/primitives/Timestamp.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import type { EventType, InternalEventType } from "../../platform/events/EventRecord.ts"
import { type EventResource, recordEvent } from "../../platform/events/recordEvent.ts"
import type { Change } from "../../platform/storage/Change.ts"
import { collection, type Stored } from "../../platform/storage/Collection.ts"

/** An operation on a charge. All three are carried out in the same way. */
export const ModificationKind = Schema.Literals(["capture", "void", "refund"])
export type ModificationKind = Named<typeof ModificationKind.Type>

/** The status of a capture, void or refund. Only refunds are reversed. */
export const ModificationStatus = Schema.Literals(["pending", "succeeded", "failed", "reversed"])
export type ModificationStatus = Named<typeof ModificationStatus.Type>

/** A capture, void or refund as it is stored. */
export const ModificationRecord = Schema.Struct({
  /** The id. It is also our reference at the provider. */
  id: Schema.Union([CaptureId, VoidId, RefundId]),
  kind: ModificationKind,
  /**
   * The purpose. `merchant` is the merchant's own, here or at the provider. The engine makes the
   * others: it returns a late charge, an expired hold, or the charge of an ended subscription.
   */
  purpose: Schema.Literals(["merchant", "late_charge", "expired_hold", "ended_subscription"]),
  /** The engine's earlier failures to return the same money. Absent if there are none. */
  failedTries: Schema.optionalKey(Schema.Int),
  /** A refund that was made at the provider. It is not sent, only looked up. */
  origin: Schema.optionalKey(Schema.Literal("provider")),
  payment: PaymentId,
  attempt: AttemptId,
  status: ModificationStatus,
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
  /** The time of its last status at the provider. Absent if no notification had a time. */
  asOf: Schema.optionalKey(Millis)
})
export interface ModificationRecord extends Schema.Schema.Type<typeof ModificationRecord> {}

/** Returns true if the payment shows it. Other returns are of money that it never had. */
export const movesPayment = ({ purpose }: Pick<ModificationRecord, "purpose">): boolean =>
  purpose === "merchant" || purpose === "ended_subscription"

/** Returns the unique key of a capture or void that has not failed: one for each payment. */
const releasedPayment = (row: ModificationRecord): string | null =>
  row.kind === "refund" || row.purpose !== "merchant" || row.status === "failed"
    ? null
    : row.payment

export const ModificationCollection = collection<ModificationRecord>({
  name: "modifications",
  schema: ModificationRecord,
  unique: { release: { of: releasedPayment } },
  indexes: {
    refundsOf: {
      of: (row) => (row.kind === "refund" && movesPayment(row) ? row.payment : null)
    },
    lateRefundsOf: {
      of: (row) => (row.kind === "refund" && row.purpose === "late_charge" ? row.attempt : null)
    }
  }
})

/** A capture of authorized money. */
export interface Capture {
  readonly object: "capture"
  /** `capture_` and a ULID. */
  readonly id: CaptureId
  /** The id of the payment. */
  readonly payment: PaymentId
  /** The status. It is `pending` until the provider has reported the result. */
  readonly status: ModificationStatus
  /** The captured amount, in minor units of the currency. */
  readonly amount: bigint
  /** The payment's currency. */
  readonly currency: CurrencyCode
  /** The provider's code of the failure. Null unless it failed. */
  readonly failureReason: string | null
  /** The time of the request, in milliseconds since the epoch. */
  readonly created: number
}

/** A capture as it is read from the wire. Its status is open. */
export const Capture = Schema.Struct({
  object: Schema.Literal("capture"),
  id: CaptureId,
  payment: PaymentId,
  status: openEnum(ModificationStatus),
  amount: MinorAmount,
  currency: CurrencyCode,
  /** The provider's code of the failure. Null unless it failed. */
  failureReason: Schema.NullOr(Schema.String),
  created: Timestamp
})
  .pipe(Schema.encodeKeys({ failureReason: "failure_reason" }))
  .annotate({ identifier: "Capture" })

/** The release of an authorisation before any capture. */
export interface Void {
  readonly object: "void"
  /** `void_` and a ULID. */
  readonly id: VoidId
  /** The id of the payment. */
  readonly payment: PaymentId
  /** The status. It is `pending` until the provider has reported the result. */
  readonly status: ModificationStatus
  /** The merchant's reason. Null if there is none. */
  readonly reason: string | null
  /** The provider's code of the failure. Null unless it failed. */
  readonly failureReason: string | null
  /** The time of the request, in milliseconds since the epoch. */
  readonly created: number
}

/** A void as it is read from the wire. Its status is open. */
export const Void = Schema.Struct({
  object: Schema.Literal("void"),
  id: VoidId,
  payment: PaymentId,
  status: openEnum(ModificationStatus),
  reason: Schema.NullOr(Schema.String),
  /** The provider's code of the failure. Null unless it failed. */
  failureReason: Schema.NullOr(Schema.String),
  created: Timestamp
})
  .pipe(Schema.encodeKeys({ failureReason: "failure_reason" }))
  .annotate({ identifier: "Void" })

/** A refund of captured money. */
export interface Refund {
  readonly object: "refund"
  /** `refund_` and a ULID. */
  readonly id: RefundId
  /** The id of the payment. */
  readonly payment: PaymentId
  /** `pending` until the provider reports the result, `reversed` after the money came back. */
  readonly status: ModificationStatus
  /** The merchant's reason. Null if there is none. */
  readonly reason: string | null
  /** The refunded amount, in minor units of the currency. */
  readonly amount: bigint
  /** The payment's currency. */
  readonly currency: CurrencyCode
  /** The provider's code of the failure. Null unless it failed. */
  readonly failureReason: string | null
  /** The time of the request, in milliseconds since the epoch. */
  readonly created: number
}

/** A refund as it is read from the wire. Its status is open. */
export const Refund = Schema.Struct({
  object: Schema.Literal("refund"),
  id: RefundId,
  payment: PaymentId,
  status: openEnum(ModificationStatus),
  reason: Schema.NullOr(Schema.String),
  amount: MinorAmount,
  currency: CurrencyCode,
  /** The provider's code of the failure. Null unless it failed. */
  failureReason: Schema.NullOr(Schema.String),
  created: Timestamp
})
  .pipe(Schema.encodeKeys({ failureReason: "failure_reason" }))
  .annotate({ identifier: "Refund" })

export const captureCodec: WireCodec<Capture> = wireCodec(Capture, (capture) => ({
  object: capture.object,
  id: capture.id,
  payment: capture.payment,
  status: capture.status,
  amount: capture.amount.toString(),
  currency: capture.currency,
  failure_reason: capture.failureReason,
  created: timestampOf(capture.created)
}))

export const voidCodec: WireCodec<Void> = wireCodec(Void, (voided) => ({
  object: voided.object,
  id: voided.id,
  payment: voided.payment,
  status: voided.status,
  reason: voided.reason,
  failure_reason: voided.failureReason,
  created: timestampOf(voided.created)
}))

export const refundCodec: WireCodec<Refund> = wireCodec(Refund, (refund) => ({
  object: refund.object,
  id: refund.id,
  payment: refund.payment,
  status: refund.status,
  reason: refund.reason,
  amount: refund.amount.toString(),
  currency: refund.currency,
  failure_reason: refund.failureReason,
  created: timestampOf(refund.created)
}))

const failureOf = ({ status, rawCode }: ModificationRecord): string | null =>
  status === "failed" ? rawCode : null

/** The resource of a stored capture. */
export const toCapture = (row: ModificationRecord): Capture => ({
  object: "capture",
  id: row.id as CaptureId,
  payment: row.payment,
  status: row.status,
  amount: row.amount,
  currency: row.currency,
  failureReason: failureOf(row),
  created: row.created
})

/** The resource of a stored void. */
export const toVoid = (row: ModificationRecord): Void => ({
  object: "void",
  id: row.id as VoidId,
  payment: row.payment,
  status: row.status,
  reason: row.reason,
  failureReason: failureOf(row),
  created: row.created
})

/** The resource of a stored refund. */
export const toRefund = (row: ModificationRecord): Refund => ({
  object: "refund",
  id: row.id as RefundId,
  payment: row.payment,
  status: row.status,
  reason: row.reason,
  amount: row.amount,
  currency: row.currency,
  failureReason: failureOf(row),
  created: row.created
})

/** The input's `reason`: at most 500 characters. */
export const Reason = freeText(500)

const encoded = (row: ModificationRecord): unknown => {
  switch (row.kind) {
    case "capture":
      return captureCodec.encode(toCapture(row))
    case "void":
      return voidCodec.encode(toVoid(row))
    case "refund":
      return refundCodec.encode(toRefund(row))
  }
}

const asEventResources: EventResource<ModificationRecord> = {
  show: encoded,
  payment: ({ payment }) => payment
}

/** Records an event about a capture, void or refund after a commit's changes. */
export const recordModificationEvent = (
  commit: CommitContext,
  type: EventType | InternalEventType,
  modification: Stored<ModificationRecord>
): ReadonlyArray<Change> => recordEvent(commit, type, modification, asEventResources)
