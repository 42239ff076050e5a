import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { TelemetryPort } from "@payloom/core"
import { otel } from "@payloom/otel"
import { prometheus } from "@payloom/otel/prometheus"
import { log } from "./log.ts"

/** Metrics that are served. */
interface ServedMetrics {
  readonly telemetry: TelemetryPort
  readonly url: string
  readonly close: () => void
}

/**
 * Serves `/metrics` for Prometheus at a port of this machine, apart from the public port. Returns
 * the telemetry of the engine that is measured.
 */
export const serveMetrics = async (port: number): Promise<ServedMetrics> => {
  const { meter, handler } = prometheus()
  const server = createServer(async (request, response) => {
    if (request.url !== "/metrics") return response.writeHead(404).end()
    const { headers, body } = await handler().then(
      async (answer) => ({
        headers: Object.fromEntries(answer.headers),
        body: await answer.text()
      }),
      () => ({ headers: {}, body: null })
    )
    return response.writeHead(body === null ? 500 : 200, headers).end(body)
  })
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  // The server ends with the process, which does not wait for Prometheus.
  server.unref()
  const { port: bound } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${bound}/metrics`
  log.info({ url }, "metrics")
  return { telemetry: otel({ meter }), url, close: () => server.close() }
}
