/** The public names of notifications of providers. */

export * from "./KeptNotice.ts"
export type { IterateKeptNotices, ListKeptNotices } from "./keptNotices.ts"
export { NotificationCollection } from "./Notification.ts"
