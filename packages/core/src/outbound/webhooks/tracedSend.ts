import { Effect, Exit, type Tracer } from "effect"
import { inAdapter } from "../../kernel/telemetry/inAdapter.ts"
import { inSpan } from "../../kernel/telemetry/inSpan.ts"
import { seriesOf } from "../../kernel/telemetry/seriesOf.ts"
import { Telemetry } from "../../kernel/telemetry/TelemetryPort.ts"
import { traceHeadersOf } from "../../kernel/telemetry/traceparent.ts"
import type { WebhookRequest, WebhookResponse } from "./WebhookSender.ts"

/** The delivery that a request is about. */
interface Delivery {
  readonly endpoint: string
  readonly event: string
  readonly type: string
  readonly tenant: string
}

/**
 * Sends a webhook in a span, and measures it. The request gets the span as its `traceparent`, so a
 * receiver continues the trace. Without telemetry the request is sent unchanged.
 */
export const tracedSend = (
  request: WebhookRequest,
  { endpoint, event, type, tenant }: Delivery,
  send: (request: WebhookRequest) => Effect.Effect<WebhookResponse>
): Effect.Effect<WebhookResponse> =>
  Effect.withFiber((fiber) => {
    const port = fiber.getRef(Telemetry)
    if (port === null) return send(request)
    const run = (span: Tracer.Span | null, current: Tracer.AnySpan | null) => {
      span?.attribute("http.request.method", "POST")
      span?.attribute("payloom.webhook.endpoint", endpoint)
      span?.attribute("payloom.event", event)
      span?.attribute("payloom.event.type", type)
      const headers = {
        ...request.headers,
        ...(current === null ? {} : traceHeadersOf(current))
      }
      return inAdapter(
        Effect.suspend(() => send({ ...request, headers })),
        port,
        current
      )
    }
    return inSpan(port, { name: "POST", kind: "client" }, run, (exit, span, took) => {
      const { outcome, status } = resultOf(exit)
      if (status !== null) span?.attribute("http.response.status_code", status)
      if (outcome !== "delivered") span?.attribute("error.type", String(status ?? outcome))
      const durations = seriesOf(port, "payloom.webhook.delivery.duration")
      durations(outcome, status, port.countsTenants ? tenant : null)(took)
    })
  })

const resultOf = (exit: Exit.Exit<WebhookResponse, unknown>) => {
  if (Exit.isFailure(exit)) return { outcome: "failed", status: null }
  const response = exit.value
  if (response._tag === "Failed") {
    return { outcome: response.isOwnFault === true ? "own_fault" : "unreachable", status: null }
  }
  const isTaken = response.status >= 200 && response.status < 300
  return { outcome: isTaken ? "delivered" : "rejected", status: response.status }
}
