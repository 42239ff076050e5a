import { Schema } from "effect"
import type { Named } from "../../kernel/primitives/Named.ts"
import { EventId } from "../../kernel/primitives/PublicId.ts"
import { Millis } from "../../kernel/primitives/Timestamp.ts"
import { collection } from "../storage/Collection.ts"
import { eventTypes } from "./eventTypes.ts"
import { personalFields } from "./personalFields.ts"

/** The types of events that merchants can see. */
export const EventType = Schema.Literals(eventTypes)
export type EventType = Named<typeof EventType.Type>

/**
 * Transitions without a public type, and alerts. They are kept for the embedder and never
 * published.
 */
export const InternalEventType = Schema.Literals([
  "payment.canceled",
  "payment.partially_refunded",
  "payment.refunded",
  "capture.failed",
  "void.failed",
  "increment.failed",
  /** A provider refused a merchant's account because of its key, a permission or a limit. */
  "alert.account_refused",
  /** A notification of a provider could not be booked. It is kept, to be replayed. */
  "alert.notice_kept",
  /** A billing cycle was not charged until its period was over. */
  "alert.cycle_overdue",
  /** A renewal could not be charged for a day, and not because of a card. */
  "alert.renewal_blocked",
  /** Returned money of a cycle came back after the cycle was charged again. */
  "alert.cycle_paid_twice",
  /**
   * A webhook endpoint was disabled, because it answered 410 or accepted nothing for three days.
   */
  "alert.webhook_disabled",
  /** A consumer in the process failed on an event repeatedly, so the event was set aside. */
  "alert.event_set_aside",
  /** A job failed repeatedly. Its cause has to be fixed. */
  "alert.job_failing",
  /** The file of the database is gone. The alert can't be stored, so only the hook gets it. */
  "alert.storage_lost",
  /** An authorisation will expire soon if it isn't captured. */
  "alert.authorization_expiring",
  /** The outcome of a charge, capture, void or refund was unknown for a day. */
  "alert.outcome_unknown",
  /**
   * A provider failed during a charge and can't find it. The attempt failed and is watched.
   */
  "alert.charge_given_up",
  /** A provider contradicted its earlier answer about a charge, capture, void or refund. */
  "alert.outcome_contradicted",
  /** A dispute exceeds the captured amount, or is in another currency. */
  "alert.dispute_amount_mismatch",
  /** A provider reversed a capture. Goods may have been sent. */
  "alert.capture_returned",
  /** A refund was pending when its capture was reversed. */
  "alert.refund_uncovered",
  /** A provider answered with another amount or currency than requested. */
  "alert.amount_mismatch",
  /** A provider reports a captured amount that the books can't account for. */
  "alert.captured_elsewhere",
  /** It was unknown for a day if an expiring hold still exists. */
  "alert.hold_unknown",
  /** A reversal that no merchant requested failed. It is retried. */
  "alert.give_back_failed",
  /** A reversal that no merchant requested failed for a week. It is not retried. */
  "alert.give_back_abandoned",
  /** A charge appeared after its attempt had ended. Its money is being returned. */
  "alert.late_charge",
  /** A charge was made after the backup from which the storage was restored. It is booked. */
  "alert.charge_adopted",
  /** The money of a late charge was returned. */
  "alert.late_charge_reversed",
  /** Only recorded by 0.1.0, in place of `alert.give_back_failed`. */
  "alert.expired_hold_kept",
  "alert.late_charge_kept"
])
export type InternalEventType = Named<typeof InternalEventType.Type>

/** The event type of a module of others: its name, a dot, and a word, such as `loyalty.earned`. */
export const ModuleEventType = Schema.String.check(
  Schema.isPattern(/^[a-z][a-z0-9_]*\.[a-z0-9_]+$/)
)

/**
 * A stored event type. Types of modules are not in the type, because an engine without modules has
 * none. `Payloom<Modules>` types them for programs.
 */
export const StoredEventType = Schema.Union([
  EventType,
  InternalEventType,
  ModuleEventType
]) as unknown as Schema.Codec<EventType | InternalEventType>

/** The resource of an event, as it was then. */
export interface EventData<Resource = Schema.Json> {
  /** The resource in its wire form, as its retrieve returned it then. */
  readonly object: Resource
  /** The payment that the resource is or belongs to. Absent if there is none. */
  readonly payment_id?: string
  /**
   * The version of the resource. It grows with every change, so the event with the higher version
   * has the newer state.
   */
  readonly version: number
}

/** An event. It is written in the commit of the change that it records, and never changed. */
export interface EventRecord<
  Type extends EventType | InternalEventType = EventType | InternalEventType,
  Resource = Schema.Json
> {
  /** `event_` and a ULID. */
  readonly id: EventId
  /** The type of the event. */
  readonly type: Type
  /** True if merchants can see the event. Otherwise only the embedder can. */
  readonly published: boolean
  /** The API revision of the resource. */
  readonly apiVersion: string
  /** The time of the event, in milliseconds since the epoch. */
  readonly occurredAt: number
  /** True in live mode. */
  readonly livemode: boolean
  /** The resource of the event. */
  readonly data: EventData<Resource>
  /**
   * The `traceparent` of the work that recorded it, and its `tracestate` after a space. Absent if
   * that work was not traced.
   */
  readonly trace?: string
}
export const EventRecord = Schema.Struct({
  id: EventId,
  type: StoredEventType,
  published: Schema.Boolean,
  apiVersion: Schema.String,
  occurredAt: Millis,
  livemode: Schema.Boolean,
  data: Schema.Struct({
    object: Schema.Json,
    payment_id: Schema.optionalKey(Schema.String),
    version: Schema.Int
  }),
  trace: Schema.optionalKey(Schema.String)
})

/**
 * Returns the id whose events stay in order: of the payment for everything about a payment,
 * otherwise of the resource.
 */
export const eventSubject = ({ id, data: { object, payment_id } }: EventRecord): string =>
  payment_id ?? (isIdentified(object) ? object.id : id)

const isIdentified = (object: Schema.Json): object is { readonly id: string } =>
  typeof object === "object" && object !== null && "id" in object && typeof object.id === "string"

export const EventCollection = collection<EventRecord>({
  name: "events",
  schema: EventRecord,
  indexes: {
    type: { of: (event) => event.type },
    /** The id of the payment or resource, for its timeline. */
    subject: { of: eventSubject }
  },
  appendOnly: true,
  erasable: personalFields,
  feed: { of: eventSubject }
})
