import { Cause, Context, Effect, Exit, Option, Predicate, Tracer } from "effect"
import { hourMs } from "../primitives/durations.ts"
import type { TelemetryPort } from "./TelemetryPort.ts"
import { readTraceparent, type TraceHeaders } from "./traceparent.ts"

/** The beginning of a span. */
export interface SpanStart {
  readonly name: string
  readonly kind: Tracer.SpanKind
  /** The parent. The fiber's span if absent. Null for a trace of its own. */
  readonly parent?: Tracer.AnySpan | null
  /** The parent if `parent` is absent and the fiber has no span. */
  readonly caller?: Tracer.AnySpan
  readonly links?: ReadonlyArray<Tracer.AnySpan>
  /**
   * True if traces that begin here and are not sampled share one span. Nobody sees these spans, and
   * one context for all of them costs less than one for each.
   */
  readonly sharesUnsampled?: boolean
}

/**
 * Receives the result of an effect before its span ends, and its duration in seconds. The span is
 * null if the trace is not sampled.
 */
export type Finish<A, E> = (exit: Exit.Exit<A, E>, span: Tracer.Span | null, took: number) => void

/**
 * Runs an effect in a span of its own, and ends the span with the effect. The first span of a trace
 * decides if the trace is sampled. In a trace that is not, no further span begins, and `span` is
 * null. `current` is the span, or else the parent, or null if there is neither. It is the parent of
 * further spans only if `run` provides it.
 */
export const inSpan = <A, E, R>(
  { tracer, seconds }: Pick<TelemetryPort, "tracer" | "seconds">,
  start: SpanStart,
  run: (span: Tracer.Span | null, current: Tracer.AnySpan | null) => Effect.Effect<A, E, R>,
  finish: Finish<A, E>
): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => {
    const { parent: given = fiber.cache.span ?? start.caller } = start
    const parent = given ?? null
    const began = seconds()
    const begun = parent === null || parent.sampled ? beginSpan(tracer, start, parent) : null
    const span = begun?.sampled === true ? begun : null
    const isShared = start.sharesUnsampled === true && parent === null && span === null
    const current = isShared && begun !== null ? sharedUnsampled(tracer, begun) : (begun ?? parent)
    return Effect.onExitPrimitive(run(span, current), (exit) => {
      finish(exit, span, seconds() - began)
      begun?.end(currentTime, exit)
      return nothingMore
    })
  })

/** The result of a finalizer without an effect. An empty effect would cost a fiber more steps. */
export const nothingMore = undefined

/** The span of all traces of a tracer that are not sampled and share one. */
const unsampled = new WeakMap<Tracer.Tracer, Tracer.Span>()

const sharedUnsampled = (tracer: Tracer.Tracer, span: Tracer.Span): Tracer.Span => {
  const known = unsampled.get(tracer)
  if (known !== undefined && (isTrace(known) || !isTrace(span))) return known
  unsampled.set(tracer, span)
  return span
}

/** OpenTelemetry's spans have this id before its SDK has started. */
const noTraceId = "0".repeat(32)

const isTrace = ({ traceId }: Tracer.Span): boolean => traceId !== noTraceId

const beginSpan = (
  tracer: Tracer.Tracer,
  { name, kind, links }: SpanStart,
  parent: Tracer.AnySpan | null
): Tracer.Span =>
  tracer.span({
    name,
    parent: parent === null ? noParent : Option.some(parent),
    annotations: noAnnotations,
    links: links === undefined ? [] : links.map(linkTo),
    startTime: currentTime,
    kind,
    root: parent === null,
    sampled: true
  })

const noParent = Option.none<Tracer.AnySpan>()

const linkTo = (span: Tracer.AnySpan): Tracer.SpanLink => ({ span, attributes: {} })

/** Every span of `inSpan` has these empty annotations, and no span of the host has them. */
const noAnnotations = Context.makeUnsafe<never>(new Map())

/** Returns the span if `inSpan` began it. Null if it is a span of the host. */
export const ownSpanOf = (span: Tracer.AnySpan | null): Tracer.Span | null =>
  span?._tag === "Span" && span.annotations === noAnnotations ? span : null

/** Stands for the current time of a span, so the engine's clock is not read. */
export const currentTime = 0n

/** Runs an effect whose spans have a parent. */
export const withParent = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  span: Tracer.AnySpan | null
): Effect.Effect<A, E, Exclude<R, Tracer.ParentSpan>> =>
  span === null
    ? (effect as Effect.Effect<A, E, Exclude<R, Tracer.ParentSpan>>)
    : Effect.provideService(effect, Tracer.ParentSpan, span)

/**
 * Returns the kind of a failure, for the attribute `error.type`: the tag of an error. Null after a
 * success. Messages are left out, because they may have data of payers.
 */
export const errorTypeOf = (exit: Exit.Exit<unknown, unknown>): string | null => {
  if (Exit.isSuccess(exit)) return null
  const failure = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
  if (Predicate.hasProperty(failure, "_tag")) return String(failure._tag)
  return Cause.hasInterruptsOnly(exit.cause) ? "interrupted" : "_OTHER"
}

/** Work that begins after this long has a trace of its own, with a link to the first one. */
const sameTraceMs = hourMs

/**
 * Returns the beginning of a span for work that another trace caused at a time. Work within an hour
 * belongs to that trace. Later work has a trace of its own with a link, so a trace ends.
 */
export const continuing = (
  { traceparent, tracestate }: TraceHeaders,
  causedAt: number,
  now: number
): Pick<SpanStart, "links"> & { readonly parent: Tracer.AnySpan | null } => {
  const cause = readTraceparent(traceparent, tracestate)
  if (cause === undefined) return { parent: null }
  return now - causedAt < sameTraceMs ? { parent: cause } : { parent: null, links: [cause] }
}
