import { join } from "node:path"
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader
} from "@opentelemetry/sdk-metrics"
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace"
import { otel } from "@payloom/otel"
import { openShop } from "./engine.ts"
import { type Comparison, compare, concurrently } from "./rounds.ts"

/**
 * Compares charges of 32 callers with all traces and metrics on to the same charges without
 * telemetry. Spans are made by OpenTelemetry's SDK, all of them are sampled, and the exporter drops
 * them.
 */
export const measureTraced = async (folder: string): Promise<Comparison> => {
  const exporter = {
    export: (_: unknown, done: (result: { readonly code: number }) => void) => done({ code: 0 }),
    shutdown: async () => undefined,
    forceFlush: async () => undefined
  }
  const spans = new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter })] })
  const reader = new PeriodicExportingMetricReader({
    exporter: new InMemoryMetricExporter(AggregationTemporality.DELTA)
  })
  const metrics = new MeterProvider({ readers: [reader] })
  const telemetry = otel({ tracer: spans.getTracer("bench"), meter: metrics.getMeter("bench") })
  const traced = await openShop(join(folder, "traced.db"), false, { telemetry })
  const plain = await openShop(join(folder, "untraced.db"))
  const compared = await compare(concurrently(32, traced.charge), concurrently(32, plain.charge), {
    rounds: 15,
    count: 800,
    warmUp: 4000
  })
  await traced.payloom.close()
  await plain.payloom.close()
  await spans.shutdown()
  await metrics.shutdown()
  return compared
}
