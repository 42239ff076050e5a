import { Effect, Option, Schema } from "effect"
import { named } from "../kernel/codec/named.ts"
import { type WireCodec, wireCodec } from "../kernel/codec/WireCodec.ts"
import { ResourceNotFound } from "../kernel/input/ResourceNotFound.ts"
import { MinorAmount } from "../kernel/primitives/MinorAmount.ts"
import type { Named } from "../kernel/primitives/Named.ts"
import { openEnum } from "../kernel/primitives/openEnum.ts"
import { NotificationId, PaymentId } from "../kernel/primitives/PublicId.ts"
import { Millis, Timestamp } from "../kernel/primitives/Timestamp.ts"
import type { CommitContext } from "../platform/events/CommitContext.ts"
import { type EventResource, recordEvent } from "../platform/events/recordEvent.ts"
import type { Change } from "../platform/storage/Change.ts"
import { collection, type Stored } from "../platform/storage/Collection.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { BookingObstacle } from "../providers/BookingObstacle.ts"
import { DisputeStage } from "../providers/DisputeStage.ts"
import { ProviderNotification } from "../providers/ProviderNotification.ts"
import { notificationKey } from "./Notification.ts"

/** The status of a kept notification: it waits, was booked later, or was dismissed by hand. */
export const KeptNotificationStatus = Schema.Literals(["kept", "booked", "dismissed"])
export type KeptNotificationStatus = Named<typeof KeptNotificationStatus.Type>

/** The kind of object that a notification is about. */
export const NotificationKind = Schema.Literals([
  "charge",
  "modification",
  "refund",
  "dispute",
  "saved_method"
])
export type NotificationKind = Named<typeof NotificationKind.Type>

/** A notification that could not be booked when it came, as it is stored. */
export const KeptNotificationRecord = Schema.Struct({
  id: NotificationId,
  mid: Schema.String,
  status: KeptNotificationStatus,
  /** The reason why it could not be booked at the last try. */
  obstacle: BookingObstacle,
  payment: Schema.NullOr(PaymentId),
  /** The stored name of the notification. */
  notice: ProviderNotification,
  /** The time of its alert. Null before. */
  alertedAt: Schema.NullOr(Millis),
  created: Millis,
  bookedAt: Schema.NullOr(Millis)
})
export interface KeptNotificationRecord extends Schema.Schema.Type<typeof KeptNotificationRecord> {}

export const KeptNotificationCollection = collection<KeptNotificationRecord>({
  name: "kept_notices",
  schema: KeptNotificationRecord,
  unique: { notice: { of: ({ mid, notice }) => notificationKey(mid, notice) } },
  indexes: { status: { of: ({ status }) => status } },
  sweepable: true
})

/** A notification of a provider that could not be booked. */
export interface KeptNotification {
  readonly object: "provider_notice"
  /** `notice_` and a ULID. */
  readonly id: NotificationId
  /** The id of the merchant account to which it was sent. */
  readonly mid: string
  /**
   * The status. `booked` after a later try or a replay booked it, `dismissed` after
   * `notifications.dismiss`.
   */
  readonly status: KeptNotificationStatus
  /** The reason why it could not be booked at the last try. */
  readonly obstacle: BookingObstacle
  /** The kind of object that it is about. */
  readonly kind: NotificationKind
  /** The id in the notification: of an attempt, or of a capture, void or refund. */
  readonly reference: string
  /** The id of the payment. Null if the reference is unknown. */
  readonly payment: PaymentId | null
  /**
   * The provider's reference of the charge, refund or dispute. For a saved method, the provider's
   * id of the notification.
   */
  readonly providerReference: string
  /** The state at the provider, such as `succeeded`. For a dispute, its stage. */
  readonly state: string
  /** The amount in minor units of the currency. Null if the notification has none. */
  readonly amount: bigint | null
  /** An ISO 4217 code from the provider. Null if the notification has none. */
  readonly currency: string | null
  /** The time of arrival, in milliseconds since the epoch. */
  readonly created: number
  /** The time at which it was booked. Null before. */
  readonly bookedAt: number | null
}

/** A kept notification as it is read from the wire. Its enumerations are open. */
export const KeptNotification = Schema.Struct({
  object: Schema.Literal("provider_notice"),
  id: NotificationId,
  mid: Schema.String,
  status: openEnum(KeptNotificationStatus),
  obstacle: openEnum(BookingObstacle),
  kind: openEnum(NotificationKind),
  reference: Schema.String,
  payment: Schema.NullOr(PaymentId),
  providerReference: Schema.String,
  state: Schema.Union([Schema.String, DisputeStage]),
  amount: Schema.NullOr(MinorAmount),
  currency: Schema.NullOr(Schema.String),
  created: Timestamp,
  bookedAt: Schema.NullOr(Timestamp)
}).pipe(
  Schema.encodeKeys({ providerReference: "provider_reference", bookedAt: "booked_at" }),
  named("KeptNotification")
)

type Summary = Pick<
  KeptNotification,
  "kind" | "providerReference" | "state" | "amount" | "currency"
>

const summaryOf = (notification: ProviderNotification): Summary => {
  switch (notification._tag) {
    case "Charge": {
      const { providerReference, state, amount, currency } = notification.charge
      return { kind: "charge", providerReference, state, amount, currency }
    }
    case "Modification": {
      const { providerReference, state } = notification.modification
      return { kind: "modification", providerReference, state, amount: null, currency: null }
    }
    case "Refund": {
      const { providerReference, state, amount, currency } = notification.refund
      return { kind: "refund", providerReference, state, amount, currency }
    }
    case "Dispute": {
      const { providerReference, stage: state, amount, currency } = notification.dispute
      return { kind: "dispute", providerReference, state, amount, currency }
    }
    // The token itself is never shown.
    case "SavedMethod":
      return {
        kind: "saved_method",
        providerReference: notification.id,
        state: "saved",
        amount: null,
        currency: null
      }
  }
}

/** The resource of a stored kept notification. */
export const toKeptNotification = (record: KeptNotificationRecord): KeptNotification => ({
  object: "provider_notice",
  id: record.id,
  mid: record.mid,
  status: record.status,
  obstacle: record.obstacle,
  payment: record.payment,
  created: record.created,
  bookedAt: record.bookedAt,
  reference: record.notice.reference,
  ...summaryOf(record.notice)
})

export const keptNotificationCodec: WireCodec<KeptNotification> = wireCodec(KeptNotification)

const show = (row: KeptNotificationRecord): unknown =>
  keptNotificationCodec.encode(toKeptNotification(row))

/** Records the alert for a notification that is kept. */
export const recordKeptNotification = (
  commit: CommitContext,
  kept: Stored<KeptNotificationRecord>
): ReadonlyArray<Change> => {
  const { payment } = kept.row
  const shown: EventResource<KeptNotificationRecord> =
    payment === null ? { show } : { show, payment: () => payment }
  return recordEvent(commit, "alert.notice_kept", kept, shown)
}

/** Returns the kept notification of this scope. Refused with `ResourceNotFound`. */
export const getKeptNotification = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const found = yield* storage.get(scope, KeptNotificationCollection, id)
  return Option.isSome(found)
    ? found.value
    : yield* new ResourceNotFound({ object: "provider_notice", id })
})
