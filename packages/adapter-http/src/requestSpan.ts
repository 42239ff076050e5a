import {
  inSpan,
  readTraceparent,
  type Services,
  seriesOf,
  type TelemetryPort,
  withParent
} from "@payloom/core"
import { Effect } from "effect"
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
  { method, route, operation, url, traceparent }: TracedRequest,
  answering: Effect.Effect<Numbered>
): Effect.Effect<Numbered> => {
  const host = port.callerSpan()
  const known = methods.has(method) ? method : "_OTHER"
  const began = port.seconds()
  const start = {
    name: route === null ? known : `${known} ${route}`,
    kind: host === undefined ? "server" : "internal",
    parent: host ?? readTraceparent(traceparent) ?? null
  } as const
  return inSpan(port, start, (span, current) => {
    span?.attribute("http.request.method", known)
    if (route !== null) span?.attribute("http.route", route)
    span?.attribute("payloom.route", operation)
    return Effect.map(withParent(answering, current), (numbered) => {
      const { status } = numbered.reply
      const isFailure = status >= 500
      span?.attribute("http.response.status_code", status)
      span?.attribute("payloom.request", numbered.requestId)
      if (isFailure) span?.attribute("error.type", String(status))
      const scheme = url.startsWith("https:") ? "https" : "http"
      const durations = seriesOf(port, "http.server.request.duration")
      const series = durations(known, route, status, scheme, isFailure ? String(status) : null)
      series(port.seconds() - began)
      return numbered
    })
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
