import { Clock, Effect } from "effect"
import { dayMs } from "../kernel/primitives/durations.ts"
import type { Millis } from "../kernel/primitives/Timestamp.ts"
import { utcDay } from "../kernel/primitives/utcDay.ts"
import { ParkedCollection } from "../outbound/consumers/ConsumerRows.ts"
import { WebhookDeliveryCollection } from "../outbound/webhooks/WebhookDelivery.ts"
import { waitingKinds } from "../outbound/webhooks/waitsForEndpoint.ts"
import { DisputeCollection } from "../payments/disputes/Dispute.ts"
import { AlertCollection } from "../platform/events/AlertRecord.ts"
import { lateAfterMs } from "../platform/jobs/lateAfterMs.ts"
import type { Collection, Row } from "../platform/storage/Collection.ts"
import { deploymentScope, type Scope, scopeKey } from "../platform/storage/Scope.ts"
import { type PageQuery, Storage } from "../platform/storage/Storage.ts"
import { ReportedPaymentCollection } from "./ReportedPayment.ts"

/** The numbers of things that need a person. Each counts to 100 at most. */
export interface Attention {
  readonly object: "attention"
  /** Alerts that nobody has taken. */
  readonly alerts: number
  /** Open disputes whose evidence is due today, in the next 7 days, or was due yesterday. */
  readonly disputesDue: number
  /** Webhook deliveries that failed, or that are being retried. */
  readonly deliveriesFailing: number
  /** Jobs that should have run five minutes ago. Deliveries to disabled endpoints don't count. */
  readonly jobsLate: number
  /** Payments with an attempt whose result is unknown. */
  readonly unknownAttempts: number
  /** Events that a consumer could not handle. */
  readonly parkedEvents: number
}

const mostCounted = 100
/** How many overdue jobs are read, so that those of disabled endpoints don't hide the others. */
const mostOverdue = 1000
const disputeDays = 7

/** Counts what needs a person, each by an index. */
export const attention = Effect.fnUntraced(function* (scope: Scope) {
  const storage = yield* Storage
  const now = yield* Clock.currentTimeMillis
  const count = countIn(storage)
  const late = yield* lateJobs(scope, now)
  return {
    object: "attention",
    alerts: yield* count(scope, AlertCollection, { where: { state: "open" } }),
    disputesDue: yield* count(scope, DisputeCollection, { where: { dueDay: daysFrom(now) } }),
    deliveriesFailing: yield* count(scope, WebhookDeliveryCollection, {
      where: { failing: "failing" }
    }),
    jobsLate: late.length,
    unknownAttempts: yield* count(scope, ReportedPaymentCollection, {
      where: { unknown: "unknown" }
    }),
    parkedEvents: yield* count(deploymentScope, ParkedCollection, {
      where: { scope: scopeKey(scope) }
    })
  } satisfies Attention
})

/** Returns the jobs that are late, among the first of those that are overdue. */
const lateJobs = Effect.fnUntraced(function* (scope: Scope, now: Millis) {
  const storage = yield* Storage
  const overdue = yield* storage.dueJobs(scope, now - lateAfterMs, mostOverdue)
  const kinds = overdue.map(({ row }) => row.kind)
  const waiting = yield* waitingKinds(storage, kinds)
  return overdue.filter(({ row }) => !waiting.has(row.kind)).slice(0, mostCounted)
})

const countIn =
  (storage: Storage["Service"]) =>
  <R extends Row>(scope: Scope, of: Collection<R>, query: Pick<PageQuery, "where">) =>
    Effect.map(
      storage.page(scope, of, { ...query, order: "desc", limit: mostCounted }),
      (rows) => rows.length
    )

/** Returns the days on which evidence counts as due, as the index of disputes names them. */
const daysFrom = (now: Millis): ReadonlyArray<string> =>
  Array.from({ length: disputeDays + 2 }, (_, nth) => utcDay(now + (nth - 1) * dayMs))
