/**
 * The metrics of Payloom in Prometheus' text format.
 *
 * @packageDocumentation
 */

import type { Meter } from "@opentelemetry/api"
import { PrometheusExporter, PrometheusSerializer } from "@opentelemetry/exporter-prometheus"
import { MeterProvider, type ViewOptions } from "@opentelemetry/sdk-metrics"
import { type Measurement, measurements } from "@payloom/core"
import { runtimeMeasurements } from "./runtimeMeasurements.ts"

/** Metrics that Prometheus collects from this process. */
export interface PrometheusMetrics {
  /** The meter for `otel({ meter })`. */
  readonly meter: Meter
  /**
   * Answers a request of Prometheus with all metrics. Mount it where only Prometheus reaches it,
   * because it asks for no key.
   */
  readonly handler: () => Promise<Response>
  /** Ends the collection. */
  readonly close: () => Promise<void>
}

/**
 * Makes metrics that Prometheus collects, for a process without an OpenTelemetry SDK of its own. It
 * needs `@opentelemetry/sdk-metrics` and `@opentelemetry/exporter-prometheus`.
 *
 * @example
 * const { meter, handler } = prometheus()
 * const payloom = await Payloom.make({ ...setup, telemetry: otel({ meter }) })
 * app.get("/metrics", () => handler())
 */
export const prometheus = (): PrometheusMetrics => {
  const reader = new PrometheusExporter({ preventServerStart: true })
  const provider = new MeterProvider({ readers: [reader], views })
  const serializer = new PrometheusSerializer()
  return {
    meter: provider.getMeter("@payloom/otel"),
    handler: async () => {
      const { resourceMetrics } = await reader.collect()
      return new Response(serializer.serialize(resourceMetrics), {
        headers: {
          "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
          "Cache-Control": "no-store"
        }
      })
    },
    close: () => provider.shutdown()
  }
}

/**
 * Prometheus' names end with the unit, and the exporter does not add it. Collectors of
 * OpenTelemetry add it, so the names are the same on both ways.
 */
const views: Array<ViewOptions> = Object.entries<Measurement>({
  ...measurements,
  ...runtimeMeasurements
}).flatMap(([name, { unit }]) =>
  unit === "s" ? [{ instrumentName: name, name: `${name}.seconds` }] : []
)
