/**
 * Notifications about new work between the processes on one database, so that they need not wait
 * for their next poll. A lost notification does no harm, because the work is stored.
 */
export interface ChangeNotifications {
  /** Notifies other processes about the kinds of new work, once the commit is durable. */
  readonly tell: (kinds: ReadonlyArray<string>) => void
  /** Listens for notifications of other processes. Returns a function that stops it. */
  readonly hear: (wake: (kind: string) => void) => () => void
}
