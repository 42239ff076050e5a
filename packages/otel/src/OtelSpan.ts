import {
  type Attributes,
  type Context,
  createTraceState,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type SpanOptions as StartOptions,
  TraceFlags,
  type Tracer,
  trace
} from "@opentelemetry/api"
import { errorTypeOf, tracestateOf } from "@payloom/core"
import {
  Context as EffectContext,
  type Tracer as EffectTracer,
  type Exit,
  type Option
} from "effect"

type SpanOptions = Parameters<EffectTracer.Tracer["span"]>[0]

const kinds: Readonly<Record<EffectTracer.SpanKind, SpanKind>> = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER
}

const started: EffectTracer.SpanStatus = { _tag: "Started", startTime: 0n }
const noAttributes: ReadonlyMap<string, unknown> = new Map()

/**
 * A span of Effect that is a span of OpenTelemetry. It gets no messages of errors and no log
 * entries, because these may have data of payers.
 */
export class OtelSpan implements EffectTracer.Span {
  readonly _tag = "Span"
  readonly name: string
  readonly kind: EffectTracer.SpanKind
  readonly parent: Option.Option<EffectTracer.AnySpan>
  readonly annotations: EffectContext.Context<never>
  readonly links: Array<EffectTracer.SpanLink>
  readonly attributes = noAttributes
  readonly spanId: string
  readonly traceId: string
  readonly sampled: boolean
  status = started
  #context: Context | null = null
  readonly #span: Span

  constructor(tracer: Tracer, options: SpanOptions) {
    const { name, kind, parent, links, root, startTime } = options
    this.name = name
    this.kind = kind
    this.parent = parent
    this.annotations = options.annotations
    this.links = links
    const within = root || parent._tag === "None" ? ROOT_CONTEXT : contextOf(parent.value)
    this.#span = tracer.startSpan(name, startOf(kind, links, startTime), within)
    const { spanId, traceId, traceFlags } = this.#span.spanContext()
    this.spanId = spanId
    this.traceId = traceId
    this.sampled = (traceFlags & TraceFlags.SAMPLED) === TraceFlags.SAMPLED
  }

  /** The W3C `tracestate` of the trace. Empty if there is none. */
  get tracestate(): string {
    return this.#span.spanContext().traceState?.serialize() ?? ""
  }

  /** The context whose current span this is. It has nothing else of the host's context. */
  get context(): Context {
    this.#context ??= trace.setSpan(ROOT_CONTEXT, this.#span)
    return this.#context
  }

  attribute(key: string, value: unknown): void {
    if (this.status._tag === "Ended") return
    const plain = plainOf(value)
    if (plain !== undefined) this.#span.setAttribute(key, plain)
  }

  event(name: string, startTime: bigint, attributes: Record<string, unknown> = {}): void {
    if (this.status._tag === "Ended" || "effect.logLevel" in attributes) return
    const plain: Attributes = {}
    for (const key in attributes) plain[key] = plainOf(attributes[key])
    this.#span.addEvent(name, plain, startTime === 0n ? undefined : hrTime(startTime))
  }

  addLinks(links: ReadonlyArray<EffectTracer.SpanLink>): void {
    for (const { span } of links) this.#span.addLink({ context: spanContextOf(span) })
  }

  end(endTime: bigint, exit: Exit.Exit<unknown, unknown>): void {
    // Most spans are not sampled, and end without a trace.
    if (this.status._tag === "Ended" || !this.#span.isRecording()) return
    this.status = { _tag: "Ended", startTime: 0n, endTime, exit }
    const failure = errorTypeOf(exit)
    if (failure !== null) {
      this.#span.setAttribute("error.type", failure)
      if (!expected.has(failure)) this.#span.setStatus({ code: SpanStatusCode.ERROR })
    }
    this.#span.end(endTime === 0n ? undefined : hrTime(endTime))
  }
}

/** The options of spans that begin now and have no links, by kind. They are shared. */
const plainStarts = Object.fromEntries(
  Object.entries(kinds).map(([name, kind]) => [name, { kind }])
) as Readonly<Record<EffectTracer.SpanKind, StartOptions>>

const startOf = (
  kind: EffectTracer.SpanKind,
  links: ReadonlyArray<EffectTracer.SpanLink>,
  startTime: bigint
): StartOptions =>
  links.length === 0 && startTime === 0n
    ? plainStarts[kind]
    : {
        kind: kinds[kind],
        ...(startTime === 0n ? {} : { startTime: hrTime(startTime) }),
        links: links.map(({ span }) => ({ context: spanContextOf(span) }))
      }

/** Failures that the engine handles by deciding again or by stopping. */
const expected: ReadonlySet<string> = new Set(["CommitConflict", "interrupted"])

/** A span of the host's own tracing. */
export class HostSpan implements EffectTracer.ExternalSpan {
  readonly _tag = "ExternalSpan"
  readonly spanId: string
  readonly traceId: string
  readonly sampled: boolean
  readonly annotations = EffectContext.empty()
  readonly tracestate: string
  readonly context: Context

  private constructor(span: Span) {
    const { spanId, traceId, traceFlags, traceState } = span.spanContext()
    this.spanId = spanId
    this.traceId = traceId
    this.sampled = (traceFlags & TraceFlags.SAMPLED) === TraceFlags.SAMPLED
    this.tracestate = traceState?.serialize() ?? ""
    this.context = trace.setSpan(ROOT_CONTEXT, span)
  }

  /** Returns undefined for a span of no trace. */
  static of(span: Span): HostSpan | undefined {
    return isSpanContextValid(span.spanContext()) ? new HostSpan(span) : undefined
  }
}

/** Returns the context in which a span is the current one. */
export const contextOf = (span: EffectTracer.AnySpan): Context =>
  span instanceof OtelSpan || span instanceof HostSpan
    ? span.context
    : trace.setSpanContext(ROOT_CONTEXT, spanContextOf(span))

const spanContextOf = (span: EffectTracer.AnySpan): SpanContext => {
  const { traceId, spanId, sampled, _tag } = span
  const tracestate = tracestateOf(span)
  return {
    traceId,
    spanId,
    traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: _tag === "ExternalSpan",
    ...(tracestate === undefined ? {} : { traceState: createTraceState(tracestate) })
  }
}

/** Objects are left out, because nobody knows what is in them. */
const plainOf = (value: unknown): string | number | boolean | undefined => {
  if (typeof value === "bigint") return value.toString()
  const isPlain =
    typeof value === "string" || typeof value === "number" || typeof value === "boolean"
  return isPlain ? value : undefined
}

const nanosPerSecond = 1_000_000_000n

const hrTime = (nanos: bigint): [number, number] => [
  Number(nanos / nanosPerSecond),
  Number(nanos % nanosPerSecond)
]
