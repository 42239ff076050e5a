import { Effect, Schema } from "effect"
import { named } from "../../kernel/codec/named.ts"
import { idBounds } from "../../kernel/ids/Moment.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { TimestampFrom } from "../../kernel/primitives/Timestamp.ts"
import {
  getEvent,
  isPublished,
  type PublishedEvent,
  toEventEnvelope
} from "../../platform/events/EventEnvelope.ts"
import { EventCollection, type EventType } from "../../platform/events/EventRecord.ts"
import { byModuleEventTypes, publishedTypes } from "../../platform/events/moduleEventTypes.ts"
import { type ListCodec, list, listCodec } from "../../platform/pagination/List.ts"
import {
  type BothWaysCursor,
  cursorFields,
  cursorKeys,
  type PageLimit,
  withSeveral
} from "../../platform/pagination/ListQuery.ts"
import { signedPage } from "../../platform/pagination/signedPage.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import { EventDeliveryCollection } from "../webhooks/WebhookDelivery.ts"
import { asEvent, type Event, eventCodec } from "./Event.ts"

/** The query of an iteration over events. */
export interface IterateEvents extends PageLimit {
  /** Only events of this type, or of one of these. */
  readonly type?: EventType | ReadonlyArray<EventType>
  /** Only events at this time or later, in milliseconds since the epoch. */
  readonly occurredGte?: number
}

/** The query of a page of events. The default limit is 20. */
export interface ListEvents extends IterateEvents, BothWaysCursor {}
/** The schema of the query, by the event types of modules. */
export const listEventsSchemas = byModuleEventTypes((ofModules) =>
  Schema.Struct({
    ...cursorFields,
    type: Schema.optionalKey(Schema.Array(publishedTypes(ofModules))),
    occurredGte: Schema.optionalKey(TimestampFrom)
  }).pipe(Schema.encodeKeys({ ...cursorKeys, occurredGte: "occurred_gte" }), named("ListEvents"))
)

export const eventListCodec: ListCodec<Event> = listCodec(eventCodec)

const checkers = byModuleEventTypes((ofModules) => inputChecker(listEventsSchemas.of(ofModules)))

/**
 * Returns a page of events, newest first. Internal events are left out after a page was read. So a
 * page may have fewer events than its limit, or none, while there are more.
 */
export const listEvents = Effect.fnUntraced(function* (caller: Caller, query: ListEvents = {}) {
  const { scope } = caller
  const checkInput = yield* checkers.current
  const { type, occurredGte, ...cursor } = yield* Effect.fromResult(
    checkInput(withSeveral("type", query))
  )
  const types = type === undefined ? null : [...new Set(type)].sort()
  const { rows, nextCursor } = yield* signedPage({
    of: EventCollection,
    binding: { scope, list: "events", filters: [types, occurredGte ?? null] },
    where: types === null ? {} : { type: types },
    order: "desc",
    defaultLimit: 20,
    ...(occurredGte === undefined ? {} : { idFrom: idBounds("event", occurredGte).first }),
    ...cursor
  })
  const published = rows.map(({ row }) => row).filter(isPublished)
  return list(yield* delivered(scope, published), nextCursor)
})

/** Returns an event as webhooks deliver it. */
export const retrieveEvent = Effect.fnUntraced(function* (caller: Caller, id: string) {
  const event = yield* getEvent(caller.scope, id)
  const [resource = asEvent(toEventEnvelope(event))] = yield* delivered(caller.scope, [event])
  return resource
})

const delivered = Effect.fnUntraced(function* (
  scope: Scope,
  events: ReadonlyArray<PublishedEvent>
) {
  const storage = yield* Storage
  const ids = events.map(({ id }) => id)
  const taken = yield* storage.getMany(scope, EventDeliveryCollection, ids)
  const at = new Map(taken.map(({ row }) => [row.id, row.deliveredAt]))
  return events.map((event) => asEvent(toEventEnvelope(event, at.get(event.id))))
})
