import { Tracer } from "effect"

const shape = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/

/** Reads a W3C `traceparent`. Undefined if it is absent or not valid. */
export const readTraceparent = (
  traceparent: string | null | undefined
): Tracer.ExternalSpan | undefined => {
  const [, traceId = "", spanId = "", flags = ""] = shape.exec(traceparent ?? "") ?? []
  if (isZero(traceId) || isZero(spanId)) return undefined
  return Tracer.externalSpan({ traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 })
}

/** Writes the W3C `traceparent` of a span. */
export const traceparentOf = ({ traceId, spanId, sampled }: Tracer.AnySpan): string =>
  `00-${traceId}-${spanId}-0${sampled ? 1 : 0}`

const isZero = (id: string): boolean => /^0*$/.test(id)
