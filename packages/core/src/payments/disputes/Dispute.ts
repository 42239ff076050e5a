import { Effect, Option, Schema } from "effect"
import { named } from "../../kernel/codec/named.ts"
import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"
import { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import { CurrencyCode } from "../../kernel/primitives/CurrencyCode.ts"
import { Amount, MinorAmount } from "../../kernel/primitives/MinorAmount.ts"
import type { Named } from "../../kernel/primitives/Named.ts"
import { openEnum } from "../../kernel/primitives/openEnum.ts"
import { AttemptId, DisputeId, MidId, PaymentId } from "../../kernel/primitives/PublicId.ts"
import { Millis, Timestamp } from "../../kernel/primitives/Timestamp.ts"
import { utcDay } from "../../kernel/primitives/utcDay.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import type { EventType, InternalEventType } from "../../platform/events/EventRecord.ts"
import { type EventResource, recordEvent } from "../../platform/events/recordEvent.ts"
import type { Change } from "../../platform/storage/Change.ts"
import { collection, type Stored } from "../../platform/storage/Collection.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { DisputeReason, DisputeStage } from "../../providers/DisputeStage.ts"
import { type DisputeMoney, isResolved } from "./disputeMachine.ts"

/** The source of a dispute. */
export const DisputeSource = Schema.Literals(["provider"])
export type DisputeSource = Named<typeof DisputeSource.Type>

const Money: Schema.Codec<DisputeMoney> = Schema.Literals(["untouched", "held", "returned", "lost"])

/** A dispute as it is stored. */
export const DisputeRecord = Schema.Struct({
  id: DisputeId,
  payment: PaymentId,
  attempt: AttemptId,
  mid: MidId,
  /** The provider's reference of the dispute. */
  providerReference: Schema.String,
  stage: DisputeStage,
  money: Money,
  /** The amount that it reserves of the payment, in the payment's currency. */
  amount: Amount,
  currency: CurrencyCode,
  /**
   * The amount that the provider reported. This and the currency are absent if they equal the
   * reserved ones.
   */
  providerAmount: Schema.optionalKey(Amount),
  providerCurrency: Schema.optionalKey(Schema.String),
  reason: DisputeReason,
  reasonRaw: Schema.String,
  liabilityShift: Schema.Boolean,
  evidenceDueBy: Schema.NullOr(Millis),
  /** The time at which its stage was reached at the provider. Absent if it was never reported. */
  asOf: Schema.optionalKey(Millis),
  /** The deadline for evidence that was last warned of. Null before the first warning. */
  warnedOf: Schema.NullOr(Millis),
  /**
   * The last evidence that was sent to the provider, by a keyed fingerprint. Absent if none was, or
   * the provider refused it. `sent` if the outcome is unknown.
   */
  evidence: Schema.optionalKey(
    Schema.Struct({
      digest: Schema.String,
      /** The reason of the form that it was checked against. */
      reason: Schema.String,
      status: Schema.Literals(["sent", "submitted", "stored"]),
      sentAt: Millis
    })
  ),
  /** The time at which we first learned of it. */
  receivedAt: Millis,
  resolvedAt: Schema.NullOr(Millis),
  created: Millis
})
export interface DisputeRecord extends Schema.Schema.Type<typeof DisputeRecord> {}

/** Returns the unique key of a dispute. The reference is unique only within a merchant account. */
export const providerKey = ({
  mid,
  providerReference
}: Pick<DisputeRecord, "mid" | "providerReference">): string =>
  JSON.stringify([mid, providerReference])

const dueDayOf = ({ stage, evidenceDueBy }: DisputeRecord): string | null =>
  evidenceDueBy === null || isResolved(stage) || stage === "representment_submitted"
    ? null
    : utcDay(evidenceDueBy)

export const DisputeCollection = collection<DisputeRecord>({
  name: "disputes",
  schema: DisputeRecord,
  unique: { atProvider: { of: providerKey } },
  indexes: {
    stage: { of: ({ stage }) => stage },
    payment: { of: ({ payment }) => payment },
    /** The day in UTC on which the evidence is due, of a dispute that still asks for it. */
    dueDay: { of: dueDayOf }
  }
})

/** The fields of every dispute, with or without its payment expanded. */
export interface DisputeBase {
  readonly object: "dispute"
  /** `dispute_` and a ULID. */
  readonly id: DisputeId
  /** The stage that the dispute has reached. */
  readonly stage: DisputeStage
  /** The reason, the same for every scheme. */
  readonly reason: DisputeReason
  /** The reason code of the scheme or the provider. Empty if there is none. */
  readonly reasonRaw: string
  /** The source of the dispute. */
  readonly source: DisputeSource
  /** True if the issuer bears the fraud, because it authenticated the payer by 3-D Secure. */
  readonly liabilityShift: boolean
  /** The deadline for evidence, in milliseconds since the epoch. Null if it is not known. */
  readonly evidenceDueBy: number | null
  /** The time at which we first learned of it, in milliseconds since the epoch. */
  readonly receivedAt: number
  /** The time at which it ended, in milliseconds since the epoch. Null while it is open. */
  readonly resolvedAt: number | null
  /** The time at which it was recorded, in milliseconds since the epoch. */
  readonly created: number
  /**
   * The disputed amount, in minor units of `currency`. Once the issuer holds the money, this amount
   * can't be refunded. It is at most what was captured and not yet refunded if `providerAmount`
   * exceeds what was captured, or is in another currency.
   */
  readonly amount: bigint
  /** The payment's currency, an ISO 4217 code. */
  readonly currency: CurrencyCode
  /** The disputed amount that the provider reported, in minor units of `providerCurrency`. */
  readonly providerAmount: bigint
  /** The currency of `providerAmount` that the provider reported, an ISO 4217 code. */
  readonly providerCurrency: string
  /** The merchant account that was charged. */
  readonly mid: MidId | null
}

/** A chargeback of a payment, or an inquiry about one. */
export interface Dispute extends DisputeBase {
  /** The id of the payment. */
  readonly payment: PaymentId
}

/** The fields of a dispute in its wire format, without its payment. */
export const disputeFields = {
  object: Schema.Literal("dispute"),
  id: DisputeId,
  stage: openEnum(DisputeStage),
  reason: openEnum(DisputeReason),
  reasonRaw: Schema.String,
  source: openEnum(DisputeSource),
  liabilityShift: Schema.Boolean,
  evidenceDueBy: Schema.NullOr(Timestamp),
  receivedAt: Timestamp,
  resolvedAt: Schema.NullOr(Timestamp),
  created: Timestamp,
  amount: MinorAmount,
  currency: CurrencyCode,
  providerAmount: MinorAmount,
  providerCurrency: Schema.String,
  mid: Schema.NullOr(MidId)
}

export const disputeKeys = {
  providerAmount: "provider_amount",
  providerCurrency: "provider_currency",
  reasonRaw: "reason_raw",
  liabilityShift: "liability_shift",
  evidenceDueBy: "evidence_due_by",
  receivedAt: "received_at",
  resolvedAt: "resolved_at"
} as const

/** A dispute as it is read from the wire. Its enumerations are open. */
export const Dispute = Schema.Struct({ ...disputeFields, payment: PaymentId }).pipe(
  Schema.encodeKeys(disputeKeys),
  named("Dispute")
)

export const disputeCodec: WireCodec<Dispute> = wireCodec(Dispute)

/** The resource of a stored dispute. */
export const toDispute = (record: DisputeRecord): Dispute => ({
  object: "dispute",
  id: record.id,
  payment: record.payment,
  mid: record.mid,
  source: "provider",
  stage: record.stage,
  amount: record.amount,
  currency: record.currency,
  ...providerAmountOf(record),
  reason: record.reason,
  reasonRaw: record.reasonRaw,
  liabilityShift: record.liabilityShift,
  evidenceDueBy: record.evidenceDueBy,
  receivedAt: record.receivedAt,
  resolvedAt: record.resolvedAt,
  created: record.created
})

/** The amount and the currency of a dispute as its provider reported them. */
const providerAmountOf = ({
  amount,
  currency,
  providerAmount = amount,
  providerCurrency = currency
}: Pick<DisputeRecord, "amount" | "currency" | "providerAmount" | "providerCurrency">) => ({
  providerAmount,
  providerCurrency
})

const asEventResource: EventResource<DisputeRecord> = {
  show: (row) => disputeCodec.encode(toDispute(row)),
  payment: ({ payment }) => payment
}

/** Records an event about a dispute after a commit's changes. */
export const recordDisputeEvent = (
  commit: CommitContext,
  type: EventType | InternalEventType,
  dispute: Stored<DisputeRecord>
): ReadonlyArray<Change> => recordEvent(commit, type, dispute, asEventResource)

/** Returns the dispute of this scope. Refused with `ResourceNotFound`. */
export const getDispute = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const found = yield* storage.get(scope, DisputeCollection, id)
  return Option.isSome(found) ? found.value : yield* new ResourceNotFound({ object: "dispute", id })
})
