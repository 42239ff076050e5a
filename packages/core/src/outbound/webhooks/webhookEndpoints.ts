import { Clock, Effect, Schema } from "effect"
import { currentMoment } from "../../kernel/ids/Moment.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { parameterInvalid } from "../../kernel/input/InvalidInput.ts"
import { freeText } from "../../kernel/primitives/FreeText.ts"
import { refusedAs } from "../../kernel/primitives/RefusalCode.ts"
import { isWebUrl } from "../../kernel/primitives/WebUrl.ts"
import type { EventType } from "../../platform/events/EventRecord.ts"
import { byModuleEventTypes, publishedTypes } from "../../platform/events/moduleEventTypes.ts"
import { claimIfGiven } from "../../platform/idempotency/claimIfGiven.ts"
import { type Claim, refused } from "../../platform/idempotency/claimKey.ts"
import { list } from "../../platform/pagination/List.ts"
import { type Change, insert, remove, update, updated } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { retryConflicts } from "../../platform/storage/retryConflicts.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { accountSettings } from "../../platform/tenants/accountSettings.ts"
import type { MutationOptions } from "../../platform/tenants/Caller.ts"
import { type Tenant, TenantCollection } from "../../platform/tenants/Tenant.ts"
import { checkAddress } from "./checkAddress.ts"
import { repeatedSecret, secretAnswer } from "./repeatedSecret.ts"
import {
  getEndpoint,
  toWebhookEndpoint,
  WebhookEndpointCollection,
  type WebhookEndpointRecord,
  WebhookEndpointStatus,
  type WebhookEndpointWithSecret
} from "./WebhookEndpoint.ts"
import { type NewSecret, newSecret, rotationMs } from "./webhookSecrets.ts"

/** The most endpoints of a merchant in a mode. */
const mostEndpoints = 20

const isWebAddress = (text: string): boolean => isWebUrl(text) && new URL(text).hash === ""

const WebAddress = freeText(2048).check(
  Schema.makeFilter(
    isWebAddress,
    refusedAs(
      "parameter_invalid",
      "a web address without credentials and fragment, such as https://shop.example/hooks"
    )
  )
)

const typesOf = (ofModules: ReadonlyArray<string>) =>
  Schema.NullOr(
    Schema.Array(publishedTypes(ofModules)).check(
      Schema.isMinLength(
        1,
        refusedAs("parameter_invalid", "at least one type, or be null for all of them")
      ),
      Schema.isMaxLength(100, refusedAs("parameter_invalid", "at most 100 types"))
    )
  )

/** The input of a new endpoint. */
export interface CreateWebhookEndpoint {
  /** The address to which events are sent. In live mode it must be a public `https` address. */
  readonly url: string
  /** The event types that it gets. The default is all published events. */
  readonly types?: ReadonlyArray<EventType> | null
  /** The description, at most 255 characters. */
  readonly description?: string
}
const createCheckers = byModuleEventTypes((ofModules) =>
  inputChecker(
    Schema.Struct({
      url: WebAddress,
      types: Schema.optionalKey(typesOf(ofModules)),
      description: Schema.optionalKey(freeText(255))
    })
  )
)

/** The changes of an endpoint. A field that is left out stays. */
export interface UpdateWebhookEndpoint {
  /** The new address, also for queued deliveries. */
  readonly url?: string
  /** The event types that it gets from now on. Null for all published events. */
  readonly types?: ReadonlyArray<EventType> | null
  /** The description, at most 255 characters. Null for none. */
  readonly description?: string | null
  /**
   * The status. An endpoint that is enabled again gets the queued deliveries. While it is disabled,
   * nothing is added.
   */
  readonly status?: WebhookEndpointStatus
}
const updateCheckers = byModuleEventTypes((ofModules) =>
  inputChecker(
    Schema.Struct({
      url: Schema.optionalKey(WebAddress),
      types: Schema.optionalKey(typesOf(ofModules)),
      description: Schema.optionalKey(Schema.NullOr(freeText(255))),
      status: Schema.optionalKey(WebhookEndpointStatus)
    })
  )
)

/**
 * Creates an endpoint. Only this answer shows its secret. With an idempotency key, a repeated
 * request gets the same endpoint and its secret.
 */
export const createWebhookEndpoint = Effect.fnUntraced(function* (
  scope: Scope,
  input: CreateWebhookEndpoint,
  options?: MutationOptions
) {
  const checkInput = yield* createCheckers.current
  const given = yield* Effect.fromResult(checkInput(input))
  yield* checkAddress(scope, given.url)
  const made = yield* newSecret
  return yield* claimIfGiven(
    { scope, endpoint: "createWebhookEndpoint", options, input: given },
    (answered) => create(scope, given, made, answered),
    (body) => repeatedSecret(scope, body)
  )
})

const create = Effect.fnUntraced(function* (
  scope: Scope,
  { url, types = null, description }: CreateWebhookEndpoint,
  { secret, sealed }: NewSecret,
  answered: Claim["answered"]
) {
  const storage = yield* Storage
  const { now, id } = yield* currentMoment
  const { account, endpoints } = yield* endpointsToChange(scope)
  if (endpoints.length >= mostEndpoints) {
    return yield* refused(
      parameterInvalid(
        "url",
        `can't be added: there are ${mostEndpoints} endpoints, the most in one mode. ` +
          "Delete one first"
      )
    )
  }
  const row: WebhookEndpointRecord = {
    id: id("endpoint"),
    url,
    description: description ?? null,
    types,
    status: "enabled",
    disabledReason: null,
    secret: sealed,
    oldSecret: null,
    failingSince: null,
    restarts: 0,
    created: now
  }
  yield* storage.commit([
    ...answered(secretAnswer(row)),
    insert(scope, WebhookEndpointCollection, row),
    subscribing(account, [...endpoints, row])
  ])
  const made: WebhookEndpointWithSecret = { ...toWebhookEndpoint(row), secret }
  return made
})

/** Returns all endpoints of a merchant in a mode in one page, oldest first. */
export const listWebhookEndpoints = Effect.fnUntraced(function* (scope: Scope) {
  return list((yield* endpointsOf(scope)).map(({ row }) => toWebhookEndpoint(row)))
})

/** Returns an endpoint. */
export const retrieveWebhookEndpoint = Effect.fnUntraced(function* (scope: Scope, id: string) {
  return toWebhookEndpoint((yield* getEndpoint(scope, id)).row)
})

/** Changes an endpoint, or enables it again. */
export const updateWebhookEndpoint = Effect.fnUntraced(function* (
  scope: Scope,
  id: string,
  input: UpdateWebhookEndpoint
) {
  const checkInput = yield* updateCheckers.current
  const { status, ...given } = yield* Effect.fromResult(checkInput(input))
  if (given.url !== undefined) yield* checkAddress(scope, given.url)
  return yield* retryConflicts(
    change(scope, id, (row) => {
      const hasMoved = given.url !== undefined && given.url !== row.url
      const hasTurned = status !== undefined && status !== row.status
      const disabledReason = status === "disabled" ? "merchant" : null
      return {
        ...row,
        ...given,
        ...(hasTurned ? { status, disabledReason } : {}),
        // A changed endpoint has not failed yet.
        ...(hasMoved || hasTurned ? { failingSince: null, restarts: row.restarts + 1 } : {})
      }
    })
  )
})

/**
 * Gives an endpoint a new secret. Only this answer shows it. For 24 hours both secrets sign, so the
 * receiver has a day to change. With an idempotency key, a repeated request gets the same secret.
 */
export const rotateWebhookSecret = Effect.fnUntraced(function* (
  scope: Scope,
  id: string,
  options?: MutationOptions
) {
  const { secret, sealed } = yield* newSecret
  const now = yield* Clock.currentTimeMillis
  const rotated = (row: WebhookEndpointRecord): WebhookEndpointRecord => ({
    ...row,
    secret: sealed,
    oldSecret: { secret: row.secret, until: now + rotationMs }
  })
  return yield* claimIfGiven(
    { scope, endpoint: "rotateWebhookSecret", options, input: [id] },
    (answered) =>
      Effect.map(
        Effect.catchTag(
          change(scope, id, rotated, (row) => answered(secretAnswer(row))),
          "ResourceNotFound",
          (error) => refused(error)
        ),
        (endpoint): WebhookEndpointWithSecret => ({ ...endpoint, secret })
      ),
    (body) => repeatedSecret(scope, body)
  )
})

/** Deletes an endpoint. Its queued deliveries are dropped. */
export const deleteWebhookEndpoint = Effect.fnUntraced(function* (scope: Scope, id: string) {
  yield* retryConflicts(
    Effect.gen(function* () {
      const storage = yield* Storage
      const endpoint = yield* getEndpoint(scope, id)
      const { account, endpoints } = yield* endpointsToChange(scope)
      const others = endpoints.filter((row) => row.id !== id)
      yield* storage.commit([
        remove(WebhookEndpointCollection, endpoint),
        subscribing(account, others)
      ])
    })
  )
})

const change = Effect.fnUntraced(function* (
  scope: Scope,
  id: string,
  changed: (row: WebhookEndpointRecord) => WebhookEndpointRecord,
  more: (row: WebhookEndpointRecord) => ReadonlyArray<Change> = () => []
) {
  const storage = yield* Storage
  const endpoint = yield* getEndpoint(scope, id)
  const { account, endpoints } = yield* endpointsToChange(scope)
  const row = changed(endpoint.row)
  const rows = endpoints.map((other) => (other.id === id ? row : other))
  yield* storage.commit([
    ...more(row),
    update(WebhookEndpointCollection, endpoint, row),
    subscribing(account, rows)
  ])
  return toWebhookEndpoint(updated(endpoint, row).row)
})

const endpointsOf = Effect.fnUntraced(function* (scope: Scope) {
  const storage = yield* Storage
  return yield* storage.page(scope, WebhookEndpointCollection, {
    order: "asc",
    limit: mostEndpoints
  })
})

/**
 * Reads the account before its endpoints. A commit that changes one of them in between also changes
 * the account, so the commit that follows this read is refused.
 */
const endpointsToChange = Effect.fnUntraced(function* (scope: Scope) {
  const account = yield* accountSettings(scope)
  const endpoints = (yield* endpointsOf(scope)).map(({ row }) => row)
  return { account, endpoints }
})

/** The tenant's row lists the enabled endpoints, so a commit of events needs no other row. */
const subscribing = (
  account: Stored<Tenant>,
  endpoints: ReadonlyArray<WebhookEndpointRecord>
): Change => {
  const webhooks = endpoints
    .filter(({ status }) => status === "enabled")
    .map(({ id, types }) => ({ endpoint: id, types }))
  return update(TenantCollection, account, { ...account.row, webhooks })
}
