import { Effect, Schema } from "effect"
import { idBounds } from "../../kernel/ids/Moment.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { TimestampFrom } from "../../kernel/primitives/Timestamp.ts"
import {
  getEvent,
  isPublished,
  type PublishedEvent,
  toEventEnvelope
} from "../../platform/events/EventEnvelope.ts"
import { EventCollection, EventType } from "../../platform/events/EventRecord.ts"
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
import { asEvent, Event } from "./Event.ts"

/** Which events to walk through. */
export interface IterateEvents extends PageLimit {
  /** Only those of this type, or of one of these. */
  readonly type?: EventType | ReadonlyArray<EventType>
  /** Only those that happened then or later, in milliseconds since the epoch. */
  readonly occurredGte?: number
}

/** Which events to list (operation 34, spec 4.9): 20 a page unless told. */
export interface ListEvents extends IterateEvents, BothWaysCursor {}
export const ListEvents = Schema.Struct({
  ...cursorFields,
  type: Schema.optionalKey(Schema.Array(EventType)),
  occurredGte: Schema.optionalKey(TimestampFrom)
})
  .pipe(Schema.encodeKeys({ ...cursorKeys, occurredGte: "occurred_gte" }))
  .annotate({ identifier: "ListEvents" })

export const eventListCodec: ListCodec<Event> = listCodec(Event)

const checkInput = inputChecker(ListEvents)

/**
 * Operation 34 (spec 4.9): events, newest first. Internal ones are left out of a page after it was
 * read (spec 6): it may hold fewer than asked for, even none, while there are more.
 */
export const listEvents = Effect.fnUntraced(function* (caller: Caller, query: ListEvents = {}) {
  const { scope } = caller
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

/** Operation 35 (spec 4.9): an event, as webhooks tell it. */
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
