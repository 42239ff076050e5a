import { Effect, Option, Schema } from "effect"
import { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import type { Named } from "../../kernel/primitives/Named.ts"
import { EventId, WebhookDeliveryId, WebhookEndpointId } from "../../kernel/primitives/PublicId.ts"
import { Millis } from "../../kernel/primitives/Timestamp.ts"
import { EventType } from "../../platform/events/EventRecord.ts"
import { collection } from "../../platform/storage/Collection.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"

/** Where a delivery stands. */
export const WebhookDeliveryStatus = Schema.Literals(["pending", "delivered", "failed"])
export type WebhookDeliveryStatus = Named<typeof WebhookDeliveryStatus.Type>

/** One try to deliver an event. */
export interface WebhookAttempt {
  /** When it was sent, in milliseconds since the epoch. */
  readonly at: number
  /** How long it took, in milliseconds. */
  readonly durationMs: number
  /** What the endpoint answered; null where it didn't. */
  readonly status: number | null
  /** Why there is no answer; null where there is one. */
  readonly error: string | null
  /** What the body of the answer begins with, at most 500 characters; null without an answer. */
  readonly excerpt: string | null
}
const WebhookAttempt = Schema.Struct({
  at: Millis,
  durationMs: Schema.Int,
  status: Schema.NullOr(Schema.Int),
  error: Schema.NullOr(Schema.String),
  excerpt: Schema.NullOr(Schema.String)
})

/** A delivery as it is stored. */
export const WebhookDeliveryRecord = Schema.Struct({
  id: WebhookDeliveryId,
  endpoint: WebhookEndpointId,
  event: EventId,
  type: EventType,
  status: WebhookDeliveryStatus,
  /** How often it was tried since it was last asked for. */
  tries: Schema.Int,
  attempts: Schema.Array(WebhookAttempt),
  created: Millis,
  settledAt: Schema.NullOr(Millis)
})
export interface WebhookDeliveryRecord extends Schema.Schema.Type<typeof WebhookDeliveryRecord> {}

/** The value of the unique key: an endpoint is told of an event by one delivery. */
export const deliveryKey = ({
  endpoint,
  event
}: Pick<WebhookDeliveryRecord, "endpoint" | "event">): string => `${endpoint}/${event}`

export const WebhookDeliveryCollection = collection<WebhookDeliveryRecord>({
  name: "webhook_deliveries",
  schema: WebhookDeliveryRecord,
  unique: { event: { of: deliveryKey } },
  indexes: {
    endpoint: { of: ({ endpoint }) => endpoint },
    event: { of: ({ event }) => event },
    status: { of: ({ status }) => status }
  },
  sweepable: true
})

/** When an event was first taken by an endpoint. */
const EventDelivery = Schema.Struct({ id: EventId, deliveredAt: Millis })

export const EventDeliveryCollection = collection<typeof EventDelivery.Type>({
  name: "event_deliveries",
  schema: EventDelivery
})

/** An event on its way to an endpoint. */
export interface WebhookDelivery {
  readonly object: "webhook_delivery"
  /** `delivery_` and a ULID. */
  readonly id: WebhookDeliveryId
  /** The id of the endpoint. */
  readonly endpoint: WebhookEndpointId
  /** The id of the event. */
  readonly event: EventId
  /** What happened. */
  readonly type: EventType
  /** `failed` once all tries were made; a replay makes it `pending` again. */
  readonly status: WebhookDeliveryStatus
  /** What was tried, oldest first: the last twenty. */
  readonly attempts: ReadonlyArray<WebhookAttempt>
  /** When the event was queued, in milliseconds since the epoch. */
  readonly created: number
  /** When it was delivered, or given up; null before. */
  readonly settledAt: number | null
}

/** The resource of a stored delivery. */
export const toWebhookDelivery = ({
  tries: _,
  ...record
}: WebhookDeliveryRecord): WebhookDelivery => ({ object: "webhook_delivery", ...record })

/** The delivery of this scope, or the refusal that there is none. */
export const getDelivery = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const found = yield* storage.get(scope, WebhookDeliveryCollection, id)
  return Option.isSome(found)
    ? found.value
    : yield* new ResourceNotFound({ object: "webhook_delivery", id })
})
