import { Effect, Option, Schema } from "effect"
import { currentMoment, idBounds, type Moment } from "../../kernel/ids/Moment.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { parameterInvalid } from "../../kernel/input/InvalidInput.ts"
import { EventId, WebhookDeliveryId, WebhookEndpointId } from "../../kernel/primitives/PublicId.ts"
import { Timestamp } from "../../kernel/primitives/Timestamp.ts"
import { isPublished, type PublishedEvent } from "../../platform/events/EventEnvelope.ts"
import { EventCollection } from "../../platform/events/EventRecord.ts"
import { bringJobForward, findJob, scheduleJob } from "../../platform/jobs/scheduleJob.ts"
import { list } from "../../platform/pagination/List.ts"
import {
  type BothWaysCursor,
  cursorFields,
  type PageLimit
} from "../../platform/pagination/ListQuery.ts"
import { signedPage } from "../../platform/pagination/signedPage.ts"
import { type Change, update } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { retryConflicts } from "../../platform/storage/retryConflicts.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { deliveryKind, queued } from "./queueDeliveries.ts"
import {
  deliveriesOfEndpoint,
  deliveryKey,
  getDelivery,
  toWebhookDelivery,
  WebhookDeliveryCollection,
  type WebhookDeliveryRecord,
  WebhookDeliveryStatus
} from "./WebhookDelivery.ts"
import { getEndpoint, type WebhookEndpointRecord } from "./WebhookEndpoint.ts"

/** The query of an iteration over deliveries. */
export interface IterateWebhookDeliveries extends PageLimit {
  /** Only deliveries to this endpoint. */
  readonly endpoint?: string
  /** Only deliveries of this event. */
  readonly event?: string
  /** Only deliveries in this status. */
  readonly status?: WebhookDeliveryStatus
}

/** The query of a page of deliveries. The default limit is 20. */
export interface ListWebhookDeliveries extends IterateWebhookDeliveries, BothWaysCursor {}
const ListWebhookDeliveries = Schema.Struct({
  ...cursorFields,
  endpoint: Schema.optionalKey(WebhookEndpointId),
  event: Schema.optionalKey(EventId),
  status: Schema.optionalKey(WebhookDeliveryStatus)
})

const checkList = inputChecker(ListWebhookDeliveries)

/** Returns a page of past and queued deliveries, newest first. They are kept for 30 days. */
export const listWebhookDeliveries = Effect.fnUntraced(function* (
  scope: Scope,
  query: ListWebhookDeliveries = {}
) {
  const { endpoint, event, status, ...cursor } = yield* Effect.fromResult(checkList(query))
  const where = {
    ...(event === undefined ? {} : { event }),
    ...statusesOf(endpoint, event, status)
  }
  const { rows, nextCursor } = yield* signedPage({
    of: WebhookDeliveryCollection,
    binding: {
      scope,
      list: "webhook_deliveries",
      filters: [endpoint ?? null, event ?? null, status ?? null]
    },
    where,
    order: "desc",
    defaultLimit: 20,
    ...cursor
  })
  return list(
    rows.map(({ row }) => toWebhookDelivery(row)),
    nextCursor
  )
})

/**
 * Returns the filter of an endpoint's deliveries in a status. Without any filter it names all
 * statuses, because a store may keep deliveries in the order of ids over all tenants. The indexes
 * of statuses have one tenant's only.
 */
const statusesOf = (
  endpoint: string | undefined,
  event: string | undefined,
  status: WebhookDeliveryStatus | undefined
): Readonly<Record<string, string | ReadonlyArray<string>>> => {
  if (endpoint !== undefined) {
    return status === undefined ? { endpoint } : deliveriesOfEndpoint(endpoint, status)
  }
  if (status !== undefined) return { status }
  return event === undefined ? { status: WebhookDeliveryStatus.literals } : {}
}

/** Returns a delivery with all its tries. */
export const retrieveWebhookDelivery = Effect.fnUntraced(function* (scope: Scope, id: string) {
  return toWebhookDelivery((yield* getDelivery(scope, id)).row)
})

/**
 * The deliveries to send again: one delivery, or all failed deliveries or all events of a period of
 * one endpoint.
 */
export type ReplayWebhooks =
  | { readonly delivery: string }
  | { readonly endpoint: string; readonly status: "failed" }
  | {
      readonly endpoint: string
      /** The start of the period, in milliseconds since the epoch. */
      readonly from: number
      /** The end of the period. The default is now. */
      readonly to?: number
    }
const checkReplay = inputChecker(
  Schema.Struct({
    delivery: Schema.optionalKey(WebhookDeliveryId),
    endpoint: Schema.optionalKey(WebhookEndpointId),
    status: Schema.optionalKey(Schema.Literal("failed")),
    from: Schema.optionalKey(Timestamp),
    to: Schema.optionalKey(Timestamp)
  })
)

/**
 * Sends deliveries again, with all retries: one delivery, all failed deliveries of an endpoint, or
 * all events of a period to an endpoint. The events of a period include those that were never
 * queued because the endpoint was disabled. Refused with `ResourceNotFound` if the endpoint was
 * deleted. Returns the number of queued deliveries.
 */
export const replayWebhooks = Effect.fnUntraced(function* (scope: Scope, what: ReplayWebhooks) {
  const { delivery, endpoint: id, status, from, to } = yield* Effect.fromResult(checkReplay(what))
  if (delivery !== undefined) {
    return yield* retryConflicts(
      Effect.gen(function* () {
        const stored = yield* getDelivery(scope, delivery)
        yield* getEndpoint(scope, stored.row.endpoint)
        return yield* requeue(scope, [stored])
      })
    )
  }
  if (id === undefined)
    return yield* parameterInvalid(
      "endpoint",
      "or delivery is required: { endpoint } or { delivery }"
    )
  const { row: endpoint } = yield* getEndpoint(scope, id)
  if (status === "failed") return yield* replayFailed(scope, endpoint)
  if (from === undefined) return yield* parameterInvalid("from", "or status must be given")
  if (to !== undefined && to < from) return yield* parameterInvalid("to", "must not be before from")
  return yield* replayRange(scope, endpoint, from, to)
})

const atOnce = 100

/**
 * A delivery that is queued again has another status, so each page is the first of the remaining
 * ones.
 */
const replayFailed = Effect.fnUntraced(function* (scope: Scope, endpoint: WebhookEndpointRecord) {
  const storage = yield* Storage
  let replayed = 0
  for (let after: string | undefined; ; ) {
    const query = { where: { endpoint: endpoint.id, status: "failed" }, order: "asc" } as const
    const page: ReadonlyArray<Stored<WebhookDeliveryRecord>> = yield* storage.page(
      scope,
      WebhookDeliveryCollection,
      { ...query, limit: atOnce, ...(after === undefined ? {} : { after }) }
    )
    after = page.at(-1)?.row.id
    replayed += yield* retryConflicts(requeue(scope, page), requeueAnew(scope, page))
    if (page.length < atOnce) return replayed
    yield* Effect.yieldNow
  }
})

const requeueAnew = Effect.fnUntraced(function* (
  scope: Scope,
  page: ReadonlyArray<Stored<WebhookDeliveryRecord>>
) {
  const storage = yield* Storage
  const ids = page.map(({ row }) => row.id)
  return yield* requeue(scope, yield* storage.getMany(scope, WebhookDeliveryCollection, ids))
})

const replayRange = Effect.fnUntraced(function* (
  scope: Scope,
  endpoint: WebhookEndpointRecord,
  from: number,
  to: number | undefined
) {
  const storage = yield* Storage
  const { now } = yield* currentMoment
  const idTo = idBounds("event", Math.min(to ?? now, now)).last
  const idFrom = idBounds("event", from).first
  let replayed = 0
  for (let after: string | undefined; ; ) {
    const page = yield* storage.page(scope, EventCollection, {
      idFrom,
      idTo,
      order: "asc",
      limit: atOnce,
      ...(after === undefined ? {} : { after })
    })
    after = page.at(-1)?.row.id
    const events = page.map(({ row }) => row).filter(isPublished)
    const wanted = events.filter(({ type }) => endpoint.types?.includes(type) ?? true)
    replayed += yield* retryConflicts(queueAll(scope, endpoint, wanted))
    if (page.length < atOnce) return replayed
    yield* Effect.yieldNow
  }
})

const queueAll = Effect.fnUntraced(function* (
  scope: Scope,
  { id: endpoint }: WebhookEndpointRecord,
  events: ReadonlyArray<PublishedEvent>
) {
  const storage = yield* Storage
  const moment = yield* currentMoment
  const known: Array<Stored<WebhookDeliveryRecord>> = []
  const changes: Array<Change> = []
  for (const event of events) {
    const key = deliveryKey({ endpoint, event: event.id })
    const found = yield* storage.findUnique(scope, WebhookDeliveryCollection, "event", key)
    if (Option.isSome(found)) {
      known.push(found.value)
      continue
    }
    changes.push(...queued({ ...moment, scope }, endpoint, event))
  }
  return yield* requeue(scope, known, moment, changes)
})

/**
 * Makes deliveries pending again with their jobs due now, and adds more changes to the same commit.
 */
const requeue = Effect.fnUntraced(function* (
  scope: Scope,
  deliveries: ReadonlyArray<Stored<WebhookDeliveryRecord>>,
  given?: Moment,
  more: ReadonlyArray<Change> = []
) {
  const storage = yield* Storage
  const moment = given ?? (yield* currentMoment)
  const changes = [...more]
  for (const delivery of deliveries) {
    const row = { ...delivery.row, status: "pending", tries: 0, settledAt: null } as const
    const kind = deliveryKind(row.endpoint)
    const job = yield* findJob(scope, kind, row.id)
    changes.push(
      update(WebhookDeliveryCollection, delivery, row),
      job === null
        ? scheduleJob({ ...moment, scope }, kind, row.id, moment.now)
        : bringJobForward(job, moment.now)
    )
  }
  if (changes.length > 0) yield* storage.commit(changes)
  return deliveries.length + more.length / 2
})
