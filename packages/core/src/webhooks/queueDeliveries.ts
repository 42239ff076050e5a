import { Clock, Effect, Layer, Option } from "effect"
import { EventCollection, type EventRecord } from "../events/Event.ts"
import type { Setting } from "../events/Setting.ts"
import { Ids } from "../ids/Moment.ts"
import type { DeliveryKind } from "../jobs/JobKind.ts"
import { schedule } from "../jobs/schedule.ts"
import { type Change, type Check, check, insert } from "../storage/Change.ts"
import { scopeKey } from "../storage/Scope.ts"
import { type CommitConflict, Storage, type StoragePort } from "../storage/Storage.ts"
import { withCommit } from "../storage/withCommit.ts"
import { TenantCollection } from "../tenants/Tenant.ts"
import type { EventId, WebhookEndpointId } from "../values/PublicId.ts"
import { WebhookDeliveryCollection, type WebhookDeliveryRecord } from "./WebhookDelivery.ts"

/** What the kinds of all jobs begin with that deliver to an endpoint. */
export const deliveryKindPrefix = "deliver_webhook/" satisfies DeliveryKind

/** The kind of the jobs of one endpoint: what is queued for others is not gone past. */
export const deliveryKind = (endpoint: WebhookEndpointId): DeliveryKind =>
  `${deliveryKindPrefix}${endpoint}`

/** Writes a delivery of an event, with the job that sends it. */
export const queued = (
  setting: Pick<Setting, "scope" | "id" | "now">,
  endpoint: WebhookEndpointId,
  event: { readonly id: EventId; readonly type: WebhookDeliveryRecord["type"] }
): ReadonlyArray<Change> => {
  const { scope, now, id } = setting
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
    schedule(setting, deliveryKind(endpoint), delivery.id, now)
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
      const commit: StoragePort["commit"] = (changes) =>
        changes.some(isPublished) ? queueing(changes) : inner.commit(changes)
      const queueing: StoragePort["commit"] = (changes) =>
        Effect.flatMap(deliveriesOf(inner, ids, changes), ({ deliveries, checks }) =>
          Effect.catchTag(
            inner.commit([...changes, ...deliveries, ...checks]),
            "CommitConflict",
            (conflict) =>
              // Meanwhile another endpoint was enabled: the same again, with its deliveries.
              checks.some(({ id }) => isOf(conflict, id))
                ? queueing(changes)
                : Effect.fail(conflict)
          )
        )
      return withCommit(inner, commit)
    })
  ).pipe(Layer.provide(storage))

type Published = Change & {
  readonly row: EventRecord & { readonly type: WebhookDeliveryRecord["type"] }
}

const isPublished = (change: Change): change is Published =>
  change._tag === "Insert" &&
  change.collection.name === EventCollection.name &&
  (change.row as EventRecord).published

const isOf = ({ collection, key }: CommitConflict, tenant: string): boolean =>
  collection === TenantCollection.name && key === tenant

/** With checks that the accounts are as they were read, but for those that have theirs already. */
const deliveriesOf = Effect.fnUntraced(function* (
  storage: StoragePort,
  ids: Ids["Service"],
  changes: ReadonlyArray<Change>
) {
  const deliveries: Array<Change> = []
  const checks: Array<Check> = []
  const hasOwnChecks = changes.some(isOfAccount)
  const byScope = Map.groupBy(changes.filter(isPublished), ({ scope }) => scopeKey(scope))
  for (const [, events] of byScope) {
    const scope = events[0]?.scope
    if (scope === undefined) continue
    // The account's row says: it is read by whoever writes events, and at hand as a rule.
    const account = yield* storage.get(scope, TenantCollection, scope.tenant)
    // Where there never was an endpoint, no commit pays for those that might come.
    if (Option.isNone(account) || account.value.row.webhooks === undefined) continue
    const { webhooks } = account.value.row
    if (!hasOwnChecks) checks.push(check(TenantCollection, account.value))
    if (webhooks.length === 0) continue
    const now = yield* Clock.currentTimeMillis
    const setting = { scope, now, id: ids.at(now) }
    for (const { row } of events) {
      for (const { endpoint, types } of webhooks) {
        if (types !== null && !types.includes(row.type)) continue
        deliveries.push(...queued(setting, endpoint, row))
      }
    }
  }
  return { deliveries, checks }
})

const isOfAccount = ({ collection }: Change): boolean => collection.name === TenantCollection.name
