import { Effect, Option, Schema } from "effect"
import { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import type { Named } from "../../kernel/primitives/Named.ts"
import { WebhookEndpointId } from "../../kernel/primitives/PublicId.ts"
import { Millis, timestampOf } from "../../kernel/primitives/Timestamp.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { EventType } from "../../platform/events/EventRecord.ts"
import { recordEvent } from "../../platform/events/recordEvent.ts"
import type { Change } from "../../platform/storage/Change.ts"
import { collection, type Stored } from "../../platform/storage/Collection.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"

/** Whether an endpoint is told of what happens. */
export const WebhookEndpointStatus = Schema.Literals(["enabled", "disabled"])
export type WebhookEndpointStatus = Named<typeof WebhookEndpointStatus.Type>

/** Why an endpoint is disabled: by the merchant, by its answer 410, or by days of failure. */
export const WebhookDisabledReason = Schema.Literals(["merchant", "gone", "failing"])
export type WebhookDisabledReason = Named<typeof WebhookDisabledReason.Type>

/** An endpoint as it is stored. */
export const WebhookEndpointRecord = Schema.Struct({
  id: WebhookEndpointId,
  url: Schema.String,
  description: Schema.NullOr(Schema.String),
  types: Schema.NullOr(Schema.Array(EventType)),
  status: WebhookEndpointStatus,
  disabledReason: Schema.NullOr(WebhookDisabledReason),
  /** Sealed by the deployment's secret. */
  secret: Schema.String,
  /** The one before, which signs as well until that time. */
  oldSecret: Schema.NullOr(Schema.Struct({ secret: Schema.String, until: Millis })),
  /** Since when nothing was taken that was sent; null where something was. */
  failingSince: Schema.NullOr(Millis),
  /** How often it moved or was enabled again: what was sent before says nothing of it since. */
  restarts: Schema.Int,
  created: Millis
})
export interface WebhookEndpointRecord extends Schema.Schema.Type<typeof WebhookEndpointRecord> {}

export const WebhookEndpointCollection = collection<WebhookEndpointRecord>({
  name: "webhook_endpoints",
  schema: WebhookEndpointRecord,
  unique: { id: { of: ({ id }) => id, global: true } },
  steps: [
    // Nobody counted.
    (older) => ({ ...older, restarts: 0 })
  ]
})

/** Where a merchant is told of what happens. */
export interface WebhookEndpoint {
  readonly object: "webhook_endpoint"
  /** `endpoint_` and a ULID. */
  readonly id: WebhookEndpointId
  /** Where events are sent. */
  readonly url: string
  /** As the merchant gave it; null where none was given. */
  readonly description: string | null
  /** What it is told of; everything that is published where it is null. */
  readonly types: ReadonlyArray<EventType> | null
  /** What is queued for one that is disabled stays there, and nothing is added. */
  readonly status: WebhookEndpointStatus
  /** Why it is disabled; null where it is not. */
  readonly disabledReason: WebhookDisabledReason | null
  /** Until when the secret before also signs, in milliseconds since the epoch; null where none. */
  readonly oldSecretUntil: number | null
  /** Since when it took nothing that was sent; null where it did. */
  readonly failingSince: number | null
  /** When it was made, in milliseconds since the epoch. */
  readonly created: number
}

/** An endpoint with its secret, which is shown this once. */
export interface WebhookEndpointWithSecret extends WebhookEndpoint {
  /** `whsec_` and base64: what `@payloom/core/webhooks` and any Standard Webhooks library take. */
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

/** An endpoint that was disabled, as an alert carries it: without what signs for it. */
export interface WebhookEndpointJson {
  readonly object: "webhook_endpoint"
  readonly id: string
  readonly url: string
  readonly status: WebhookEndpointStatus
  readonly disabled_reason: WebhookDisabledReason | null
  /** Since when it has taken nothing, in RFC 3339. */
  readonly failing_since: string | null
  /** In RFC 3339. */
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

/** Tells whoever watches over the engine of an endpoint that was disabled. */
export const recordDisabled = (
  commit: CommitContext,
  endpoint: Stored<WebhookEndpointRecord>
): ReadonlyArray<Change> => recordEvent(commit, "alert.webhook_disabled", endpoint, { show })

/** The endpoint of this scope, or the refusal that there is none. */
export const getEndpoint = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const found = yield* storage.get(scope, WebhookEndpointCollection, id)
  return Option.isSome(found)
    ? found.value
    : yield* new ResourceNotFound({ object: "webhook_endpoint", id })
})
