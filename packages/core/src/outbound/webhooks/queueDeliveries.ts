import { Clock, Effect, Layer, Option } from "effect"
import { Ids } from "../../kernel/ids/Moment.ts"
import type { EventId, WebhookEndpointId } from "../../kernel/primitives/PublicId.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { EventCollection, type EventRecord } from "../../platform/events/EventRecord.ts"
import type { DeliveryKind } from "../../platform/jobs/JobKind.ts"
import { scheduleJob } from "../../platform/jobs/scheduleJob.ts"
import { type Change, type Check, check, insert } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { type Scope, scopeKey } from "../../platform/storage/Scope.ts"
import {
  type CommitConflict,
  Storage,
  type StoragePort,
  type StorageUnavailable
} from "../../platform/storage/Storage.ts"
import { type Committing, withCommit } from "../../platform/storage/withCommit.ts"
import { type Tenant, TenantCollection } from "../../platform/tenants/Tenant.ts"
import { WebhookDeliveryCollection, type WebhookDeliveryRecord } from "./WebhookDelivery.ts"

/** The common prefix of the job kinds of deliveries. */
export const deliveryKindPrefix = "deliver_webhook/" satisfies DeliveryKind

/**
 * The job kind of one endpoint. Each endpoint has its own kind, so its jobs are found without
 * scanning those of others.
 */
export const deliveryKind = (endpoint: WebhookEndpointId): DeliveryKind =>
  `${deliveryKindPrefix}${endpoint}`

/** The changes that queue a delivery of an event: the delivery, and the job that sends it. */
export const queued = (
  commit: Pick<CommitContext, "scope" | "id" | "now">,
  endpoint: WebhookEndpointId,
  event: { readonly id: EventId; readonly type: WebhookDeliveryRecord["type"] }
): ReadonlyArray<Change> => {
  const { scope, now, id } = commit
  const delivery: WebhookDeliveryRecord = {
    id: id("delivery"),
    endpoint,
    event: event.id,
    type: event.type,
    status: "pending",
    tries: 0,
    attempts: [],
    created: now,
    settledAt: null
  }
  return [
    insert(scope, WebhookDeliveryCollection, delivery),
    scheduleJob(commit, deliveryKind(endpoint), delivery.id, now)
  ]
}

/**
 * The storage with webhooks: a commit that writes events also writes their deliveries, to the
 * endpoints that are enabled at that time. So an event and its deliveries are written together or
 * not at all, whichever code writes the event.
 */
export const queueingStorage = <E, R>(storage: Layer.Layer<Storage, E, R>) =>
  Layer.effect(
    Storage,
    Effect.gen(function* () {
      const inner = yield* Storage
      const ids = yield* Ids
      const accounts = knownAccounts(inner)
      return withCommit(inner, (committing) => {
        const queueing = queueingBy(committing, accounts, ids)
        return (changes) => {
          const committed = changes.some(isPublished)
            ? queueing(changes)
            : committing.commit(changes)
          return changes.some(isAccountWritten)
            ? Effect.ensuring(
                committed,
                Effect.sync(() => {
                  for (const { scope } of changes.filter(isAccountWritten)) accounts.forget(scope)
                })
              )
            : committed
        }
      })
    })
  ).pipe(Layer.provide(storage))

/** Commits changes with the deliveries of their events. */
const queueingBy = (
  { commit, mayRepeat }: Committing,
  accounts: ReturnType<typeof knownAccounts>,
  ids: Ids["Service"]
): StoragePort["commit"] => {
  const queueing: StoragePort["commit"] = (changes) =>
    Effect.flatMap(deliveriesOf(accounts, ids, changes), ({ deliveries, checks }) =>
      Effect.catchTag(
        commit([...changes, ...deliveries, ...checks]),
        "CommitConflict",
        (conflict) => {
          const outdated = checks.filter(({ id }) => isOf(conflict, id))
          for (const { scope } of outdated) accounts.forget(scope)
          // Another endpoint was enabled meanwhile. Commit again, with its deliveries.
          return outdated.length > 0 && mayRepeat ? queueing(changes) : Effect.fail(conflict)
        }
      )
    )
  return queueing
}

type Published = Change & {
  readonly row: EventRecord & { readonly type: WebhookDeliveryRecord["type"] }
}

const isPublished = (change: Change): change is Published =>
  change._tag === "Insert" &&
  change.collection.name === EventCollection.name &&
  (change.row as EventRecord).published

const isOf = ({ collection, key }: CommitConflict, tenant: string): boolean =>
  collection === TenantCollection.name && key === tenant

const isOfAccount = ({ collection }: Change): boolean => collection.name === TenantCollection.name

const isAccountWritten = (change: Change): boolean => change._tag !== "Check" && isOfAccount(change)

/**
 * A cache of tenant rows. Each commit that uses one checks its version. So the cache saves a read,
 * and no decision is based on an old row.
 */
interface KnownAccounts {
  /** Returns the cached row. Undefined if there is none. */
  readonly cached: (scope: Scope) => Stored<Tenant> | undefined
  readonly of: (scope: Scope) => Effect.Effect<Option.Option<Stored<Tenant>>, StorageUnavailable>
  /** Call it if a cached row turned out to be outdated. */
  readonly forget: (scope: Scope) => void
}

/** The most cached rows. If there are more, the cache is cleared. */
const mostAccounts = 1000

const knownAccounts = (storage: StoragePort): KnownAccounts => {
  const known = new Map<string, Stored<Tenant>>()
  const read = (scope: Scope) =>
    Effect.map(
      storage.get(scope, TenantCollection, scope.tenant),
      Option.map((account) => {
        if (known.size >= mostAccounts) known.clear()
        known.set(scopeKey(scope), account)
        return account
      })
    )
  const cached = (scope: Scope) => known.get(scopeKey(scope))
  return {
    cached,
    of: (scope) => {
      const account = cached(scope)
      return account === undefined ? read(scope) : Effect.succeedSome(account)
    },
    forget: (scope) => {
      known.delete(scopeKey(scope))
    }
  }
}

/** The deliveries of a commit, and the checks that the tenant rows are unchanged. */
interface Deliveries {
  readonly deliveries: ReadonlyArray<Change>
  readonly checks: ReadonlyArray<Check>
}

const deliveriesOf = (
  accounts: KnownAccounts,
  ids: Ids["Service"],
  changes: ReadonlyArray<Change>
): Effect.Effect<Deliveries, StorageUnavailable> => {
  const none = withoutEndpoints(accounts, changes)
  return none === null ? readDeliveries(accounts, ids, changes) : Effect.succeed(none)
}

/**
 * Returns the answer for the usual commit: it is of one account, which is cached and has no
 * endpoint. Null for any other commit.
 */
const withoutEndpoints = (
  accounts: KnownAccounts,
  changes: ReadonlyArray<Change>
): Deliveries | null => {
  const scope = changes.find(isPublished)?.scope
  const account = scope === undefined ? undefined : accounts.cached(scope)
  if (scope === undefined || account === undefined || changes.some(isOfAccount)) return null
  const isOfOther = (change: Change) => scopeKey(change.scope) !== scopeKey(scope)
  const { webhooks = [] } = account.row
  return webhooks.length > 0 || changes.some((change) => isPublished(change) && isOfOther(change))
    ? null
    : { deliveries: [], checks: [check(TenantCollection, account)] }
}

const readDeliveries = Effect.fnUntraced(function* (
  accounts: KnownAccounts,
  ids: Ids["Service"],
  changes: ReadonlyArray<Change>
) {
  const deliveries: Array<Change> = []
  const checks: Array<Check> = []
  const own = changes.filter(isOfAccount)
  // These changes already check the version of the tenant row, which must be the newest.
  for (const { scope } of own) accounts.forget(scope)
  const byScope = Map.groupBy(changes.filter(isPublished), ({ scope }) => scopeKey(scope))
  for (const [, events] of byScope) {
    const scope = events[0]?.scope
    if (scope === undefined) continue
    const account = yield* accounts.of(scope)
    if (Option.isNone(account)) continue
    if (own.length === 0) checks.push(check(TenantCollection, account.value))
    const { webhooks = [] } = account.value.row
    if (webhooks.length === 0) continue
    const now = yield* Clock.currentTimeMillis
    const commit = { scope, now, id: ids.at(now) }
    for (const { row } of events) {
      for (const { endpoint, types } of webhooks) {
        if (types !== null && !types.includes(row.type)) continue
        deliveries.push(...queued(commit, endpoint, row))
      }
    }
  }
  return { deliveries, checks }
})
