import { Effect, Option, Schema } from "effect"
import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"
import { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import { openEnum } from "../../kernel/primitives/openEnum.ts"
import { EventId } from "../../kernel/primitives/PublicId.ts"
import { type Millis, Timestamp } from "../../kernel/primitives/Timestamp.ts"
import type { Scope } from "../storage/Scope.ts"
import { Storage } from "../storage/Storage.ts"
import { EventCollection, type EventData, type EventRecord, EventType } from "./EventRecord.ts"

/**
 * Something that happened, as merchants are told of it (spec 2.12 and 6). What it is about is told
 * in subjects that events know nothing of: `catalog/Event.ts` says what it is, by its type.
 */
export interface EventEnvelope<Type extends EventType = EventType, Resource = Schema.Json> {
  readonly object: "event"
  /** `event_` and a ULID: the same wherever it is told, and however often. */
  readonly id: EventId
  /** What happened. */
  readonly type: Type
  /** The API revision that its resource is shown in. */
  readonly apiVersion: string
  /** When it happened, in milliseconds since the epoch. */
  readonly occurredAt: number
  /** When a webhook endpoint first took it, in milliseconds since the epoch; null before. */
  readonly deliveredAt: number | null
  /** Whether it is of live mode. */
  readonly livemode: boolean
  /** What it is about. */
  readonly data: EventData<Resource>
}

/** The fields of every event, but for what depends on its type. */
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
})
  .pipe(Schema.encodeKeys(eventKeys))
  .annotate({ identifier: "Event" })

export const eventEnvelopeCodec: WireCodec<EventEnvelope> = wireCodec(EventEnvelope)

/** A stored event that merchants are told of. */
export interface PublishedEvent extends EventRecord {
  readonly type: EventType
}

/** Whether merchants are told of it, rather than the embedder alone. */
export const isPublished = (event: EventRecord): event is PublishedEvent => event.published

/** The resource of a stored event, and when an endpoint first took it. */
export const toEventEnvelope = (
  { published: _, ...record }: PublishedEvent,
  deliveredAt: Millis | null = null
): EventEnvelope => ({ object: "event", ...record, deliveredAt })

/** The published event of this scope, or the refusal that there is none. */
export const getEvent = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const found = yield* storage.get(scope, EventCollection, id)
  return Option.isSome(found) && isPublished(found.value.row)
    ? found.value.row
    : yield* new ResourceNotFound({ object: "event", id })
})
