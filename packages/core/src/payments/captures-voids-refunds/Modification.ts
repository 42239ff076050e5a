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

/** What is done to a charge after it was made; all three are carried out in the same way. */
export const ModificationKind = Schema.Literals(["capture", "void", "refund"])
export type ModificationKind = Named<typeof ModificationKind.Type>

/** Where a capture, void or refund stands; only a refund is ever reversed. */
export const ModificationStatus = Schema.Literals(["pending", "succeeded", "failed", "reversed"])
export type ModificationStatus = Named<typeof ModificationStatus.Type>

/** A capture, void or refund as it is stored. */
export const ModificationRecord = Schema.Struct({
  /** Its own reference at the provider. */
  id: Schema.Union([CaptureId, VoidId, RefundId]),
  kind: ModificationKind,
  /**
   * A merchant's own, here or at the provider. All others are the engine's own give-backs: of a
   * charge that came too late, a hold that it let expire, a subscription that had ended.
   */
  purpose: Schema.Literals(["merchant", "late_charge", "expired_hold", "ended_subscription"]),
  /** How often the engine failed to give the same money back before; absent for never. */
  failedTries: Schema.optionalKey(Schema.Int),
  /** A refund that was made at the provider: there is nothing to be sent, only to be asked. */
  origin: Schema.optionalKey(Schema.Literal("provider")),
  payment: PaymentId,
  attempt: AttemptId,
  status: ModificationStatus,
  amount: Amount,
  currency: CurrencyCode,
  reason: Schema.NullOr(Schema.String),
  /** When it was last sent, null before; whoever finds it sent looks up before anything else. */
  lastSentAt: Schema.NullOr(Millis),
  providerReference: Schema.NullOr(Schema.String),
  rawCode: Schema.NullOr(Schema.String),
  /**
   * What its provider said to have captured of the hold meanwhile, to be booked should it fail;
   * null where that may be by this very capture, as its amount was not told.
   */
  capturedElsewhere: Schema.optionalKey(Schema.NullOr(Amount)),
  /** What its provider said to have become of the hold meanwhile, to be so here should it fail. */
  endedElsewhere: Schema.optionalKey(Schema.Literals(["voided", "expired"])),
  created: Millis,
  settledAt: Schema.NullOr(Millis),
  /** When its last status was reached at its provider; absent if no notification told. */
  asOf: Schema.optionalKey(Millis)
})
export interface ModificationRecord extends Schema.Schema.Type<typeof ModificationRecord> {}

/** Returns true if the payment shows it: other give-backs are of what the payment never had. */
export const movesPayment = ({ purpose }: Pick<ModificationRecord, "purpose">): boolean =>
  purpose === "merchant" || purpose === "ended_subscription"

/** Which payment a capture or void that has not failed keeps to itself: neither runs twice. */
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

/** Money taken out of an authorisation (spec 2.4). */
export interface Capture {
  readonly object: "capture"
  /** `capture_` and a ULID. */
  readonly id: CaptureId
  /** The id of the payment. */
  readonly payment: PaymentId
  /** `pending` until its provider has said what became of it. */
  readonly status: ModificationStatus
  /** What is taken, in minor units of the currency. */
  readonly amount: bigint
  /** The payment's. */
  readonly currency: CurrencyCode
  /** Why it failed, in its provider's code; null unless it has. */
  readonly failureReason: string | null
  /** When it was asked for, in milliseconds since the epoch. */
  readonly created: number
}

/** A capture as it is read from the wire: its status is open. */
export const Capture = Schema.Struct({
  object: Schema.Literal("capture"),
  id: CaptureId,
  payment: PaymentId,
  status: openEnum(ModificationStatus),
  amount: MinorAmount,
  currency: CurrencyCode,
  /** Why it failed, in its provider's code; null unless it has. */
  failureReason: Schema.NullOr(Schema.String),
  created: Timestamp
})
  .pipe(Schema.encodeKeys({ failureReason: "failure_reason" }))
  .annotate({ identifier: "Capture" })

/** An authorisation given back before any capture (spec 2.4). */
export interface Void {
  readonly object: "void"
  /** `void_` and a ULID. */
  readonly id: VoidId
  /** The id of the payment. */
  readonly payment: PaymentId
  /** `pending` until its provider has said what became of it. */
  readonly status: ModificationStatus
  /** As the merchant gave it; null where none was given. */
  readonly reason: string | null
  /** Why it failed, in its provider's code; null unless it has. */
  readonly failureReason: string | null
  /** When it was asked for, in milliseconds since the epoch. */
  readonly created: number
}

/** A void as it is read from the wire: its status is open. */
export const Void = Schema.Struct({
  object: Schema.Literal("void"),
  id: VoidId,
  payment: PaymentId,
  status: openEnum(ModificationStatus),
  reason: Schema.NullOr(Schema.String),
  /** Why it failed, in its provider's code; null unless it has. */
  failureReason: Schema.NullOr(Schema.String),
  created: Timestamp
})
  .pipe(Schema.encodeKeys({ failureReason: "failure_reason" }))
  .annotate({ identifier: "Void" })

/** Captured money given back (spec 2.4). */
export interface Refund {
  readonly object: "refund"
  /** `refund_` and a ULID. */
  readonly id: RefundId
  /** The id of the payment. */
  readonly payment: PaymentId
  /** `pending` until its provider has said what became of it; `reversed` once it came back. */
  readonly status: ModificationStatus
  /** As the merchant gave it; null where none was given. */
  readonly reason: string | null
  /** What is given back, in minor units of the currency. */
  readonly amount: bigint
  /** The payment's. */
  readonly currency: CurrencyCode
  /** Why it failed, in its provider's code; null unless it has. */
  readonly failureReason: string | null
  /** When it was asked for, in milliseconds since the epoch. */
  readonly created: number
}

/** A refund as it is read from the wire: its status is open. */
export const Refund = Schema.Struct({
  object: Schema.Literal("refund"),
  id: RefundId,
  payment: PaymentId,
  status: openEnum(ModificationStatus),
  reason: Schema.NullOr(Schema.String),
  amount: MinorAmount,
  currency: CurrencyCode,
  /** Why it failed, in its provider's code; null unless it has. */
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

/** Tells of a capture, void or refund as a commit leaves it. */
export const recordModificationEvent = (
  commit: CommitContext,
  type: EventType | InternalEventType,
  modification: Stored<ModificationRecord>
): ReadonlyArray<Change> => recordEvent(commit, type, modification, asEventResources)
