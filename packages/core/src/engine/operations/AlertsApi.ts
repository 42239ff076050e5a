import type {
  IterateAlerts,
  listAlerts,
  reopenAlert,
  resolveAlert,
  retrieveAlert,
  takeAlert
} from "../../operators/alerts/handleAlerts.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import type { CallStyle, OnBehalf, Walk } from "./CallStyle.ts"

/**
 * The alerts of a merchant, and what people do about them. Library only. Call them `as` an actor,
 * so that the alert says who took it.
 */
export interface Alerts<F extends CallStyle> {
  /**
   * Returns a page of alerts, newest first. The default limit is 20. `startingAfter` is the id of
   * an alert.
   *
   * Refused with `InvalidInput`.
   */
  readonly list: OnBehalf<F, typeof listAlerts>
  /**
   * Iterates over all alerts that match a query, newest first. Pages of `limit` alerts are read as
   * needed. Each page may be refused like `list`.
   */
  readonly iterate: Walk<F, [scope: Scope, query?: IterateAlerts], typeof listAlerts>
  /**
   * Returns an alert by its id.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly retrieve: OnBehalf<F, typeof retrieveAlert>
  /**
   * Takes an alert, also from another actor.
   *
   * Refused with `ResourceNotFound`, and with `InvalidInput` if the alert is resolved.
   */
  readonly take: OnBehalf<F, typeof takeAlert>
  /**
   * Resolves an alert, with a note of at most 1000 characters. A resolved alert stays as it is.
   *
   * Refused with `InvalidInput` and `ResourceNotFound`.
   */
  readonly resolve: OnBehalf<F, typeof resolveAlert>
  /**
   * Makes an alert open again, so that nobody has taken it.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly reopen: OnBehalf<F, typeof reopenAlert>
}
