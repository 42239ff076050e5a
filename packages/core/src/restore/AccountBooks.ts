import { Effect, Option } from "effect"
import { applyNotification } from "../inbound/applyNotification.ts"
import { KeptNotificationCollection } from "../inbound/KeptNotification.ts"
import type { NotificationSource } from "../inbound/locateNotification.ts"
import { notificationKey } from "../inbound/Notification.ts"
import { Storage } from "../platform/storage/Storage.ts"
import type { ProviderNotification } from "../providers/ProviderNotification.ts"
import type { ReconcileFinding } from "./ReconcileReport.ts"

/** A merchant account that is being compared, with what was found so far. */
export interface AccountBooks extends NotificationSource {
  readonly reportOnly: boolean
  /** True if the provider lists refunds, so they are booked one by one. */
  readonly listsRefunds: boolean
  readonly findings: Array<ReconcileFinding>
  readonly problems: Array<string>
  /** The references of the charges that were compared. */
  readonly compared: Set<string>
}

/** Books a fact from the provider as if the provider had notified it. Returns the obstacle. */
export const bookNotification = Effect.fnUntraced(function* (
  books: AccountBooks,
  notification: ProviderNotification
) {
  const storage = yield* Storage
  yield* applyNotification(books, notification, "replay")
  const key = notificationKey(books.mid, notification)
  const kept = yield* storage.findUnique(books.scope, KeptNotificationCollection, "notice", key)
  return Option.match(kept, {
    onNone: () => null,
    onSome: ({ row }) => (row.status === "kept" ? row.obstacle : null)
  })
})

/** Adds a difference to the report, after it was booked or could not be. */
export const addFinding = (
  books: AccountBooks,
  finding: Omit<ReconcileFinding, "isBooked" | "rest">,
  rest: string | null = null
): void => {
  books.findings.push({ ...finding, isBooked: !books.reportOnly && rest === null, rest })
}
