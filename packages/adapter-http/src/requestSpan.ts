import {
  inSpan,
  readTraceparent,
  type Services,
  seriesOf,
  type TelemetryPort,
  withParent
} from "@payloom/core"
import { type Effect, Exit, type Tracer } from "effect"
import type { Reply } from "./reply.ts"

/** A request as its span shows it. */
export interface TracedRequest {
  readonly method: string
  /** The pattern of the route. Null if no route matched. */
  readonly route: string | null
  /** The name of the operation. */
  readonly operation: string
  readonly url: string
  /**
   * The caller's `traceparent`. Null if the caller is not a merchant, because other callers must
   * not choose what is traced.
   */
  readonly traceparent: string | null
  /** The caller's `tracestate`, by the same rule. */
  readonly tracestate: string | null
}

/** A reply with the id of its request. */
interface Numbered {
  readonly requestId: string
  readonly reply: Reply
}

/**
 * Answers a request in a span, and measures it. The span belongs to the host's span, or else to the
 * caller's trace. Without telemetry the request is answered as it is.
 */
export const inRequestSpan = (
  { telemetry }: Services,
  request: TracedRequest,
  answering: Effect.Effect<Numbered>
): Effect.Effect<Numbered> =>
  telemetry === undefined ? answering : traced(telemetry, request, answering)

const traced = (
  port: TelemetryPort,
  { method, route, operation, url, traceparent, tracestate }: TracedRequest,
  answering: Effect.Effect<Numbered>
): Effect.Effect<Numbered> => {
  const host = port.callerSpan()
  const known = methods.has(method) ? method : "_OTHER"
  const start = {
    name: route === null ? known : `${known} ${route}`,
    kind: host === undefined ? "server" : "internal",
    parent: host ?? readTraceparent(traceparent, tracestate) ?? null,
    sharesUnsampled: true
  } as const
  const run = (span: Tracer.Span | null, current: Tracer.AnySpan | null) => {
    span?.attribute("http.request.method", known)
    if (route !== null) span?.attribute("http.route", route)
    span?.attribute("payloom.route", operation)
    return withParent(answering, current)
  }
  return inSpan(port, start, run, (exit, span, took) => {
    const numbered = Exit.isSuccess(exit) ? exit.value : null
    const status = numbered?.reply.status ?? 500
    span?.attribute("http.response.status_code", status)
    if (numbered !== null) span?.attribute("payloom.request", numbered.requestId)
    const failure = status >= 500 ? String(status) : null
    if (failure !== null) span?.attribute("error.type", failure)
    const scheme = url.startsWith("https:") ? "https" : "http"
    const durations = seriesOf(port, "http.server.request.duration")
    durations(known, route, status, scheme, failure)(took)
  })
}

/** The methods of attributes, because a caller may send any text. */
const methods: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS"
])
