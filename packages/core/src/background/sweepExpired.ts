import { Clock, Effect } from "effect"
import { IdempotencyRecordCollection, keyRetentionMs } from "../idempotency/IdempotencyRecord.ts"
import { idBounds } from "../ids/Moment.ts"
import { NotificationCollection } from "../notifications/receiveNotification.ts"
import type { Collection, Row } from "../storage/Collection.ts"
import { Storage } from "../storage/Storage.ts"

/** Deletes idempotency records and notices that are two days old; they answer no one any more. */
export const sweepExpired = Effect.fnUntraced(function* () {
  const before = (yield* Clock.currentTimeMillis) - 2 * keyRetentionMs
  const records = yield* sweep(IdempotencyRecordCollection, idBounds("idem", before).first)
  const notices = yield* sweep(NotificationCollection, idBounds("notice", before).first)
  return records + notices
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
