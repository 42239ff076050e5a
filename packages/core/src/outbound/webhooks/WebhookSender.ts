import { Context, type Effect, Layer } from "effect"
import type { Mode } from "../../platform/storage/Scope.ts"

/** A webhook to send: one POST with exactly these headers and bytes. Redirects are not followed. */
export interface WebhookRequest {
  /** The address, as the merchant gave it. */
  readonly url: string
  /** In `live` mode the address must be public. */
  readonly mode: Mode
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON, to be sent as UTF-8. */
  readonly body: string
  /** The timeout of the whole request, in milliseconds. */
  readonly timeoutMs: number
}

/** The result of sending a webhook. */
export type WebhookResponse =
  /** The endpoint answered, with any status. */
  | {
      readonly _tag: "Answered"
      readonly status: number
      /** The beginning of the answer's body. */
      readonly excerpt: string
      /** The delay that the endpoint asks for, in milliseconds. */
      readonly retryAfterMs?: number
    }
  /** There was no answer, or nothing was sent. */
  | {
      readonly _tag: "Failed"
      /** The reason, in words. */
      readonly reason: string
      /**
       * True if this machine is to blame rather than the endpoint: it has no network, or no socket
       * left. False if absent.
       */
      readonly isOwnFault?: boolean
    }

/**
 * The port to the sender of webhooks. A sender resolves the address, refuses addresses that are not
 * public, and connects to the address that it checked. `webhookSender()` of
 * `@payloom/adapter-webhooks` is one.
 */
export interface WebhookSenderPort {
  /** Sends a webhook. It never fails: errors are `Failed` results. */
  readonly send: (request: WebhookRequest) => Effect.Effect<WebhookResponse>
  /** Returns the reason, in words, why an address can't be sent to. Null if no problem is known. */
  readonly refusal: (url: string, mode: Mode) => Effect.Effect<string | null>
}

/** The sender of the engine's webhooks. `port` is null if this process sends none. */
export class WebhookSender extends Context.Service<
  WebhookSender,
  { readonly port: WebhookSenderPort | null }
>()("@payloom/core/outbound/webhooks/WebhookSender") {
  static readonly layer = (port: WebhookSenderPort | undefined) =>
    Layer.succeed(WebhookSender, { port: port ?? null })
}
