import {
  context,
  createContextKey,
  type Meter,
  metrics,
  ROOT_CONTEXT,
  type Tracer,
  trace
} from "@opentelemetry/api"
import { optionsComplaint, type TelemetryPort } from "@payloom/core"
import type { Tracer as EffectTracer } from "effect"
import { type Instruments, instrumentsOf } from "./instruments.ts"
import { contextOf, HostSpan, OtelSpan } from "./OtelSpan.ts"

/** The options of {@link otel}. */
export interface OtelOptions {
  /** Begins the spans. Default: the tracer of the global provider. */
  readonly tracer?: Tracer
  /** Makes the metrics. Default: the meter of the global provider. */
  readonly meter?: Meter
  /**
   * True to count charges and deliveries by tenant. Default: false, because a platform may have
   * many tenants. Beyond a thousand combinations of attributes, the rest is counted together.
   */
  readonly tenants?: boolean
  /**
   * True to measure the delay of this process's event loop. Default: true. Set it to false if other
   * instrumentation has `nodejs.eventloop.delay`.
   */
  readonly eventLoop?: boolean
}

const scope = "@payloom/otel"

/**
 * Returns the telemetry of an engine: its spans and metrics go to OpenTelemetry. Start
 * OpenTelemetry's SDK before the engine. Without one, nothing is recorded.
 *
 * @example
 * const payloom = await Payloom.make({ ...setup, telemetry: otel() })
 */
export const otel = (options: OtelOptions = {}): TelemetryPort => {
  const complaint = complaintOf(options)
  if (complaint !== null) throw new TypeError(`otel can't be made: ${complaint}`)
  const tracer = options.tracer ?? trace.getTracer(scope)
  const span: EffectTracer.Tracer["span"] = (begun) => new OtelSpan(tracer, begun)
  // The global provider's meter is a dummy until the SDK has started, so it is read late.
  let made: Instruments | null = null
  const instruments = () => {
    made ??= instrumentsOf(options.meter ?? metrics.getMeter(scope), options.eventLoop ?? true)
    return made
  }
  const plainTracer: EffectTracer.Tracer = { span }
  const adapterTracer: EffectTracer.Tracer = {
    span,
    context: (primitive, fiber) => {
      const current = fiber.cache.span
      const evaluate = () => primitive["~effect/Effect/evaluate"](fiber)
      return current === undefined ? evaluate() : context.with(contextOf(current), evaluate)
    }
  }
  const keepsContext = contextProbe()
  return {
    tracer: plainTracer,
    get adapterTracer() {
      return keepsContext() ? adapterTracer : plainTracer
    },
    callerSpan: () => {
      const current = trace.getSpan(context.active())
      return current === undefined ? undefined : HostSpan.of(current)
    },
    runIn: (parent, run) => context.with(contextOf(parent), run),
    seconds: () => performance.now() / 1000,
    countsTenants: options.tenants ?? false,
    counter: (name, attributes) => instruments().counter(name, attributes),
    histogram: (name, attributes) => instruments().histogram(name, attributes),
    observe: (read) => instruments().observe(read)
  }
}

const probe = ROOT_CONTEXT.setValue(createContextKey("payloom probe"), true)

/** The number of calls for which a host without instrumentation is not probed again. */
const callsUntilProbe = 100

/**
 * Returns a function that returns true if the host's SDK keeps the current context. Otherwise
 * nobody could read it. The SDK may start after the engine, so it is probed from time to time.
 */
const contextProbe = (): (() => boolean) => {
  let isKept = false
  let untilProbe = 0
  return () => {
    if (isKept || untilProbe-- > 0) return isKept
    untilProbe = callsUntilProbe
    isKept = context.with(probe, () => context.active() === probe)
    return isKept
  }
}

const complaintOf = (options: OtelOptions): string | null => {
  const kinds = { tracer: "any", meter: "any", tenants: "boolean", eventLoop: "boolean" } as const
  const complaint = optionsComplaint(options, kinds)
  if (complaint !== null) return complaint
  const { tracer, meter } = options
  if (tracer !== undefined && typeof tracer.startSpan !== "function") {
    return 'options.tracer must be a tracer, such as trace.getTracer("shop").'
  }
  return meter === undefined || typeof meter.createHistogram === "function"
    ? null
    : 'options.meter must be a meter, such as metrics.getMeter("shop").'
}
