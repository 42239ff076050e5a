import * as receiving from "@payloom/core/webhooks"
import type { WebhookEvent } from "./generated/api.ts"

/** An event whose type this release does not have: of a newer server, or of a module. */
export interface NewerEvent {
  readonly object: "event"
  /** `event_` and a ULID. It is the same for each delivery. */
  readonly id: string
  readonly type: string
  /** The time of the change, in RFC 3339. */
  readonly occurred_at: string
  readonly livemode: boolean
  readonly data: {
    /** The resource, as it was retrievable at that time. */
    readonly object: {
      readonly object: string
      readonly id: string
      readonly [field: string]: unknown
    }
    /** Grows with every change of the resource. The higher version is newer. */
    readonly version: number
  }
}

/**
 * The state of an event for a receiver. `new`, `seen` if it was handled before, or `outdated` if a
 * newer version of its resource was handled.
 */
export type WebhookStanding = "new" | "seen" | "outdated"

/**
 * The memory of a receiver. A memory over a table of yours lets several processes drop events that
 * any of them has seen. Store the event's id, and the version by the resource's id.
 */
export interface WebhookMemory {
  /** Returns the state of an event, compared with the handled ones. */
  readonly standing: (
    event: WebhookEvent | NewerEvent
  ) => WebhookStanding | Promise<WebhookStanding>
  /** Stores that an event was handled. */
  readonly remember: (event: WebhookEvent | NewerEvent) => void | Promise<void>
}

/** The options of a receiver. */
export interface WebhookReceiverOptions {
  /** The endpoint's secret, `whsec_…`. Give both secrets during a rotation. */
  readonly secret: string | ReadonlyArray<string>
  /** The memory of handled events. The default remembers the last 10,000 in this process. */
  readonly memory?: WebhookMemory
  /** Returns the current time, in milliseconds since the epoch. The machine's clock if absent. */
  readonly now?: () => number
  /** Handles an event whose type this release doesn't have. Ignored if absent. */
  readonly handleNewer?: (event: NewerEvent) => unknown
  /** Called with the error of each request that `respond` answers with 400 or 500. */
  readonly onError?: (error: unknown) => void
}

/** Receives webhooks. */
export interface WebhookReceiver {
  /**
   * Answers a request of a web-standard server:
   * - 204 if the event was handled, now or before,
   * - 400 if the request is not a webhook of this endpoint,
   * - 413 if the body is too large,
   * - 500 if the handler fails, so that the event is sent again.
   */
  readonly respond: (
    request: Request,
    handle: (event: WebhookEvent) => unknown
  ) => Promise<Response>
  /**
   * Handles an event, unless it or a newer version of its resource was handled before. Rejects if
   * the request can't be trusted, or with the handler's error. Then the event is not remembered.
   * The body is the text as it was received.
   */
  readonly take: (
    received: {
      readonly headers:
        | Headers
        | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
      readonly body: string
    },
    handle: (event: WebhookEvent) => unknown
  ) => Promise<WebhookStanding>
}

/**
 * Returns the receiving side of webhooks. It verifies the signature, drops duplicates and outdated
 * events, and passes on events that are typed by their type.
 *
 * @example
 * const webhooks = webhookReceiver({ secret: process.env.WEBHOOK_SECRET })
 * const answer = await webhooks.respond(request, async (event) => {
 *   if (event.type === "payment.succeeded") await ship(event.data.object.id)
 * })
 */
export const webhookReceiver = receiving.webhookReceiver as unknown as (
  options: WebhookReceiverOptions
) => WebhookReceiver
