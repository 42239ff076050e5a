import { Context, type Tracer } from "effect"
import type { CounterName, GaugeName, HistogramName } from "./measurements.ts"

/** The attributes of a measurement or of a span, by name. */
export type TelemetryAttributes = Readonly<Record<string, string | number | boolean>>

/** The value of a gauge at the time of a reading. */
export interface GaugeReading {
  readonly name: GaugeName
  readonly value: number
  readonly attributes: TelemetryAttributes
}

/**
 * The port to the host's telemetry: where spans begin, and which measurements exist. `otel()` of
 * `@payloom/otel` is one, on the OpenTelemetry API. Attributes have ids and codes only. They never
 * have card data, names, addresses, metadata or other free text.
 */
export interface TelemetryPort {
  /** Begins spans. A time of 0 of a span or of its events is the current time. */
  readonly tracer: Tracer.Tracer
  /**
   * The same tracer for code of adapters. While an adapter runs in one of its spans, the span is
   * also the current one for the host's own instrumentation, such as that of `fetch`. It is
   * `tracer` itself if the host has no instrumentation.
   */
  readonly adapterTracer: Tracer.Tracer
  /**
   * Returns the host's own span in which a function of the engine is called. Undefined if there is
   * none.
   */
  readonly callerSpan: () => Tracer.AnySpan | undefined
  /** Runs a function of the host, such as a handler of events, in a span. */
  readonly runIn: <A>(span: Tracer.AnySpan, run: () => A) => A
  /** The time of a monotonic clock, in seconds. Only differences have a meaning. */
  readonly seconds: () => number
  /** True if measurements of charges and deliveries have the tenant as an attribute. */
  readonly countsTenants: boolean
  /** Returns the function that adds to a counter with these attributes. */
  readonly counter: (name: CounterName, attributes: TelemetryAttributes) => (by: number) => void
  /** Returns the function that records a value of a histogram with these attributes. */
  readonly histogram: (
    name: HistogramName,
    attributes: TelemetryAttributes
  ) => (value: number) => void
  /**
   * Calls `read` whenever the gauges are collected. Returns a function that ends this, because the
   * engine was closed.
   */
  readonly observe: (read: () => Promise<ReadonlyArray<GaugeReading>>) => () => void
}

/** The telemetry of the engine. Null if the setup has none, and then no span begins. */
export const Telemetry = Context.Reference<TelemetryPort | null>(
  "@payloom/core/kernel/telemetry/Telemetry",
  { defaultValue: () => null }
)
