import type {
  dismissKeptNotification,
  IterateKeptNotifications,
  listKeptNotifications,
  replayKeptNotification,
  retrieveKeptNotification
} from "../../inbound/keptNotifications.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import type { CallStyle, OnBehalf, Walk } from "./CallStyle.ts"

/**
 * Notifications of providers that could not be booked: an impossible amount, an unknown reference,
 * a refund of money that was never captured. The event `alert.notice_kept` reports each. They are
 * kept for 90 days. Refunds of a payment wait while a kept notification reports money that left it.
 * Library only.
 */
export interface ProviderNotifications<F extends CallStyle> {
  /**
   * Returns a page of kept notifications, newest first. The default limit is 20.
   *
   * Refused with `InvalidInput`.
   */
  readonly list: OnBehalf<F, typeof listKeptNotifications>
  /**
   * Iterates over all kept notifications that match a query, newest first. Pages of `limit`
   * notifications are read as needed. Each page may be refused like `list`.
   */
  readonly iterate: Walk<
    F,
    [scope: Scope, query?: IterateKeptNotifications],
    typeof listKeptNotifications
  >
  /**
   * Returns a kept notification by its id.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly retrieve: OnBehalf<F, typeof retrieveKeptNotification>
  /**
   * Applies a kept notification again, after its obstacle was removed. Returns its new state:
   * `booked`, or still `kept` with the reason. A notification that is booked already is not booked
   * again.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly replay: OnBehalf<F, typeof replayKeptNotification>
  /**
   * Marks a kept notification as handled by hand, for instance at the provider. It is not retried,
   * and refunds of its payment no longer wait for it. Returns its new state: `dismissed`, or
   * `booked` if it was booked before.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly dismiss: OnBehalf<F, typeof dismissKeptNotification>
}
