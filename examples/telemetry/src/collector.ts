import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { json } from "node:stream/consumers"

/** A span as OTLP sends it in JSON. */
interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: ReadonlyArray<{
    readonly key: string
    readonly value: Readonly<Record<string, unknown>>
  }>
}

interface SentTraces {
  readonly resourceSpans: ReadonlyArray<{
    readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<SentSpan> }>
  }>
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
  startMs: Number(BigInt(span.startTimeUnixNano) / 1000n) / 1000,
  durationMs: Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / nanosPerMs,
  attributes: Object.fromEntries(
    span.attributes.map(({ key, value }) => [key, Object.values(value)[0]])
  )
})

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
