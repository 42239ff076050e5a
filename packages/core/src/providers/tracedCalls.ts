import { Effect, Exit, Predicate, type Tracer } from "effect"
import { inAdapter } from "../kernel/telemetry/inAdapter.ts"
import { errorTypeOf, inSpan } from "../kernel/telemetry/inSpan.ts"
import type { TelemetryAttributes, TelemetryPort } from "../kernel/telemetry/TelemetryPort.ts"

type Call = (...input: ReadonlyArray<unknown>) => Effect.Effect<unknown>

/** The spans of an adapter's calls. */
export interface CallSpans {
  /** The name of the adapter. It ends the spans' names, such as `charge stripe`. */
  readonly name: string
  /** Returns the attributes of the spans of an operation. */
  readonly attributes: (operation: string) => TelemetryAttributes
  /** Adds ids of a request. It must add nothing else of the request. */
  readonly describe?: (span: Tracer.Span, request: unknown) => void
  /** Measures a call by its outcome and its duration in seconds. */
  readonly measure?: (operation: string, outcome: string, took: number) => void
}

/** Wraps an adapter so that each call of one of these functions is a span. */
export const tracedCalls = <Adapter extends object>(
  adapter: Adapter,
  operations: ReadonlyArray<keyof Adapter & string>,
  port: TelemetryPort,
  spans: CallSpans
): Adapter => {
  const own = operations.flatMap((operation) => {
    const call = adapter[operation] as Call | undefined
    return call === undefined
      ? []
      : [[operation, tracedCall(operation, call.bind(adapter), port, spans)]]
  })
  return { ...adapter, ...Object.fromEntries(own) }
}

const tracedCall = (
  operation: string,
  call: Call,
  port: TelemetryPort,
  { name, attributes, describe, measure }: CallSpans
): Call => {
  const start = { name: `${operation} ${name}`, kind: "client" } as const
  const shared = Object.entries(attributes(operation))
  return (...input) => {
    const run = (span: Tracer.Span | null, current: Tracer.AnySpan | null) => {
      if (span !== null) {
        for (const [key, value] of shared) span.attribute(key, value)
        describe?.(span, input[0])
      }
      return inAdapter(
        Effect.suspend(() => call(...input)),
        port,
        current
      )
    }
    return inSpan(port, start, run, (exit, span, took) => {
      const outcome = outcomeOf(exit)
      span?.attribute("payloom.outcome", outcome)
      measure?.(operation, outcome, took)
    })
  }
}

/** The outcomes by the tag of the answer, in snake case: `approved`, `not_sent`. */
const outcomes = new Map<string, string>()

const outcomeOf = (exit: Exit.Exit<unknown, unknown>): string => {
  if (Exit.isFailure(exit)) return errorTypeOf(exit) === "interrupted" ? "timeout" : "failed"
  if (!Predicate.hasProperty(exit.value, "_tag")) return "answered"
  const tag = String(exit.value._tag)
  const known = outcomes.get(tag)
  if (known !== undefined) return known
  const outcome = tag.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
  // Answers are checked before, so there are only a few tags.
  outcomes.set(tag, outcome)
  return outcome
}
