/** The public names of notifications of providers. */

export * from "./KeptNotification.ts"
export type { IterateKeptNotifications, ListKeptNotifications } from "./keptNotifications.ts"
export { NotificationCollection } from "./Notification.ts"
