import { Tracer } from "effect"

/** The W3C headers of a trace. */
export interface TraceHeaders {
  readonly traceparent?: string
  /** The data of the tracing systems in the trace. Absent if there is none. */
  readonly tracestate?: string
}

/** A span that may have the `tracestate` of its trace. */
type StatefulSpan = Tracer.AnySpan & { readonly tracestate?: string }

const shape = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/

/** A `tracestate` is text of ASCII, and has to be passed on up to this length. */
const stateShape = /^[\x20-\x7e]{1,512}$/

/**
 * Reads a W3C `traceparent`, and the `tracestate` beside it. Undefined if the `traceparent` is
 * absent or not valid. A `tracestate` that is not valid is left out.
 */
export const readTraceparent = (
  traceparent: string | null | undefined,
  tracestate?: string | null
): Tracer.ExternalSpan | undefined => {
  const [, traceId = "", spanId = "", flags = ""] = shape.exec(traceparent ?? "") ?? []
  if (isZero(traceId) || isZero(spanId)) return undefined
  const sampled = (Number.parseInt(flags, 16) & 1) === 1
  const span = Tracer.externalSpan({ traceId, spanId, sampled })
  return stateShape.test(tracestate ?? "") ? Object.assign(span, { tracestate }) : span
}

/** Returns the `tracestate` of a span. Undefined if its trace has none. */
export const tracestateOf = (span: StatefulSpan): string | undefined =>
  span.tracestate === "" ? undefined : span.tracestate

/** Writes the W3C headers of a span. */
export const traceHeadersOf = (span: Tracer.AnySpan): TraceHeaders => {
  const tracestate = tracestateOf(span)
  const traceparent = traceparentOf(span)
  return tracestate === undefined ? { traceparent } : { traceparent, tracestate }
}

/** Writes headers as one text, as rows keep them: the `tracestate` follows after a space. */
export const traceText = ({ traceparent = "", tracestate }: TraceHeaders): string =>
  tracestate === undefined ? traceparent : `${traceparent} ${tracestate}`

/** Reads the headers that a row keeps. */
export const readTraceText = (text: string): TraceHeaders => {
  const end = text.indexOf(" ")
  return end < 0
    ? { traceparent: text }
    : { traceparent: text.slice(0, end), tracestate: text.slice(end + 1) }
}

const traceparentOf = ({ traceId, spanId, sampled }: Tracer.AnySpan): string =>
  `00-${traceId}-${spanId}-0${sampled ? 1 : 0}`

const isZero = (id: string): boolean => /^0*$/.test(id)
