import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { json } from "node:stream/consumers"

type SentAttributes = ReadonlyArray<{
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}>

/** A span as OTLP sends it in JSON. */
interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: SentAttributes
  readonly events: ReadonlyArray<{
    readonly name: string
    readonly timeUnixNano: string
    readonly attributes: SentAttributes
  }>
}

interface SentTraces {
  readonly resourceSpans: ReadonlyArray<{
    readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<SentSpan> }>
  }>
}

/** An event of a span: what happened, and when it was over, in milliseconds. */
export interface CollectedEvent {
  readonly name: string
  readonly atMs: number
  readonly attributes: Readonly<Record<string, unknown>>
}

/** A span as the collector keeps it. */
export interface CollectedSpan {
  readonly trace: string
  readonly id: string
  readonly parent: string | null
  readonly name: string
  /** The start and the duration in milliseconds. */
  readonly startMs: number
  readonly durationMs: number
  readonly attributes: Readonly<Record<string, unknown>>
  readonly events: ReadonlyArray<CollectedEvent>
}

/** A stand-in of an OpenTelemetry collector. */
export interface Collector {
  /** The address for exporters of traces. */
  readonly url: string
  readonly spans: () => ReadonlyArray<CollectedSpan>
  readonly close: () => void
}

const nanosPerMs = 1e6

const collected = (span: SentSpan): CollectedSpan => ({
  trace: span.traceId,
  id: span.spanId,
  parent: span.parentSpanId === undefined || span.parentSpanId === "" ? null : span.parentSpanId,
  name: span.name,
  startMs: millisOf(span.startTimeUnixNano),
  durationMs: Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / nanosPerMs,
  attributes: attributesOf(span.attributes),
  events: span.events.map(({ name, timeUnixNano, attributes }) => ({
    name,
    atMs: millisOf(timeUnixNano),
    attributes: attributesOf(attributes)
  }))
})

const millisOf = (nanos: string): number => Number(BigInt(nanos) / 1000n) / 1000

const attributesOf = (sent: SentAttributes) =>
  Object.fromEntries(sent.map(({ key, value }) => [key, Object.values(value)[0]]))

/** Starts a server on loopback that takes traces by OTLP, over HTTP and in JSON. */
export const startCollector = async (): Promise<Collector> => {
  const spans: Array<CollectedSpan> = []
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as SentTraces
    for (const { scopeSpans } of resourceSpans) {
      for (const scope of scopeSpans) spans.push(...scope.spans.map(collected))
    }
    response.writeHead(200, { "content-type": "application/json" }).end("{}")
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1/traces`,
    spans: () => spans,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
