import { Effect, Option, Schema } from "effect"
import { named } from "../../kernel/codec/named.ts"
import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"
import { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import { openEnum } from "../../kernel/primitives/openEnum.ts"
import { EventId } from "../../kernel/primitives/PublicId.ts"
import { type Millis, Timestamp } from "../../kernel/primitives/Timestamp.ts"
import type { Scope } from "../storage/Scope.ts"
import { Storage } from "../storage/Storage.ts"
import { EventCollection, type EventData, type EventRecord, EventType } from "./EventRecord.ts"

/**
 * An event for merchants. `event-catalog/Event.ts` has the type of its resource by the type of the
 * event.
 */
export interface EventEnvelope<Type extends EventType = EventType, Resource = Schema.Json> {
  readonly object: "event"
  /** `event_` and a ULID. It is the same in every delivery and every list. */
  readonly id: EventId
  /** The type of the event. */
  readonly type: Type
  /** The API revision of its resource. */
  readonly apiVersion: string
  /** The time of the event, in milliseconds since the epoch. */
  readonly occurredAt: number
  /**
   * The time at which a webhook endpoint first accepted it, in milliseconds since the epoch. Null
   * before.
   */
  readonly deliveredAt: number | null
  /** True in live mode. */
  readonly livemode: boolean
  /** The resource of the event. */
  readonly data: EventData<Resource>
}

/** The fields of every event, except those that depend on its type. */
export const eventFields = {
  object: Schema.Literal("event"),
  id: EventId,
  apiVersion: Schema.String,
  occurredAt: Timestamp,
  livemode: Schema.Boolean
}

export const eventKeys = {
  apiVersion: "api_version",
  occurredAt: "occurred_at",
  deliveredAt: "delivered_at"
} as const

/** An event as it is read from the wire: its type is open. */
export const EventEnvelope = Schema.Struct({
  object: eventFields.object,
  id: eventFields.id,
  type: openEnum(EventType),
  apiVersion: eventFields.apiVersion,
  occurredAt: eventFields.occurredAt,
  deliveredAt: Schema.NullOr(Timestamp),
  livemode: eventFields.livemode,
  data: Schema.Struct({
    object: Schema.Json,
    payment_id: Schema.optionalKey(Schema.String),
    version: Schema.Int
  })
}).pipe(Schema.encodeKeys(eventKeys), named("Event"))

export const eventEnvelopeCodec: WireCodec<EventEnvelope> = wireCodec(EventEnvelope)

/** A stored event that merchants can see. */
export interface PublishedEvent extends EventRecord {
  readonly type: EventType
}

/** Returns true if merchants can see the event. Other events are for the embedder. */
export const isPublished = (event: EventRecord): event is PublishedEvent => event.published

/**
 * Returns the resource of a stored event. `deliveredAt` is the time of the first accepted delivery.
 */
export const toEventEnvelope = (
  { id, type, apiVersion, occurredAt, livemode, data }: PublishedEvent,
  deliveredAt: Millis | null = null
): EventEnvelope => ({
  object: "event",
  id,
  type,
  apiVersion,
  occurredAt,
  livemode,
  data,
  deliveredAt
})

/** Reads a published event of this scope. Fails with ResourceNotFound if there is none. */
export const getEvent = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const found = yield* storage.get(scope, EventCollection, id)
  return Option.isSome(found) && isPublished(found.value.row)
    ? found.value.row
    : yield* new ResourceNotFound({ object: "event", id })
})
