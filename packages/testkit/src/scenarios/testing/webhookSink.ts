import type { WebhookRequest, WebhookResponse, WebhookSenderPort } from "@payloom/core"
import { Effect } from "effect"

/** What an endpoint does with what it is sent. */
type EndpointConduct = (request: WebhookRequest) => Effect.Effect<WebhookResponse>

/** An answer with a status. */
export const answers = (status: number, excerpt = ""): Effect.Effect<WebhookResponse> =>
  Effect.succeed({ _tag: "Answered", status, excerpt })

/** No answer for as long as one waits. */
export const hangs: Effect.Effect<WebhookResponse> = Effect.never

/** Takes all that is sent, and does with it what the test says: 204 unless told. */
export interface WebhookSink extends WebhookSenderPort {
  readonly received: Array<WebhookRequest>
  /** What an address does from now on. */
  readonly conducts: Map<string, EndpointConduct>
}

/** One without any network. */
export const webhookSink = (): WebhookSink => {
  const received: Array<WebhookRequest> = []
  const conducts = new Map<string, EndpointConduct>()
  return {
    received,
    conducts,
    send: (request) =>
      Effect.suspend(() => {
        received.push(request)
        return conducts.get(request.url)?.(request) ?? answers(204)
      }),
    refusal: (url) =>
      Effect.succeed(url.includes("10.0.0.1") ? "must not be a private address" : null)
  }
}
