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
 * What providers told of their own accord and the books could not have: an amount that can't be, a
 * reference that is nobody's, a refund of what was never captured. Somebody hears of each by
 * `alert.notice_kept`. They are kept for 90 days. Refunds of a payment wait while a notice tells of
 * money of it that went out. Library calls.
 */
export interface ProviderNotifications<F extends CallStyle> {
  /**
   * A page of kept notices, newest first, 20 of them unless told.
   *
   * Refused with `InvalidInput`.
   */
  readonly list: OnBehalf<F, typeof listKeptNotifications>
  /**
   * All kept notices that a query finds, newest first. A page is asked for when it is needed,
   * `limit` at a time. Refused as `list` is, at the page that is.
   */
  readonly iterate: Walk<
    F,
    [scope: Scope, query?: IterateKeptNotifications],
    typeof listKeptNotifications
  >
  /**
   * A kept notice by its id.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly retrieve: OnBehalf<F, typeof retrieveKeptNotification>
  /**
   * Tries a kept notice again, after what was in its way was mended; answers how it stands then:
   * `booked`, or still `kept` and why. What is booked already is not booked again.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly replay: OnBehalf<F, typeof replayKeptNotification>
  /**
   * Says of a kept notice that somebody has seen to it, at the provider for instance. It is not
   * tried again, and refunds of its payment don't wait for it any more. Answers it as it stands
   * then: `dismissed`, or `booked` if it was before.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly dismiss: OnBehalf<F, typeof dismissKeptNotification>
}
