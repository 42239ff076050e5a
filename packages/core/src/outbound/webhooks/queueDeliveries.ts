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

/** What the kinds of all jobs begin with that deliver to an endpoint. */
export const deliveryKindPrefix = "deliver_webhook/" satisfies DeliveryKind

/** The kind of the jobs of one endpoint: what is queued for others is not gone past. */
export const deliveryKind = (endpoint: WebhookEndpointId): DeliveryKind =>
  `${deliveryKindPrefix}${endpoint}`

/** Writes a delivery of an event, with the job that sends it. */
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
 * The storage with what webhooks need: a commit that writes events writes their deliveries too, to
 * the endpoints that are enabled when it is made. So an event and its deliveries are there
 * together or not at all, whoever writes events.
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
          const own = changes.filter(isOfAccount)
          return own.length === 0
            ? committed
            : Effect.ensuring(
                committed,
                Effect.sync(() => {
                  for (const { scope } of own) accounts.forget(scope)
                })
              )
        }
      })
    })
  ).pipe(Layer.provide(storage))

/** Commits changes with the deliveries of the events among them. */
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
          // Meanwhile another endpoint was enabled: the same again, with its deliveries.
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

/**
 * The accounts as this process read them last. They are never trusted: every commit that goes by
 * one checks that it stands, so a read is spared, and none is decided by what is past.
 */
interface KnownAccounts {
  readonly of: (scope: Scope) => Effect.Effect<Option.Option<Stored<Tenant>>, StorageUnavailable>
  /** To be called where one turned out to have moved on. */
  readonly forget: (scope: Scope) => void
}

/** More are not worth their memory: then all are let go of. */
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
  return {
    of: (scope) => {
      const account = known.get(scopeKey(scope))
      return account === undefined ? read(scope) : Effect.succeedSome(account)
    },
    forget: (scope) => {
      known.delete(scopeKey(scope))
    }
  }
}

/** With checks that the accounts are as they were read. */
const deliveriesOf = Effect.fnUntraced(function* (
  accounts: KnownAccounts,
  ids: Ids["Service"],
  changes: ReadonlyArray<Change>
) {
  const deliveries: Array<Change> = []
  const checks: Array<Check> = []
  const own = changes.filter(isOfAccount)
  // Its change of the account, or its check, says of which version that must be: of the newest.
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
