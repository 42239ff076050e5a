import type {
  IterateWebhookDeliveries,
  listWebhookDeliveries,
  replayWebhooks,
  retrieveWebhookDelivery
} from "../../outbound/webhooks/webhookDeliveries.ts"
import type {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  retrieveWebhookEndpoint,
  rotateWebhookSecret,
  updateWebhookEndpoint
} from "../../outbound/webhooks/webhookEndpoints.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import type { CallStyle, OnBehalf, Walk } from "./CallStyle.ts"

/**
 * Where merchants are told of what happens, by the Standard Webhooks specification: signed, tried
 * again for three days, and never sent to an address that is not public in live mode. Library
 * calls.
 */
export interface Webhooks<F extends CallStyle> {
  /**
   * Makes an endpoint, which is told of every event that is written from then on. Its secret is
   * shown this once.
   *
   * Refused with `InvalidInput`, also for an address that can't be sent to.
   */
  readonly create: OnBehalf<F, typeof createWebhookEndpoint>
  /** All endpoints in this mode, oldest first, in one page: at most 20. */
  readonly list: OnBehalf<F, typeof listWebhookEndpoints>
  /**
   * An endpoint by its id.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly retrieve: OnBehalf<F, typeof retrieveWebhookEndpoint>
  /**
   * Changes an endpoint; what is not named stays. One that is enabled again gets what is queued.
   *
   * Refused with `ResourceNotFound` and `InvalidInput`.
   */
  readonly update: OnBehalf<F, typeof updateWebhookEndpoint>
  /**
   * Gives an endpoint a new secret, shown this once. For 24 hours the one before signs as well.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly rotateSecret: OnBehalf<F, typeof rotateWebhookSecret>
  /**
   * Deletes an endpoint; what was queued for it is given up.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly delete: OnBehalf<F, typeof deleteWebhookEndpoint>
  /**
   * A page of what was sent, or is to be, newest first, 20 of it unless told. Kept for 30 days.
   *
   * Refused with `InvalidInput`.
   */
  readonly deliveries: OnBehalf<F, typeof listWebhookDeliveries>
  /**
   * All deliveries that a query finds, newest first. A page is asked for when it is needed, `limit`
   * at a time. Refused as `deliveries` is, at the page that is.
   */
  readonly iterateDeliveries: Walk<
    F,
    [scope: Scope, query?: IterateWebhookDeliveries],
    typeof listWebhookDeliveries
  >
  /**
   * A delivery by its id, with status, time and excerpt of each try.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly delivery: OnBehalf<F, typeof retrieveWebhookDelivery>
  /**
   * Sends again, with all tries: one delivery; to an endpoint all that failed; or all that it
   * should have been told of in a time, also what happened while it was disabled. Answers how many
   * deliveries are queued. A time goes by when things happened, which is a little before they are
   * written: begin a minute before the endpoint was disabled, what it took is known by its id.
   *
   * Refused with `ResourceNotFound` and `InvalidInput`.
   */
  readonly replay: OnBehalf<F, typeof replayWebhooks>
}
