import { BillingCycleCollection, type BillingCycleRecord } from "../billing/cycles/BillingCycle.ts"
import {
  KeptNotificationCollection,
  type KeptNotificationRecord
} from "../inbound/KeptNotification.ts"
import { dayMs, minuteMs } from "../kernel/primitives/durations.ts"
import {
  WebhookEndpointCollection,
  type WebhookEndpointRecord
} from "../outbound/webhooks/WebhookEndpoint.ts"
import {
  ModificationCollection,
  type ModificationRecord
} from "../payments/captures-voids-refunds/Modification.ts"
import { AttemptCollection, type AttemptRecord, isInFlight } from "../payments/charges/Attempt.ts"
import { mismatchCode } from "../payments/charges/keepUnknown.ts"
import type { AlertType } from "../platform/events/AlertRecord.ts"
import { lookUpDelayMs } from "../platform/jobs/scheduleJob.ts"
import type { Change, Update } from "../platform/storage/Change.ts"
import type { Row } from "../platform/storage/Collection.ts"

/** The alerts of one resource that a change ends. */
export interface EndedAlerts {
  readonly subject: string
  readonly types: ReadonlyArray<AlertType>
}

/**
 * Returns the alerts that a change may end, or null. It is null for almost every change, also for
 * those of charges, so that few commits look for alerts.
 */
export const endedAlerts = (change: Change): EndedAlerts | null =>
  change._tag === "Update" ? (endings[change.collection.name]?.(change) ?? null) : null

type Ending = (change: Update) => EndedAlerts | null

const ending =
  <R extends Row>(
    typesOf: (before: R, after: R) => ReadonlyArray<AlertType>,
    subjectOf = (row: R) => row.id
  ): Ending =>
  ({ before, row }) => {
    const types = typesOf(before as R, row as R)
    return types.length === 0 ? null : { subject: subjectOf(row as R), types }
  }

/** The outcome was unknown for a day. */
const wasLongUnknown = ({ created, settledAt }: Pick<AttemptRecord, "created" | "settledAt">) =>
  settledAt !== null && settledAt - created >= dayMs

const endings: Readonly<Record<string, Ending>> = {
  [AttemptCollection.name]: ending<AttemptRecord>((before, after) => {
    if (!isInFlight(before) || isInFlight(after)) return []
    return [
      ...(wasLongUnknown(after) ? (["alert.outcome_unknown"] as const) : []),
      ...(before.rawCode === mismatchCode ? (["alert.amount_mismatch"] as const) : [])
    ]
  }),
  [ModificationCollection.name]: (change) => unknownModification(change) ?? returnedLate(change),
  [BillingCycleCollection.name]: ending<BillingCycleRecord>((before, after) =>
    before.blocked?.isAlerted === true && after.blocked === undefined
      ? ["alert.renewal_blocked"]
      : []
  ),
  [WebhookEndpointCollection.name]: ending<WebhookEndpointRecord>((before, after) =>
    before.status === "disabled" && after.status === "enabled" ? ["alert.webhook_disabled"] : []
  ),
  [KeptNotificationCollection.name]: ending<KeptNotificationRecord>((before, after) =>
    before.status === "kept" && after.status !== "kept" && after.alertedAt !== null
      ? ["alert.notice_kept"]
      : []
  )
}

const unknownModification = ending<ModificationRecord>((before, after) => {
  if (before.status !== "pending" || after.status === "pending") return []
  return [
    ...(wasUnknown(after) ? (["alert.outcome_unknown"] as const) : []),
    ...(wasSentLate(after) ? (["alert.account_refused"] as const) : [])
  ]
})

/** An alert is raised after a day, or after ten minutes if the provider saved an error. */
const wasUnknown = ({ created, settledAt }: ModificationRecord): boolean =>
  settledAt !== null && settledAt - created >= 10 * minuteMs

/** A refused operation is sent again after a wait. Most others are sent at once. */
const wasSentLate = ({ created, lastSentAt }: ModificationRecord): boolean =>
  lastSentAt !== null && lastSentAt - created >= lookUpDelayMs(0)

/** The money of a late charge was returned. The alert is about its attempt. */
const returnedLate = ending<ModificationRecord>(
  (before, after) =>
    after.purpose === "late_charge" && before.status === "pending" && after.status === "succeeded"
      ? ["alert.late_charge"]
      : [],
  ({ attempt }) => attempt
)
