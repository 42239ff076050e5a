import { join } from "node:path"
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader
} from "@opentelemetry/sdk-metrics"
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider
} from "@opentelemetry/sdk-trace"
import { otel } from "@payloom/otel"
import { openShop } from "./engine.ts"
import type { Line } from "./report.ts"
import {
  type Batch,
  type BothTimes,
  type Comparison,
  compare,
  compareBoth,
  concurrently
} from "./rounds.ts"

/** The cost of telemetry at a share of sampled traces, for one caller and for 32. */
interface Cost {
  readonly alone: BothTimes
  readonly with32: Comparison
}

/** The cost of telemetry with a tenth of the traces sampled, and with all of them. */
export interface TracedComparison {
  readonly tenth: Cost
  readonly all: Cost
}

/** Takes spans and drops them. */
const exporter = {
  export: (_: unknown, done: (result: { readonly code: number }) => void) => done({ code: 0 }),
  shutdown: async () => undefined,
  forceFlush: async () => undefined
}

/** Opens a shop whose telemetry goes to OpenTelemetry's SDK, which samples this share of traces. */
const openTraced = async (file: string, share: number) => {
  const spans = new TracerProvider({
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })]
  })
  const reader = new PeriodicExportingMetricReader({
    exporter: new InMemoryMetricExporter(AggregationTemporality.DELTA)
  })
  const metrics = new MeterProvider({ readers: [reader] })
  const telemetry = otel({ tracer: spans.getTracer("bench"), meter: metrics.getMeter("bench") })
  const { payloom, charge } = await openShop(file, false, { telemetry })
  return {
    charge,
    close: async () => {
      await payloom.close()
      await spans.shutdown()
      await metrics.shutdown()
    }
  }
}

/** Compares charges with traces and metrics to the same charges without telemetry. */
export const measureTraced = async (folder: string): Promise<TracedComparison> => ({
  tenth: await costOf(folder, 0.1),
  all: await costOf(folder, 1)
})

/**
 * The first shop of a process is faster than the second one by a few percent. So there is a shop
 * without telemetry before and after the traced one, and they take turns.
 */
const costOf = async (folder: string, share: number): Promise<Cost> => {
  const before = await openShop(join(folder, `before_${share}.db`))
  const traced = await openTraced(join(folder, `traced_${share}.db`), share)
  const after = await openShop(join(folder, `after_${share}.db`))
  const plain = (callers: number) =>
    inTurn(concurrently(callers, before.charge), concurrently(callers, after.charge))
  const with32 = await compare(concurrently(32, traced.charge), plain(32), {
    rounds: 12,
    count: 800,
    warmUp: 4000
  })
  const alone = await compareBoth(concurrently(1, traced.charge), plain(1), {
    rounds: 60,
    count: 100,
    warmUp: 400
  })
  await before.payloom.close()
  await traced.close()
  await after.payloom.close()
  return { alone, with32 }
}

/** Returns a batch that is one of two batches in turn. */
const inTurn = (one: Batch, other: Batch): Batch => {
  let [next, last] = [one, other]
  return {
    run: (count) => {
      ;[next, last] = [last, next]
      return last.run(count)
    }
  }
}

/** Returns the lines of traced charges. */
export const tracedLines = ({ tenth, all }: TracedComparison): ReadonlyArray<Line> => [
  {
    name: "traced",
    value: tenth.alone.elapsed.ratio,
    bound: ">= 0.97",
    meaning: "rate of one caller's charges with metrics and a tenth of all traces, against none"
  },
  {
    name: "traced_cpu",
    value: tenth.alone.processor.ratio,
    bound: "",
    meaning: "the same by processor time"
  },
  {
    name: "traced_32",
    value: tenth.with32.ratio,
    bound: "",
    meaning: "rate of 32 callers, compared with 32 without telemetry"
  },
  {
    name: "traced_all",
    value: all.alone.elapsed.ratio,
    bound: "",
    meaning: "rate of one caller's charges with metrics and all traces, against none"
  },
  {
    name: "traced_all_cpu",
    value: all.alone.processor.ratio,
    bound: "",
    meaning: "the same by processor time"
  },
  {
    name: "traced_all_32",
    value: all.with32.ratio,
    bound: "",
    meaning: "rate of 32 callers, compared with 32 without telemetry"
  }
]

/** Returns the durations of traced charges, and of the same without telemetry. */
export const tracedMicroseconds = ({ tenth, all }: TracedComparison) => ({
  traced_charge_us: tenth.alone.elapsed.subject,
  traced_charge_cpu_us: tenth.alone.processor.subject,
  traced_charge_32_us: tenth.with32.subject,
  traced_all_charge_us: all.alone.elapsed.subject,
  traced_all_charge_cpu_us: all.alone.processor.subject,
  traced_all_charge_32_us: all.with32.subject,
  untraced_charge_us: all.alone.elapsed.reference,
  untraced_charge_cpu_us: all.alone.processor.reference,
  untraced_charge_32_us: all.with32.reference
})
