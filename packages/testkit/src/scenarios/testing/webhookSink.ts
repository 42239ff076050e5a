import type { WebhookRequest, WebhookResponse, WebhookSenderPort } from "@payloom/core"
import { Effect } from "effect"

/** The behavior of an endpoint for a request. */
type EndpointConduct = (request: WebhookRequest) => Effect.Effect<WebhookResponse>

/** Answers with a status. */
export const answers = (status: number, excerpt = ""): Effect.Effect<WebhookResponse> =>
  Effect.succeed({ _tag: "Answered", status, excerpt })

/** Never answers. */
export const hangs: Effect.Effect<WebhookResponse> = Effect.never

/** Receives all webhooks and answers as the test says. Default: 204. */
export interface WebhookSink extends WebhookSenderPort {
  readonly received: Array<WebhookRequest>
  /** Sets the behavior of a URL from now on. */
  readonly conducts: Map<string, EndpointConduct>
}

/** Creates a sink without a network. */
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
