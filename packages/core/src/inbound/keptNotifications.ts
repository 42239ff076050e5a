import { Clock, Effect, Option, Schema } from "effect"
import { inputChecker } from "../kernel/input/decodeInput.ts"
import { dayMs } from "../kernel/primitives/durations.ts"
import { PaymentCollection } from "../payments/charges/Payment.ts"
import { findJob, postponeJob, removeJob } from "../platform/jobs/scheduleJob.ts"
import { list } from "../platform/pagination/List.ts"
import {
  type BothWaysCursor,
  cursorFields,
  type PageLimit
} from "../platform/pagination/ListQuery.ts"
import { signedPage } from "../platform/pagination/signedPage.ts"
import { update } from "../platform/storage/Change.ts"
import type { Stored } from "../platform/storage/Collection.ts"
import type { Job } from "../platform/storage/Job.ts"
import { retryConflicts } from "../platform/storage/retryConflicts.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { applyNotification } from "./applyNotification.ts"
import {
  getKeptNotification,
  KeptNotificationCollection,
  type KeptNotificationRecord,
  KeptNotificationStatus,
  toKeptNotification
} from "./KeptNotification.ts"
import { accountOf } from "./receiveNotification.ts"
import { removeUnbooked } from "./refundHolds.ts"

/** The query of an iteration over kept notifications. */
export interface IterateKeptNotifications extends PageLimit {
  /** Only notifications in this status. */
  readonly status?: KeptNotificationStatus
}

/** The query of a page of kept notifications. The default limit is 20. */
export interface ListKeptNotifications extends IterateKeptNotifications, BothWaysCursor {}
export const ListKeptNotifications = Schema.Struct({
  ...cursorFields,
  status: Schema.optionalKey(KeptNotificationStatus)
})

const checkInput = inputChecker(ListKeptNotifications)

/** Returns a page of the notifications that could not be booked, newest first. */
export const listKeptNotifications = Effect.fnUntraced(function* (
  scope: Scope,
  query: ListKeptNotifications = {}
) {
  const { status, ...cursor } = yield* Effect.fromResult(checkInput(query))
  const { rows, nextCursor } = yield* signedPage({
    of: KeptNotificationCollection,
    binding: { scope, list: "kept_notices", filters: [status ?? null] },
    where: status === undefined ? {} : { status },
    order: "desc",
    defaultLimit: 20,
    ...cursor
  })
  return list(
    rows.map(({ row }) => toKeptNotification(row)),
    nextCursor
  )
})

/** Returns a kept notification by its id. */
export const retrieveKeptNotification = Effect.fnUntraced(function* (scope: Scope, id: string) {
  return toKeptNotification((yield* getKeptNotification(scope, id)).row)
})

/** Tries a kept notification again now. Returns its new state. */
export const replayKeptNotification = Effect.fnUntraced(function* (scope: Scope, id: string) {
  yield* tryAgain(yield* getKeptNotification(scope, id), "replay")
  return yield* retrieveKeptNotification(scope, id)
})

/**
 * Marks a kept notification as handled by hand. It is not tried again, and refunds of its payment
 * no longer wait for it. A notification in another status stays as it is.
 */
export const dismissKeptNotification = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const dismiss = Effect.gen(function* () {
    const kept = yield* getKeptNotification(scope, id)
    if (kept.row.status !== "kept") return
    const payment = yield* storage.get(scope, PaymentCollection, kept.row.payment ?? "")
    yield* storage.commit([
      update(KeptNotificationCollection, kept, { ...kept.row, status: "dismissed" }),
      ...removeJob(yield* findJob(scope, "take_notice", id)),
      ...Option.match(payment, {
        onNone: () => [],
        onSome: (stored) => [
          update(PaymentCollection, stored, removeUnbooked(stored.row, kept.row.id))
        ]
      })
    ])
  })
  yield* retryConflicts(dismiss)
  return yield* retrieveKeptNotification(scope, id)
})

/** Runs the job of a notification that came before the change that it depends on. */
export const retryKeptNotification = Effect.fnUntraced(function* (job: Stored<Job>) {
  const storage = yield* Storage
  const kept = yield* storage.get(job.scope, KeptNotificationCollection, job.row.subject)
  if (Option.isNone(kept) || kept.value.row.status !== "kept") {
    return yield* storage.commit(removeJob(job))
  }
  const isTried = yield* tryAgain(kept.value, "job")
  if (isTried) return
  const now = yield* Clock.currentTimeMillis
  yield* storage.commit([postponeJob(job, now + dayMs)])
})

/**
 * Returns false if its merchant account or provider no longer exists. The notification stays as it
 * is then.
 */
const tryAgain = Effect.fnUntraced(function* (
  { scope, row: { mid, notice: notification } }: Stored<KeptNotificationRecord>,
  by: "job" | "replay"
) {
  const account = yield* accountOf(scope, mid)
  if (Option.isNone(account)) return false
  yield* applyNotification({ scope, mid, provider: account.value.provider }, notification, by)
  return true
})
