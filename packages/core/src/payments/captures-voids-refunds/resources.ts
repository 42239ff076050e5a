import { Schema } from "effect"
import { named } from "../../kernel/codec/named.ts"
import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"
import { CurrencyCode } from "../../kernel/primitives/CurrencyCode.ts"
import { freeText } from "../../kernel/primitives/FreeText.ts"
import { MinorAmount } from "../../kernel/primitives/MinorAmount.ts"
import { openEnum } from "../../kernel/primitives/openEnum.ts"
import {
  CaptureId,
  IncrementId,
  PaymentId,
  RefundId,
  VoidId
} from "../../kernel/primitives/PublicId.ts"
import { Timestamp, timestampOf } from "../../kernel/primitives/Timestamp.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import type { EventType, InternalEventType } from "../../platform/events/EventRecord.ts"
import { type EventResource, recordEvent } from "../../platform/events/recordEvent.ts"
import type { Change } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { Split, splitsToWire } from "../../providers/Split.ts"
import { type ModificationRecord, ModificationStatus } from "./Modification.ts"
import { shownSplits } from "./refundSplits.ts"

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
  /** False if the rest of the hold stays, for later captures. */
  readonly finalCapture: boolean
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
  finalCapture: Schema.Boolean,
  /** The provider's code of the failure. Null unless it failed. */
  failureReason: Schema.NullOr(Schema.String),
  created: Timestamp
}).pipe(
  Schema.encodeKeys({ finalCapture: "final_capture", failureReason: "failure_reason" }),
  named("Capture")
)

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
}).pipe(Schema.encodeKeys({ failureReason: "failure_reason" }), named("Void"))

/** The fields of a refund and of an increment, after their ids. */
const reasonedFields = {
  payment: PaymentId,
  status: openEnum(ModificationStatus),
  reason: Schema.NullOr(Schema.String),
  amount: MinorAmount,
  currency: CurrencyCode,
  /** The provider's code of the failure. Null unless it failed. */
  failureReason: Schema.NullOr(Schema.String),
  created: Timestamp
}

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
  /**
   * The parts that the refund takes back from the accounts of the payment's `splits`. Absent if it
   * takes none back.
   */
  readonly splits?: ReadonlyArray<Split>
  /** The provider's code of the failure. Null unless it failed. */
  readonly failureReason: string | null
  /** The time of the request, in milliseconds since the epoch. */
  readonly created: number
}

/** A refund as it is read from the wire. Its status is open. */
export const Refund = Schema.Struct({
  object: Schema.Literal("refund"),
  id: RefundId,
  ...reasonedFields,
  splits: Schema.optionalKey(Schema.Array(Split))
}).pipe(Schema.encodeKeys({ failureReason: "failure_reason" }), named("Refund"))

/** A raise of the amount of a hold. */
export interface Increment {
  readonly object: "increment"
  /** `increment_` and a ULID. */
  readonly id: IncrementId
  /** The id of the payment. */
  readonly payment: PaymentId
  /** The status. It is `pending` until the provider has reported the result. */
  readonly status: ModificationStatus
  /** The merchant's reason. Null if there is none. */
  readonly reason: string | null
  /** The new total of the hold, in minor units of the currency. */
  readonly amount: bigint
  /** The payment's currency. */
  readonly currency: CurrencyCode
  /** The provider's code of the failure. Null unless it failed. */
  readonly failureReason: string | null
  /** The time of the request, in milliseconds since the epoch. */
  readonly created: number
}

/** An increment as it is read from the wire. Its status is open. */
export const Increment = Schema.Struct({
  object: Schema.Literal("increment"),
  id: IncrementId,
  ...reasonedFields
}).pipe(Schema.encodeKeys({ failureReason: "failure_reason" }), named("Increment"))

const captureToWire = (capture: Capture): typeof Capture.Encoded => ({
  object: capture.object,
  id: capture.id,
  payment: capture.payment,
  status: capture.status,
  amount: capture.amount.toString(),
  currency: capture.currency,
  final_capture: capture.finalCapture,
  failure_reason: capture.failureReason,
  created: timestampOf(capture.created)
})

/** An earlier release stored answers without `final_capture`. */
export const captureCodec: WireCodec<Capture> = wireCodec(Capture, captureToWire, (stored) => ({
  final_capture: true,
  ...stored
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

const reasonedToWire = <Made extends Refund | Increment>(made: Made) => ({
  object: made.object as Made["object"],
  id: made.id as Made["id"],
  payment: made.payment,
  status: made.status,
  reason: made.reason,
  amount: made.amount.toString(),
  currency: made.currency,
  failure_reason: made.failureReason,
  created: timestampOf(made.created)
})

const refundToWire = (refund: Refund): typeof Refund.Encoded => ({
  ...reasonedToWire(refund),
  ...(refund.splits === undefined ? {} : { splits: splitsToWire(refund.splits) })
})

export const refundCodec: WireCodec<Refund> = wireCodec(Refund, refundToWire)

export const incrementCodec: WireCodec<Increment> = wireCodec(Increment, reasonedToWire<Increment>)

const failureOf = ({ status, rawCode }: ModificationRecord): string | null =>
  status === "failed" ? rawCode : null

const reasoned = (row: ModificationRecord) => ({
  payment: row.payment,
  status: row.status,
  reason: row.reason,
  amount: row.amount,
  currency: row.currency,
  failureReason: failureOf(row),
  created: row.created
})

/** The resource of a stored capture. */
export const toCapture = (row: ModificationRecord): Capture => ({
  object: "capture",
  id: row.id as CaptureId,
  payment: row.payment,
  status: row.status,
  amount: row.amount,
  currency: row.currency,
  finalCapture: row.keepsRest !== true,
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
  ...reasoned(row),
  ...shownSplits(row)
})

/** The resource of a stored increment. */
export const toIncrement = (row: ModificationRecord): Increment => ({
  object: "increment",
  id: row.id as IncrementId,
  ...reasoned(row)
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
    case "increment":
      return incrementCodec.encode(toIncrement(row))
  }
}

const asEventResources: EventResource<ModificationRecord> = {
  show: encoded,
  payment: ({ payment }) => payment
}

/** Records an event about a capture, void, refund or increment after a commit's changes. */
export const recordModificationEvent = (
  commit: CommitContext,
  type: EventType | InternalEventType,
  modification: Stored<ModificationRecord>
): ReadonlyArray<Change> => recordEvent(commit, type, modification, asEventResources)
