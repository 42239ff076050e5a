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
  deliveryKey,
  getDelivery,
  toWebhookDelivery,
  WebhookDeliveryCollection,
  type WebhookDeliveryRecord,
  WebhookDeliveryStatus
} from "./WebhookDelivery.ts"
import { getEndpoint, type WebhookEndpointRecord } from "./WebhookEndpoint.ts"

/** Which deliveries to walk through. */
export interface IterateWebhookDeliveries extends PageLimit {
  /** Only those to this endpoint. */
  readonly endpoint?: string
  /** Only those of this event. */
  readonly event?: string
  /** Only those that stand so. */
  readonly status?: WebhookDeliveryStatus
}

/** Which deliveries to list: 20 a page unless told. */
export interface ListWebhookDeliveries extends IterateWebhookDeliveries, BothWaysCursor {}
const ListWebhookDeliveries = Schema.Struct({
  ...cursorFields,
  endpoint: Schema.optionalKey(WebhookEndpointId),
  event: Schema.optionalKey(EventId),
  status: Schema.optionalKey(WebhookDeliveryStatus)
})

const checkList = inputChecker(ListWebhookDeliveries)

/** What was sent, or is to be, newest first. Kept for 30 days. Library call. */
export const listWebhookDeliveries = Effect.fnUntraced(function* (
  scope: Scope,
  query: ListWebhookDeliveries = {}
) {
  const { endpoint, event, status, ...cursor } = yield* Effect.fromResult(checkList(query))
  const where = {
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(event === undefined ? {} : { event }),
    ...(status === undefined ? {} : { status })
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

/** A delivery with all that was tried. Library call. */
export const retrieveWebhookDelivery = Effect.fnUntraced(function* (scope: Scope, id: string) {
  return toWebhookDelivery((yield* getDelivery(scope, id)).row)
})

/** What to send again: one delivery, all that failed, or all of a time, to one endpoint. */
export type ReplayWebhooks =
  | { readonly delivery: string }
  | { readonly endpoint: string; readonly status: "failed" }
  | {
      readonly endpoint: string
      /** What happened then or later, in milliseconds since the epoch. */
      readonly from: number
      /** And then or earlier; now unless told. */
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
 * Sends events again, with all their tries: one delivery; to an endpoint all that failed; or all
 * that it should have been told of in a time, also what was never queued as it was disabled then.
 * Answers how many are queued. Library call.
 */
export const replayWebhooks = Effect.fnUntraced(function* (scope: Scope, what: ReplayWebhooks) {
  const { delivery, endpoint: id, status, from, to } = yield* Effect.fromResult(checkReplay(what))
  if (delivery !== undefined) {
    return yield* retryConflicts(
      Effect.gen(function* () {
        const stored = yield* getDelivery(scope, delivery)
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

/** What is queued again has another status then, so each page is the first that is left. */
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

/** Makes deliveries pending again, their jobs due now, with more changes in the same commit. */
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
