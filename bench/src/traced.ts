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
import type { Line } from "./report.ts"
import { type Comparison, compare, concurrently } from "./rounds.ts"

/** The cost of telemetry for one caller, and for 32. */
export interface TracedComparison {
  readonly alone: Comparison
  readonly with32: Comparison
}

/**
 * Compares charges with all traces and metrics to the same charges without telemetry.
 * OpenTelemetry's SDK makes the spans and samples all of them. The exporter drops them.
 */
export const measureTraced = async (folder: string): Promise<TracedComparison> => {
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
  const with32 = await compare(concurrently(32, traced.charge), concurrently(32, plain.charge), {
    rounds: 11,
    count: 800,
    warmUp: 4000
  })
  const alone = await compare(concurrently(1, traced.charge), concurrently(1, plain.charge), {
    rounds: 15,
    count: 200,
    warmUp: 400
  })
  await traced.payloom.close()
  await plain.payloom.close()
  await spans.shutdown()
  await metrics.shutdown()
  return { alone, with32 }
}

/** Returns the lines of traced charges. */
export const tracedLines = ({ alone, with32 }: TracedComparison): ReadonlyArray<Line> => [
  {
    name: "traced",
    value: alone.ratio,
    bound: ">= 0.97",
    meaning: "rate of one caller's charges with all traces and metrics, compared with none"
  },
  {
    name: "traced_32",
    value: with32.ratio,
    bound: "",
    meaning: "rate of 32 callers, compared with 32 without telemetry"
  }
]

/** Returns the durations of traced charges, and of the same without telemetry. */
export const tracedMicroseconds = ({ alone, with32 }: TracedComparison) => ({
  traced_charge_us: alone.subject,
  untraced_charge_us: alone.reference,
  traced_charge_32_us: with32.subject,
  untraced_charge_32_us: with32.reference
})
