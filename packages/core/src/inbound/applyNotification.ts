import { Effect, Option } from "effect"
import { dayMs, hourMs } from "../kernel/primitives/durations.ts"
import type { PaymentRecord } from "../payments/charges/Payment.ts"
import { applyVerdictOnce } from "../payments/charges/runCharge.ts"
import type { CommitContext } from "../platform/events/CommitContext.ts"
import {
  findJob,
  nextLookUpAt,
  postponeJob,
  removeJob,
  scheduleJob
} from "../platform/jobs/scheduleJob.ts"
import { type Change, insert, inserted, update, updated } from "../platform/storage/Change.ts"
import type { Stored } from "../platform/storage/Collection.ts"
import type { Job } from "../platform/storage/Job.ts"
import { KeyedLock } from "../platform/storage/KeyedLock.ts"
import { retryConflicts } from "../platform/storage/retryConflicts.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { currentCommitContext } from "../platform/tenants/accountSettings.ts"
import { type BookingObstacle, mayPass } from "../providers/BookingObstacle.ts"
import type { ProviderNotification } from "../providers/ProviderNotification.ts"
import { erasedNotice } from "./erasedNotice.ts"
import {
  KeptNotificationCollection,
  type KeptNotificationRecord,
  recordKeptNotification
} from "./KeptNotification.ts"
import {
  locateNotification,
  type NotificationSource,
  type ReadNotification
} from "./locateNotification.ts"
import { NotificationCollection, notificationKey } from "./Notification.ts"
import { addUnbooked, changingPayment, holdsRefunds, removeUnbooked } from "./refundHolds.ts"

/** The origin of a try: the provider's request, the notification's job, or a replay. */
type AppliedBy = "provider" | "job" | "replay"

/**
 * Books a notification of a provider, once. A notification that can't be booked is kept. It is
 * tried again by its job if the missing change may still come, when the provider repeats it, and by
 * a replay.
 */
export const applyNotification = Effect.fnUntraced(function* (
  source: NotificationSource,
  notification: ProviderNotification,
  by: AppliedBy
) {
  const lock = yield* KeyedLock
  const once = Effect.gen(function* () {
    const { isKnown, kept, job } = yield* loadApplied(source, notification)
    if ((isKnown || kept !== null) && !mayRetry(kept, by)) return
    const commit = yield* currentCommitContext(source.scope)
    const read = yield* locateNotification(commit, source, notification)
    const applied = isKnown
      ? []
      : [insert(source.scope, NotificationCollection, known(commit, source, notification))]
    const { obstacle } = read
    const { changes, row } =
      obstacle === null
        ? bookedChanges(commit, kept, job)
        : keptChanges(commit, { source, notification, read, obstacle, kept, job, by })
    yield* commitRead(row === null ? read : withUnbooked(read, row), [...applied, ...changes])
  })
  yield* lock.withLock(notification.reference, NotificationCollection.name)(retryConflicts(once))
})

/** A repeated try of an obstacle that can't pass by itself would only alert again. */
const mayRetry = (kept: Stored<KeptNotificationRecord> | null, by: AppliedBy): boolean =>
  kept?.row.status === "kept" && (by !== "provider" || mayPass(kept.row.obstacle))

const loadApplied = Effect.fnUntraced(function* (
  { scope, mid }: NotificationSource,
  notification: ProviderNotification
) {
  const storage = yield* Storage
  const key = notificationKey(mid, notification)
  const known = yield* storage.findUnique(scope, NotificationCollection, "notice", key)
  const found = yield* storage.findUnique(scope, KeptNotificationCollection, "notice", key)
  const kept = Option.getOrNull(found)
  return {
    isKnown: Option.isSome(known),
    kept,
    job: kept === null ? null : yield* findJob(scope, "take_notice", kept.row.id)
  }
})

const known = (
  { id }: CommitContext,
  { mid }: NotificationSource,
  notification: ProviderNotification
) => ({
  id: id("notice"),
  mid,
  notice: notification.id,
  about: notification.reference
})

/**
 * Adds the notification to the payment's list while it holds refunds, and removes it after it is
 * booked. A notification that settles a charge leaves the payment alone, because nothing of it can
 * be refunded yet.
 */
const withUnbooked = (
  read: ReadNotification,
  { id, status, notice: notification, obstacle, alertedAt }: KeptNotificationRecord
) => {
  const { payment, settles, changes } = read
  if (payment === null || settles !== null) return read
  const isHeld = status === "kept" && holdsRefunds(notification, obstacle, alertedAt !== null)
  const isNamed = payment.row.unbooked?.includes(id) === true
  if (isHeld === isNamed) return read
  const change = (row: PaymentRecord) => (isHeld ? addUnbooked(row, id) : removeUnbooked(row, id))
  return { ...read, changes: changingPayment(changes, payment, change) }
}

const commitRead = Effect.fnUntraced(function* (
  { changes, settles }: ReadNotification,
  more: ReadonlyArray<Change>
) {
  const storage = yield* Storage
  if (settles !== null) return yield* Effect.asVoid(applyVerdictOnce(...settles, more))
  yield* storage.commit([...changes, ...more])
})

/** The changes that keep a notification or end its keeping, and its row after them. */
interface Kept {
  readonly changes: ReadonlyArray<Change>
  /** Null if it was booked at once. */
  readonly row: KeptNotificationRecord | null
}

const bookedChanges = (
  { now }: CommitContext,
  kept: Stored<KeptNotificationRecord> | null,
  job: Stored<Job> | null
): Kept => {
  if (kept === null) return { row: null, changes: [] }
  const row: KeptNotificationRecord = { ...kept.row, status: "booked", bookedAt: now }
  return { row, changes: [update(KeptNotificationCollection, kept, row), ...removeJob(job)] }
}

interface KeepInput {
  readonly source: NotificationSource
  readonly notification: ProviderNotification
  readonly read: ReadNotification
  readonly obstacle: BookingObstacle
  readonly kept: Stored<KeptNotificationRecord> | null
  readonly job: Stored<Job> | null
  readonly by: AppliedBy
}

/**
 * Alerts once for each notification: after an hour if the obstacle may pass by itself, otherwise at
 * once.
 */
const keptChanges = (commit: CommitContext, how: KeepInput): Kept => {
  const { source, notification, read, obstacle, kept } = how
  const { now, scope } = commit
  const before = kept?.row.alertedAt ?? null
  const created = kept?.row.created ?? now
  const isTime = !mayPass(obstacle) || now >= created + hourMs
  const alertedAt = before === null && (read.isAlerted || isTime) ? now : before
  const isErased = read.payment?.row.erased === true
  const notice = isErased ? erasedNotice(notification) : notification
  const row: KeptNotificationRecord = {
    ...(kept?.row ?? { id: commit.id("notice"), mid: source.mid, notice, created }),
    status: "kept",
    obstacle,
    payment: read.payment?.row.id ?? null,
    alertedAt,
    bookedAt: null
  }
  const after = kept === null ? inserted(scope, row) : updated(kept, row)
  const isNewlyPending = alertedAt === now && before === null && !read.isAlerted
  const changes = [
    kept === null
      ? insert(scope, KeptNotificationCollection, row)
      : update(KeptNotificationCollection, kept, row),
    ...(isNewlyPending ? recordKeptNotification(commit, after) : []),
    ...retryChanges(commit, how, row)
  ]
  return { changes, row }
}

/** After a month the missing change will not come any more. */
const retriedForMs = 30 * dayMs

const retryChanges = (
  commit: CommitContext,
  { obstacle, job, by }: KeepInput,
  { id, created }: KeptNotificationRecord
): ReadonlyArray<Change> => {
  const { now } = commit
  if (!mayPass(obstacle) || now >= created + retriedForMs) return removeJob(job)
  if (job === null) {
    return [scheduleJob(commit, "take_notice", id, nextLookUpAt(created, 0, now))]
  }
  if (by !== "job") return []
  const asked = job.row.asked + 1
  return [postponeJob(job, nextLookUpAt(created, asked, now), asked)]
}
