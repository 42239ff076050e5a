import { Clock, Effect } from "effect"
import { NotificationCollection } from "../../inbound/Notification.ts"
import { sweepKeptNotifications } from "../../inbound/sweepKeptNotifications.ts"
import { idBounds } from "../../kernel/ids/Moment.ts"
import { dayMs } from "../../kernel/primitives/durations.ts"
import { sweepQueues } from "../../outbound/webhooks/sweepQueues.ts"
import { WebhookDeliveryCollection } from "../../outbound/webhooks/WebhookDelivery.ts"
import {
  IdempotencyRecordCollection,
  keyRetentionMs
} from "../../platform/idempotency/IdempotencyRecord.ts"
import type { Collection, Row } from "../../platform/storage/Collection.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { PortalSessionCollection } from "../../portal/sessions/PortalSession.ts"

/** Retention of notifications that could not be booked, unless refunds wait for them. */
const keptForMs = 90 * dayMs

/** Retention of the log of webhook deliveries. */
const deliveriesForMs = 30 * dayMs

/**
 * Deletes rows that nothing reads any more: idempotency records, notifications and portal sessions
 * after two days, deliveries of webhooks with their jobs after 30 days, and notifications that
 * could not be booked after 90 days.
 */
export const sweepExpired = Effect.fnUntraced(function* () {
  const now = yield* Clock.currentTimeMillis
  const before = now - 2 * keyRetentionMs
  const records = yield* sweep(IdempotencyRecordCollection, idBounds("idem", before).first)
  const notifications = yield* sweep(NotificationCollection, idBounds("notice", before).first)
  const kept = yield* sweepKeptNotifications(idBounds("notice", now - keptForMs).first)
  const idBefore = idBounds("delivery", now - deliveriesForMs).first
  const deliveries = yield* sweep(WebhookDeliveryCollection, idBefore)
  const queued = yield* sweepQueues
  const portals = yield* sweep(PortalSessionCollection, idBounds("portal", before).first)
  return records + notifications + kept + deliveries + queued + portals
})

const batchSize = 200

/** Deletes a batch at a time, so that commits and all else that waits get in between. */
const sweep = Effect.fnUntraced(function* <R extends Row>(of: Collection<R>, idBefore: string) {
  const storage = yield* Storage
  let swept = 0
  for (;;) {
    const batch = yield* storage.sweep(of, idBefore, batchSize)
    swept += batch
    if (batch < batchSize) return swept
    yield* Effect.yieldNow
  }
})
