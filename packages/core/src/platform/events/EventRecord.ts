import { Schema } from "effect"
import type { Named } from "../../kernel/primitives/Named.ts"
import { EventId } from "../../kernel/primitives/PublicId.ts"
import { Millis } from "../../kernel/primitives/Timestamp.ts"
import { collection } from "../storage/Collection.ts"
import { eventTypes } from "./eventTypes.ts"

/** What merchants are told of (spec 6). */
export const EventType = Schema.Literals(eventTypes)
export type EventType = Named<typeof EventType.Type>

/** Transitions without a public type, and alerts: kept for the embedder, never published. */
export const InternalEventType = Schema.Literals([
  "payment.canceled",
  "payment.partially_refunded",
  "payment.refunded",
  "capture.failed",
  "void.failed",
  /** A provider refused a merchant's account: its key, a permission, a limit. */
  "alert.account_refused",
  /** A provider told of what the books can't have: it is kept, to be replayed. */
  "alert.notice_kept",
  /** Nobody charged a billing cycle until its period was over. */
  "alert.cycle_overdue",
  /** A renewal could not be charged for a day, and no card is to blame. */
  "alert.renewal_blocked",
  /** A webhook endpoint was disabled: it said to be gone, or took nothing for three days. */
  "alert.webhook_disabled",
  /** A consumer in the process failed on an event until it was given up. */
  "alert.event_set_aside",
  /** A job failed again and again: something in its way has to be mended. */
  "alert.job_failing",
  /** The file of the database is gone; it can't be stored, so the hook alone hears of it. */
  "alert.storage_lost",
  /** An authorisation will expire soon if it isn't captured. */
  "alert.authorization_expiring",
  /** Nobody could say for a day whether a charge, capture, void or refund was carried out. */
  "alert.outcome_unknown",
  /** A provider broke down under a charge and has no trace of it: it is given up and watched. */
  "alert.charge_given_up",
  /** A provider says the opposite of what it had said of a charge, capture, void or refund. */
  "alert.outcome_contradicted",
  /** A dispute is of more than was captured, or in another currency. */
  "alert.dispute_amount_mismatch",
  /** A provider took back what it had captured: goods may have gone out. */
  "alert.capture_returned",
  /** A refund was pending when its capture was taken back. */
  "alert.refund_uncovered",
  /** A provider answered another amount or currency than was asked. */
  "alert.amount_mismatch",
  /** A provider says that money was captured which the books can't account for. */
  "alert.captured_elsewhere",
  /** Nobody could say for a day whether a hold that is to expire still stands. */
  "alert.hold_unknown",
  /** Money that nobody asked to give back could not be given back yet; it is tried again. */
  "alert.give_back_failed",
  /** Money that nobody asked to give back could not be given back for a week. */
  "alert.give_back_abandoned",
  /** A charge showed up after its attempt was given up; it is being taken back. */
  "alert.late_charge",
  /** A late charge was taken back. */
  "alert.late_charge_reversed",
  /** Raised by 0.1.0 alone, in place of `alert.give_back_failed`. */
  "alert.expired_hold_kept",
  "alert.late_charge_kept"
])
export type InternalEventType = Named<typeof InternalEventType.Type>

/** What an event is about, as it stood then. */
export interface EventData<Resource = Schema.Json> {
  /** The resource as its retrieve returned it then, in the form that it has on the wire. */
  readonly object: Resource
  /** The payment that it is or belongs to; absent where there is none. */
  readonly payment_id?: string
  /** Grows with every change of the resource: of two events the higher one is the newer state. */
  readonly version: number
}

/** Something that happened, written in the commit in which it did; never changed. */
export interface EventRecord<
  Type extends EventType | InternalEventType = EventType | InternalEventType,
  Resource = Schema.Json
> {
  /** `event_` and a ULID. */
  readonly id: EventId
  /** What happened. */
  readonly type: Type
  /** Whether merchants are told of it, rather than the embedder alone. */
  readonly published: boolean
  /** The API revision that the resource is shown in. */
  readonly apiVersion: string
  /** In milliseconds since the epoch. */
  readonly occurredAt: number
  /** Whether it is of live mode. */
  readonly livemode: boolean
  /** What it is about. */
  readonly data: EventData<Resource>
}
export const EventRecord = Schema.Struct({
  id: EventId,
  type: Schema.Union([EventType, InternalEventType]),
  published: Schema.Boolean,
  apiVersion: Schema.String,
  occurredAt: Millis,
  livemode: Schema.Boolean,
  data: Schema.Struct({
    object: Schema.Json,
    payment_id: Schema.optionalKey(Schema.String),
    version: Schema.Int
  })
})

/** What events are told of in their order: a payment with all that is done to it, or a resource. */
export const eventSubject = ({ id, data: { object, payment_id } }: EventRecord): string =>
  payment_id ?? (isIdentified(object) ? object.id : id)

const isIdentified = (object: Schema.Json): object is { readonly id: string } =>
  typeof object === "object" && object !== null && "id" in object && typeof object.id === "string"

export const EventCollection = collection<EventRecord>({
  name: "events",
  schema: EventRecord,
  indexes: {
    type: { of: (event) => event.type },
    /** A payment's, or a resource's: what its story is told by. */
    subject: { of: eventSubject }
  },
  appendOnly: true,
  feed: { of: eventSubject }
})
