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
 * Webhook endpoints and their deliveries, by the Standard Webhooks specification. Deliveries are
 * signed and retried for three days. In live mode they are sent only to public addresses. Library
 * only.
 */
export interface Webhooks<F extends CallStyle> {
  /**
   * Creates an endpoint. It gets every event that is recorded from then on. Only this answer shows
   * its secret. An idempotency key is optional. With one, a repeated request gets the same endpoint
   * and secret.
   *
   * Refused with
   * - `InvalidInput`, also for an address that can't be sent to,
   * - `SecretShownOnce` if it is repeated and the secret was rotated away or the endpoint deleted,
   * - the idempotency errors of every mutation.
   */
  readonly create: OnBehalf<F, typeof createWebhookEndpoint>
  /** Returns all endpoints in this mode in one page, oldest first: at most 20. */
  readonly list: OnBehalf<F, typeof listWebhookEndpoints>
  /**
   * Returns an endpoint by its id.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly retrieve: OnBehalf<F, typeof retrieveWebhookEndpoint>
  /**
   * Changes the given fields of an endpoint. An endpoint that is enabled again gets the queued
   * deliveries.
   *
   * Refused with `ResourceNotFound` and `InvalidInput`.
   */
  readonly update: OnBehalf<F, typeof updateWebhookEndpoint>
  /**
   * Gives an endpoint a new secret. Only this answer shows it. For 24 hours deliveries are signed
   * with the old secret too. Another rotation ends an older secret at once. An idempotency key is
   * optional. With one, a repeated request gets the same secret, and nothing is rotated twice.
   *
   * Refused with `ResourceNotFound`, and with the errors of a repeated `create`.
   */
  readonly rotateSecret: OnBehalf<F, typeof rotateWebhookSecret>
  /**
   * Deletes an endpoint. Its queued deliveries are dropped.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly delete: OnBehalf<F, typeof deleteWebhookEndpoint>
  /**
   * Returns a page of past and queued deliveries, newest first. The default limit is 20. Deliveries
   * are kept for 30 days.
   *
   * Refused with `InvalidInput`.
   */
  readonly deliveries: OnBehalf<F, typeof listWebhookDeliveries>
  /**
   * Iterates over all deliveries that match a query, newest first. Pages of `limit` deliveries are
   * read as needed. Each page may be refused like `deliveries`.
   */
  readonly iterateDeliveries: Walk<
    F,
    [scope: Scope, query?: IterateWebhookDeliveries],
    typeof listWebhookDeliveries
  >
  /**
   * Returns a delivery by its id, with the status, time and excerpt of each try.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly delivery: OnBehalf<F, typeof retrieveWebhookDelivery>
  /**
   * Sends deliveries again, with all retries: one delivery, all failed deliveries of an endpoint,
   * or all events of a period to an endpoint. The events of a period include those that happened
   * while the endpoint was disabled. Returns the number of queued deliveries.
   *
   * A period goes by the time when an event happened, which is slightly before it is written. So
   * begin a minute before the endpoint was disabled. The endpoint knows the events that it already
   * got by their ids.
   *
   * Refused with `ResourceNotFound`, also if the endpoint of the delivery was deleted, and with
   * `InvalidInput`.
   */
  readonly replay: OnBehalf<F, typeof replayWebhooks>
}
