import { Effect, Option, Schema } from "effect"
import { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import type { Named } from "../../kernel/primitives/Named.ts"
import { EventId, WebhookDeliveryId, WebhookEndpointId } from "../../kernel/primitives/PublicId.ts"
import { Millis } from "../../kernel/primitives/Timestamp.ts"
import { type EventType, StoredEventType } from "../../platform/events/EventRecord.ts"
import { collection } from "../../platform/storage/Collection.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"

/** The status of a delivery. */
export const WebhookDeliveryStatus = Schema.Literals(["pending", "delivered", "failed"])
export type WebhookDeliveryStatus = Named<typeof WebhookDeliveryStatus.Type>

/** One try to deliver an event. */
export interface WebhookAttempt {
  /** The time at which it was sent, in milliseconds since the epoch. */
  readonly at: number
  /** The duration, in milliseconds. */
  readonly durationMs: number
  /** The HTTP status of the answer. Null if there was no answer. */
  readonly status: number | null
  /** The reason why there was no answer. Null if there was one. */
  readonly error: string | null
  /** The beginning of the answer's body, at most 500 characters. Null without an answer. */
  readonly excerpt: string | null
}
const WebhookAttempt = Schema.Struct({
  at: Millis,
  durationMs: Schema.Int,
  status: Schema.NullOr(Schema.Int),
  error: Schema.NullOr(Schema.String),
  excerpt: Schema.NullOr(Schema.String)
})

/** The type of a published event, of core or of a module. */
const PublishedType = StoredEventType as unknown as Schema.Codec<EventType>

/** A delivery as it is stored. */
export const WebhookDeliveryRecord = Schema.Struct({
  id: WebhookDeliveryId,
  endpoint: WebhookEndpointId,
  event: EventId,
  type: PublishedType,
  status: WebhookDeliveryStatus,
  /** The number of tries since the delivery was last requested. */
  tries: Schema.Int,
  attempts: Schema.Array(WebhookAttempt),
  created: Millis,
  settledAt: Schema.NullOr(Millis)
})
export interface WebhookDeliveryRecord extends Schema.Schema.Type<typeof WebhookDeliveryRecord> {}

/** The value of the unique key: one delivery for each endpoint and event. */
export const deliveryKey = ({
  endpoint,
  event
}: Pick<WebhookDeliveryRecord, "endpoint" | "event">): string => `${endpoint}/${event}`

const isFailing = ({ status, tries }: WebhookDeliveryRecord): boolean =>
  status === "failed" || (status === "pending" && tries > 0)

/** The statuses in the index of endpoints. A pending delivery that is retried has its own. */
type DeliveryState = WebhookDeliveryStatus | "retrying"

const stateOf = (delivery: WebhookDeliveryRecord): DeliveryState =>
  delivery.status === "pending" && isFailing(delivery) ? "retrying" : delivery.status

const endpointState = (endpoint: string, state: DeliveryState): string => `${endpoint}/${state}`

const statesOf: Readonly<Record<WebhookDeliveryStatus | "failing", ReadonlyArray<DeliveryState>>> =
  {
    pending: ["pending", "retrying"],
    delivered: ["delivered"],
    failed: ["failed"],
    failing: ["failed", "retrying"]
  }

/**
 * Returns the filter of the deliveries to an endpoint that have a status, or that failed or are
 * being retried. It reads them by one index, past no others.
 */
export const deliveriesOfEndpoint = (
  endpoint: string,
  status: WebhookDeliveryStatus | "failing"
): { readonly endpointState: ReadonlyArray<string> } => ({
  endpointState: statesOf[status].map((state) => endpointState(endpoint, state))
})

export const WebhookDeliveryCollection = collection<WebhookDeliveryRecord>({
  name: "webhook_deliveries",
  schema: WebhookDeliveryRecord,
  unique: { event: { of: deliveryKey } },
  indexes: {
    endpoint: { of: ({ endpoint }) => endpoint },
    event: { of: ({ event }) => event },
    status: { of: ({ status }) => status },
    /** Deliveries that failed or are being retried. */
    failing: { of: (delivery) => (isFailing(delivery) ? "failing" : null) },
    /** An endpoint and a status. An endpoint may have many deliveries, and few in one status. */
    endpointState: {
      of: (delivery) => endpointState(delivery.endpoint, stateOf(delivery))
    }
  },
  sweepable: true
})

/** The time at which an event was first accepted by an endpoint. */
const EventDelivery = Schema.Struct({ id: EventId, deliveredAt: Millis })

export const EventDeliveryCollection = collection<typeof EventDelivery.Type>({
  name: "event_deliveries",
  schema: EventDelivery
})

/** The delivery of an event to an endpoint. */
export interface WebhookDelivery {
  readonly object: "webhook_delivery"
  /** `delivery_` and a ULID. */
  readonly id: WebhookDeliveryId
  /** The id of the endpoint. */
  readonly endpoint: WebhookEndpointId
  /** The id of the event. */
  readonly event: EventId
  /** The type of the event. */
  readonly type: EventType
  /** The status. It is `failed` after the last try. A replay makes it `pending` again. */
  readonly status: WebhookDeliveryStatus
  /** The last twenty tries, oldest first. */
  readonly attempts: ReadonlyArray<WebhookAttempt>
  /** The time at which the event was queued, in milliseconds since the epoch. */
  readonly created: number
  /** The time at which it was delivered or failed. Null before. */
  readonly settledAt: number | null
}

/** The resource of a stored delivery. */
export const toWebhookDelivery = (record: WebhookDeliveryRecord): WebhookDelivery => ({
  object: "webhook_delivery",
  id: record.id,
  endpoint: record.endpoint,
  event: record.event,
  type: record.type,
  status: record.status,
  attempts: record.attempts,
  created: record.created,
  settledAt: record.settledAt
})

/** Returns the delivery of this scope. Refused with `ResourceNotFound`. */
export const getDelivery = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const found = yield* storage.get(scope, WebhookDeliveryCollection, id)
  return Option.isSome(found)
    ? found.value
    : yield* new ResourceNotFound({ object: "webhook_delivery", id })
})
