import { Context, type Effect, Layer } from "effect"
import type { Mode } from "../../platform/storage/Scope.ts"

/** A webhook to be sent: a POST of just these headers and bytes, once, following nothing. */
export interface WebhookRequest {
  /** Where to: an address as the merchant gave it. */
  readonly url: string
  /** In `live` the address has to be a public one. */
  readonly mode: Mode
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON, to be sent as UTF-8. */
  readonly body: string
  /** How long all of it may take, in milliseconds. */
  readonly timeoutMs: number
}

/** What came of it. */
export type WebhookResponse =
  /** The endpoint answered, whatever it said. */
  | {
      readonly _tag: "Answered"
      readonly status: number
      /** What the body of the answer begins with. */
      readonly excerpt: string
      /** How long it asks to be left alone, in milliseconds. */
      readonly retryAfterMs?: number
    }
  /** No answer came, or it wasn't asked. */
  | {
      readonly _tag: "Failed"
      /** Why, in words. */
      readonly reason: string
      /**
       * True if this machine is to blame rather than the endpoint: it has no network, or no socket
       * left. False if absent.
       */
      readonly isOwnFault?: boolean
    }

/**
 * The port to whoever sends webhooks. It looks up the address, refuses what is not public, and
 * dials what it looked at: `webhookSender()` of `@payloom/adapter-webhooks` does.
 */
export interface WebhookSenderPort {
  /** Sends it. Nothing here fails: what goes wrong is an answer. */
  readonly send: (request: WebhookRequest) => Effect.Effect<WebhookResponse>
  /** Why an address can't be sent to, in words; null where it can, as far as one can see. */
  readonly refusal: (url: string, mode: Mode) => Effect.Effect<string | null>
}

/** Who sends an engine's webhooks; null where this process sends none. */
export class WebhookSender extends Context.Service<
  WebhookSender,
  { readonly port: WebhookSenderPort | null }
>()("@payloom/core/outbound/webhooks/WebhookSender") {
  static readonly layer = (port: WebhookSenderPort | undefined) =>
    Layer.succeed(WebhookSender, { port: port ?? null })
}
