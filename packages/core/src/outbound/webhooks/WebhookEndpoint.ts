import { Effect, Option, Schema } from "effect"
import { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import type { Named } from "../../kernel/primitives/Named.ts"
import { WebhookEndpointId } from "../../kernel/primitives/PublicId.ts"
import { Millis, timestampOf } from "../../kernel/primitives/Timestamp.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { type EventType, StoredEventType } from "../../platform/events/EventRecord.ts"
import { recordEvent } from "../../platform/events/recordEvent.ts"
import type { Change } from "../../platform/storage/Change.ts"
import { collection, type Stored } from "../../platform/storage/Collection.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"

/** The status of an endpoint. Only an enabled endpoint gets events. */
export const WebhookEndpointStatus = Schema.Literals(["enabled", "disabled"])
export type WebhookEndpointStatus = Named<typeof WebhookEndpointStatus.Type>

/**
 * The reason why an endpoint is disabled: the merchant, an answer with status 410, or days of
 * failure.
 */
export const WebhookDisabledReason = Schema.Literals(["merchant", "gone", "failing"])
export type WebhookDisabledReason = Named<typeof WebhookDisabledReason.Type>

/** An endpoint as it is stored. */
export const WebhookEndpointRecord = Schema.Struct({
  id: WebhookEndpointId,
  url: Schema.String,
  description: Schema.NullOr(Schema.String),
  types: Schema.NullOr(Schema.Array(StoredEventType as unknown as Schema.Codec<EventType>)),
  status: WebhookEndpointStatus,
  disabledReason: Schema.NullOr(WebhookDisabledReason),
  /** The secret, sealed by the deployment's secret. */
  secret: Schema.String,
  /** The secret before the last rotation, which also signs until the given time. */
  oldSecret: Schema.NullOr(Schema.Struct({ secret: Schema.String, until: Millis })),
  /** The start of its failures. Null if the last delivery was accepted. */
  failingSince: Schema.NullOr(Millis),
  /**
   * The number of times that it moved or was enabled again. Results from before a restart don't
   * count against it.
   */
  restarts: Schema.Int,
  created: Millis
})
export interface WebhookEndpointRecord extends Schema.Schema.Type<typeof WebhookEndpointRecord> {}

export const WebhookEndpointCollection = collection<WebhookEndpointRecord>({
  name: "webhook_endpoints",
  schema: WebhookEndpointRecord,
  unique: { id: { of: ({ id }) => id, global: true } },
  steps: [
    // Restarts were not counted in earlier releases.
    (older) => ({ ...older, restarts: 0 })
  ]
})

/** An endpoint that gets a merchant's webhooks. */
export interface WebhookEndpoint {
  readonly object: "webhook_endpoint"
  /** `endpoint_` and a ULID. */
  readonly id: WebhookEndpointId
  /** The address to which events are sent. */
  readonly url: string
  /** The merchant's description. Null if there is none. */
  readonly description: string | null
  /** The event types that it gets. Null for all published events. */
  readonly types: ReadonlyArray<EventType> | null
  /** The status. A disabled endpoint keeps its queued deliveries, and gets no new ones. */
  readonly status: WebhookEndpointStatus
  /** The reason why it is disabled. Null if it is enabled. */
  readonly disabledReason: WebhookDisabledReason | null
  /**
   * The time until which the old secret also signs, in milliseconds since the epoch. Null if there
   * is no old secret.
   */
  readonly oldSecretUntil: number | null
  /**
   * The time since which no delivery was accepted, in milliseconds since the epoch. Null if the
   * last one was accepted.
   */
  readonly failingSince: number | null
  /** The time of creation, in milliseconds since the epoch. */
  readonly created: number
}

/** An endpoint with its secret. The secret is shown only once. */
export interface WebhookEndpointWithSecret extends WebhookEndpoint {
  /**
   * `whsec_` and base64, the format for `@payloom/core/webhooks` and any Standard Webhooks library.
   */
  readonly secret: string
}

/** The resource of a stored endpoint. */
export const toWebhookEndpoint = (row: WebhookEndpointRecord): WebhookEndpoint => ({
  object: "webhook_endpoint",
  id: row.id,
  url: row.url,
  description: row.description,
  types: row.types,
  status: row.status,
  disabledReason: row.disabledReason,
  oldSecretUntil: row.oldSecret?.until ?? null,
  failingSince: row.failingSince,
  created: row.created
})

/** The form of a disabled endpoint in alerts, without its secrets. */
export interface WebhookEndpointJson {
  readonly object: "webhook_endpoint"
  readonly id: string
  readonly url: string
  readonly status: WebhookEndpointStatus
  readonly disabled_reason: WebhookDisabledReason | null
  /** The time since which no delivery was accepted, in RFC 3339. */
  readonly failing_since: string | null
  /** The time of creation, in RFC 3339. */
  readonly created: string
}

const show = (row: WebhookEndpointRecord): WebhookEndpointJson => ({
  object: "webhook_endpoint",
  id: row.id,
  url: row.url,
  status: row.status,
  disabled_reason: row.disabledReason,
  failing_since: row.failingSince === null ? null : timestampOf(row.failingSince),
  created: timestampOf(row.created)
})

/** Records the alert for an endpoint that was disabled. */
export const recordDisabled = (
  commit: CommitContext,
  endpoint: Stored<WebhookEndpointRecord>
): ReadonlyArray<Change> => recordEvent(commit, "alert.webhook_disabled", endpoint, { show })

/** Returns the endpoint of this scope. Refused with `ResourceNotFound`. */
export const getEndpoint = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const found = yield* storage.get(scope, WebhookEndpointCollection, id)
  return Option.isSome(found)
    ? found.value
    : yield* new ResourceNotFound({ object: "webhook_endpoint", id })
})
