import { Effect, Exit, Predicate, Tracer } from "effect"
import { errorTypeOf, inSpan, withParent } from "../kernel/telemetry/inSpan.ts"
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
    return (...input) =>
      inSpan(port, start, (span, current) => {
        const began = port.seconds()
        span?.attribute("payloom.provider", provider.name)
        span?.attribute("payloom.provider.operation", operation)
        if (span !== null) describe(span, input[0])
        const calling = withParent(
          Effect.suspend(() => call(...input)),
          current
        )
        const called =
          span === null
            ? calling
            : Effect.provideService(calling, Tracer.Tracer, port.adapterTracer)
        return Effect.onExit(called, (exit) => {
          const outcome = outcomeOf(exit)
          span?.attribute("payloom.outcome", outcome)
          durations(provider.name, operation, outcome)(port.seconds() - began)
          return Effect.void
        })
      })
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

/** The tag of the answer, in snake case: `approved`, `not_sent`. */
const outcomeOf = (exit: Exit.Exit<unknown, unknown>): string => {
  if (Exit.isFailure(exit)) return errorTypeOf(exit) === "interrupted" ? "timeout" : "failed"
  const tag = Predicate.hasProperty(exit.value, "_tag") ? String(exit.value._tag) : "answered"
  return tag.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
}
