import { Clock, Effect, Option } from "effect"
import { Entropy } from "../../kernel/ids/Entropy.ts"
import { withoutSecrets } from "../../kernel/logging/causeText.ts"
import { dayMs, hourMs, minuteMs } from "../../kernel/primitives/durations.ts"
import type { WebhookEndpointId } from "../../kernel/primitives/PublicId.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import {
  eventEnvelopeCodec,
  isPublished,
  toEventEnvelope
} from "../../platform/events/EventEnvelope.ts"
import { EventCollection } from "../../platform/events/EventRecord.ts"
import { postponeJob, removeJob } from "../../platform/jobs/scheduleJob.ts"
import { Secrets } from "../../platform/secrets/Secrets.ts"
import { type Change, insert, update, updated } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Job } from "../../platform/storage/Job.ts"
import { KeyedLock } from "../../platform/storage/KeyedLock.ts"
import { retryConflicts } from "../../platform/storage/retryConflicts.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { currentCommitContext } from "../../platform/tenants/accountSettings.ts"
import { TenantCollection } from "../../platform/tenants/Tenant.ts"
import { tracedSend } from "./tracedSend.ts"
import {
  EventDeliveryCollection,
  type WebhookAttempt,
  WebhookDeliveryCollection,
  type WebhookDeliveryRecord
} from "./WebhookDelivery.ts"
import {
  recordDisabled,
  type WebhookDisabledReason,
  WebhookEndpointCollection,
  type WebhookEndpointRecord
} from "./WebhookEndpoint.ts"
import { type WebhookResponse, WebhookSender, type WebhookSenderPort } from "./WebhookSender.ts"
import { signedHeaders } from "./webhookSecrets.ts"

/** The timeout of an endpoint. */
export const webhookTimeoutMs = 15_000

/** A sender reports its own timeout. This grace lets its report arrive. */
const graceMs = 1000

/** The delays after each failure. After the last one the delivery has failed. */
export const webhookWaitsMs = [
  5000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs
]

/** An endpoint that accepts nothing for this long is disabled. */
const failingForMs = 3 * dayMs

/**
 * The delay of a delivery that failed by a fault of this machine. Such a failure uses up no try.
 * After three days it does, because the fault may never pass.
 */
const ownFaultWaitMs = 5 * minuteMs
const ownFaultForMs = 3 * dayMs

const isOwnFault = (
  response: WebhookResponse,
  { created }: WebhookDeliveryRecord,
  now: Millis
): boolean =>
  response._tag === "Failed" && response.isOwnFault === true && now < created + ownFaultForMs

const mostAttempts = 20
const longestExcerpt = 500

/**
 * The result of a try, for the accounting of slots. A delivery that `waits` stays due, because its
 * endpoint is disabled.
 */
type Delivered = "taken" | "not_taken" | "not_sent" | "waits"

/**
 * Runs the job of a delivery: sends the event once, and commits the result and the next try. If the
 * endpoint is disabled, nothing is sent and the delivery stays queued.
 */
export const deliverWebhook = Effect.fnUntraced(function* (job: Stored<Job>) {
  const storage = yield* Storage
  const { port } = yield* WebhookSender
  const delivery = yield* storage.get(job.scope, WebhookDeliveryCollection, job.row.subject)
  if (Option.isNone(delivery) || delivery.value.row.status !== "pending") {
    yield* storage.commit(removeJob(job))
    return "not_sent" satisfies Delivered
  }
  const { row } = delivery.value
  const endpoint = yield* storage.get(job.scope, WebhookEndpointCollection, row.endpoint)
  const event = yield* storage.get(job.scope, EventCollection, row.event)
  if (Option.isNone(endpoint) || Option.isNone(event) || !isPublished(event.value.row)) {
    const now = yield* Clock.currentTimeMillis
    const failed = { ...row, status: "failed", settledAt: now } as const
    yield* storage.commit([
      ...removeJob(job),
      update(WebhookDeliveryCollection, delivery.value, failed)
    ])
    return "not_sent" satisfies Delivered
  }
  if (port === null || endpoint.value.row.status === "disabled") {
    yield* storage.commit([postponeJob(job, job.row.dueAt)])
    return "waits" satisfies Delivered
  }
  const body = eventEnvelopeCodec.toBody(toEventEnvelope(event.value.row))
  const { attempt, response } = yield* send(port, job.scope, endpoint.value.row, row, body)
  yield* settle(job, delivery.value, attempt, response)
  if (!isOwnFault(response, row, attempt.at)) {
    yield* retryConflicts(recordHealth(endpoint.value, response))
  }
  return (isTaken(response) ? "taken" : "not_taken") satisfies Delivered
})

const send = Effect.fnUntraced(function* (
  port: WebhookSenderPort,
  { mode, tenant }: Stored<Job>["scope"],
  endpoint: WebhookEndpointRecord,
  { event, type }: WebhookDeliveryRecord,
  body: string
) {
  const secrets = yield* Secrets
  const at = yield* Clock.currentTimeMillis
  const headers = signedHeaders(secrets, endpoint, { id: event, body }, at)
  const request = { url: endpoint.url, mode, headers, body, timeoutMs: webhookTimeoutMs }
  // A sender that throws or takes too long counts as failed.
  const delivery = { endpoint: endpoint.id, event, type, tenant }
  const response = yield* tracedSend(request, delivery, (sent) => port.send(sent)).pipe(
    Effect.timeoutOption(webhookTimeoutMs + graceMs),
    Effect.map(Option.getOrElse(() => failed("It did not answer in time."))),
    Effect.catchDefect((defect) => Effect.succeed(failed(`${defect}`)))
  )
  const durationMs = (yield* Clock.currentTimeMillis) - at
  const attempt: WebhookAttempt = {
    at,
    durationMs,
    ...(response._tag === "Answered"
      ? { status: response.status, error: null, excerpt: shortened(response.excerpt) }
      : { status: null, error: shortened(response.reason), excerpt: null })
  }
  return { attempt, response }
})

const failed = (reason: string): WebhookResponse => ({ _tag: "Failed", reason })

const shortened = (text: string): string =>
  withoutSecrets(text.slice(0, longestExcerpt).replaceAll("\0", "")).toWellFormed()

const isTaken = (response: WebhookResponse): boolean =>
  response._tag === "Answered" && response.status >= 200 && response.status < 300

const isGone = (response: WebhookResponse): boolean =>
  response._tag === "Answered" && response.status === 410

const settle = Effect.fnUntraced(function* (
  job: Stored<Job>,
  delivery: Stored<WebhookDeliveryRecord>,
  attempt: WebhookAttempt,
  response: WebhookResponse
) {
  const storage = yield* Storage
  const { fraction } = yield* Entropy
  const now = yield* Clock.currentTimeMillis
  const isOurs = isOwnFault(response, delivery.row, attempt.at)
  const tries = delivery.row.tries + (isOurs ? 0 : 1)
  const wait = isOurs ? ownFaultWaitMs : webhookWaitsMs[tries - 1]
  const isOver = isTaken(response) || wait === undefined
  const row: WebhookDeliveryRecord = {
    ...delivery.row,
    status: isTaken(response) ? "delivered" : isOver ? "failed" : "pending",
    tries,
    attempts: [...delivery.row.attempts, attempt].slice(-mostAttempts),
    settledAt: isOver ? now : null
  }
  const changes = [
    update(WebhookDeliveryCollection, delivery, row),
    ...(isOver
      ? removeJob(job)
      : [postponeJob(job, now + waitFor(wait ?? 0, response, fraction()))])
  ]
  if (!isTaken(response)) return yield* storage.commit(changes)
  const { withLock } = yield* KeyedLock
  yield* withLock(
    delivery.row.event,
    EventDeliveryCollection.name
  )(commitTaken(delivery, changes, now))
})

/**
 * Commits an accepted delivery. The first accepted delivery of an event also marks the event as
 * delivered.
 */
const commitTaken = Effect.fnUntraced(function* (
  delivery: Stored<WebhookDeliveryRecord>,
  changes: ReadonlyArray<Change>,
  now: Millis
) {
  const storage = yield* Storage
  const first = yield* firstTaken(delivery, now)
  yield* Effect.catchTag(storage.commit([...changes, ...first]), "CommitConflict", (conflict) =>
    // Another process has delivered the event to another endpoint at the same moment.
    conflict.collection === EventDeliveryCollection.name
      ? storage.commit(changes)
      : Effect.fail(conflict)
  )
})

/**
 * Returns the delay before the next try, varied by a tenth so that deliveries that failed together
 * don't retry together. It is at least the delay that the endpoint asked for.
 */
const waitFor = (wait: number, response: WebhookResponse, chance: number): number => {
  const requested = response._tag === "Answered" ? (response.retryAfterMs ?? 0) : 0
  return Math.max(Math.round(wait * (0.9 + 0.2 * chance)), Math.min(requested, dayMs))
}

const firstTaken = Effect.fnUntraced(function* (
  { scope, row }: Stored<WebhookDeliveryRecord>,
  now: Millis
) {
  const storage = yield* Storage
  const known = yield* storage.get(scope, EventDeliveryCollection, row.event)
  return Option.isSome(known)
    ? []
    : [insert(scope, EventDeliveryCollection, { id: row.event, deliveredAt: now })]
})

/**
 * Stores since when an endpoint accepts nothing. Disables an endpoint that is gone or has failed
 * for too long.
 */
const recordHealth = Effect.fnUntraced(function* (
  { scope, row: { id, restarts } }: Stored<WebhookEndpointRecord>,
  response: WebhookResponse
) {
  const storage = yield* Storage
  const found = yield* storage.get(scope, WebhookEndpointCollection, id)
  if (Option.isNone(found) || found.value.row.status === "disabled") return
  // Results from before the endpoint moved or was enabled again don't count.
  if (found.value.row.restarts !== restarts) return
  const endpoint = found.value
  const { failingSince } = endpoint.row
  const now = yield* Clock.currentTimeMillis
  if (isTaken(response)) {
    if (failingSince === null) return
    return yield* storage.commit([
      update(WebhookEndpointCollection, endpoint, { ...endpoint.row, failingSince: null })
    ])
  }
  const since = failingSince ?? now
  const reason: WebhookDisabledReason | null = isGone(response)
    ? "gone"
    : now - since >= failingForMs
      ? "failing"
      : null
  if (reason === null) {
    if (failingSince !== null) return
    return yield* storage.commit([
      update(WebhookEndpointCollection, endpoint, { ...endpoint.row, failingSince: since })
    ])
  }
  const row: WebhookEndpointRecord = {
    ...endpoint.row,
    status: "disabled",
    disabledReason: reason,
    failingSince: since
  }
  yield* storage.commit([
    update(WebhookEndpointCollection, endpoint, row),
    ...(yield* unsubscribed(scope, id)),
    ...recordDisabled(yield* currentCommitContext(scope), updated(endpoint, row))
  ])
})

/** Removes the endpoint from the tenant's row, so nothing more is queued for it. */
const unsubscribed = Effect.fnUntraced(function* (
  scope: Stored<Job>["scope"],
  endpoint: WebhookEndpointId
) {
  const storage = yield* Storage
  const tenant = yield* storage.get(scope, TenantCollection, scope.tenant)
  if (Option.isNone(tenant)) return []
  const { webhooks = [] } = tenant.value.row
  const row = {
    ...tenant.value.row,
    webhooks: webhooks.filter((subscription) => subscription.endpoint !== endpoint)
  }
  return [update(TenantCollection, tenant.value, row)] satisfies ReadonlyArray<Change>
})
