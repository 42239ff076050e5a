import { Effect, Exit, Predicate, type Tracer } from "effect"
import { inAdapter } from "../kernel/telemetry/inAdapter.ts"
import { errorTypeOf, inSpan } from "../kernel/telemetry/inSpan.ts"
import { seriesOf } from "../kernel/telemetry/seriesOf.ts"
import type { TelemetryPort } from "../kernel/telemetry/TelemetryPort.ts"
import type { PaymentProvider } from "./PaymentProvider.ts"

/** The calls of a provider that its servers answer. */
const calls = [
  "charge",
  "resume",
  "lookup",
  "cancel",
  "capture",
  "void",
  "refund",
  "increment",
  "lookupModification",
  "readNotification"
] as const satisfies ReadonlyArray<keyof PaymentProvider>

type Call = (...input: ReadonlyArray<unknown>) => Effect.Effect<unknown>

/** Wraps a provider so that each call is a span and is measured. */
export const tracedProvider = (provider: PaymentProvider, port: TelemetryPort): PaymentProvider => {
  const durations = seriesOf(port, "payloom.provider.call.duration")
  const traced = (operation: string, call: Call): Call => {
    const start = { name: `${operation} ${provider.name}`, kind: "client" } as const
    return (...input) => {
      const run = (span: Tracer.Span | null, current: Tracer.AnySpan | null) => {
        if (span !== null) {
          span.attribute("payloom.provider", provider.name)
          span.attribute("payloom.provider.operation", operation)
          describe(span, input[0])
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
        durations(provider.name, operation, outcome)(took)
      })
    }
  }
  const own = calls.flatMap((name) => {
    const call = provider[name] as Call | undefined
    return call === undefined ? [] : [[name, traced(name, call.bind(provider))]]
  })
  return { ...provider, ...Object.fromEntries(own) }
}

/** Adds our own ids of a request. It adds nothing else of the request. */
const describe = (span: Tracer.Span, request: unknown): void => {
  if (!Predicate.hasProperty(request, "reference")) return
  span.attribute("payloom.reference", String(request.reference))
  const mid: unknown = Predicate.hasProperty(request, "mid") ? request.mid : null
  if (Predicate.hasProperty(mid, "id")) span.attribute("payloom.mid", String(mid.id))
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
