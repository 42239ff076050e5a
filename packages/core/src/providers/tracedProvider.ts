import { Predicate, type Tracer } from "effect"
import { seriesOf } from "../kernel/telemetry/seriesOf.ts"
import type { TelemetryPort } from "../kernel/telemetry/TelemetryPort.ts"
import type { PaymentProvider } from "./PaymentProvider.ts"
import { tracedCalls } from "./tracedCalls.ts"

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

/** Wraps a provider so that each call is a span and is measured. */
export const tracedProvider = (provider: PaymentProvider, port: TelemetryPort): PaymentProvider => {
  const { name } = provider
  const durations = seriesOf(port, "payloom.provider.call.duration")
  return tracedCalls(provider, calls, port, {
    name,
    attributes: (operation) => ({
      "payloom.provider": name,
      "payloom.provider.operation": operation
    }),
    describe,
    measure: (operation, outcome, took) => durations(name, operation, outcome)(took)
  })
}

/** Adds our own ids of a request. It adds nothing else of the request. */
const describe = (span: Tracer.Span, request: unknown): void => {
  if (!Predicate.hasProperty(request, "reference")) return
  span.attribute("payloom.reference", String(request.reference))
  const mid: unknown = Predicate.hasProperty(request, "mid") ? request.mid : null
  if (Predicate.hasProperty(mid, "id")) span.attribute("payloom.mid", String(mid.id))
}
