import { Schema } from "effect"
import { NotificationId } from "../kernel/primitives/PublicId.ts"
import { collection } from "../platform/storage/Collection.ts"
import type { ProviderNotification } from "../providers/ProviderNotification.ts"

/** A notification that was applied. The same notification again changes nothing. */
const Notification = Schema.Struct({
  id: NotificationId,
  mid: Schema.String,
  notice: Schema.String,
  /** Our reference of the object. One provider event may report several objects under one id. */
  about: Schema.String
})
type Notification = typeof Notification.Type

const keyOf = ({ mid, notice, about }: Omit<Notification, "id">) =>
  JSON.stringify([mid, notice, about])

/** Returns the unique key of a merchant account's notification. */
export const notificationKey = (mid: string, { id, reference }: ProviderNotification): string =>
  keyOf({ mid, notice: id, about: reference })

export const NotificationCollection = collection<Notification>({
  name: "notifications",
  schema: Notification,
  unique: { notice: { of: keyOf } },
  sweepable: true
})
