import { Predicate, type Tracer } from "effect"
import { seriesOf } from "../kernel/telemetry/seriesOf.ts"
import type { TelemetryPort } from "../kernel/telemetry/TelemetryPort.ts"
import type { DisputeEvidence } from "./DisputeEvidence.ts"
import type { PaymentProvider } from "./PaymentProvider.ts"
import { type CallSpans, tracedCalls } from "./tracedCalls.ts"

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
  const spans = {
    name,
    attributes: (operation: string) => ({
      "payloom.provider": name,
      "payloom.provider.operation": operation
    }),
    describe,
    measure: (operation: string, outcome: string, took: number) =>
      durations(name, operation, outcome)(took)
  }
  const traced = tracedCalls(provider, calls, port, spans)
  const { evidence } = provider
  return evidence === undefined
    ? traced
    : { ...traced, evidence: tracedEvidence(evidence, port, spans) }
}

/** Evidence is personal data, so its spans have nothing of the request. */
const tracedEvidence = (
  { forms, submit }: DisputeEvidence,
  port: TelemetryPort,
  { name, attributes, measure }: Required<CallSpans>
): DisputeEvidence => {
  const named = { evidenceForms: forms, submitEvidence: submit }
  const operations = ["evidenceForms", "submitEvidence"] as const
  const traced = tracedCalls(named, operations, port, { name, attributes, measure })
  return { forms: traced.evidenceForms, submit: traced.submitEvidence }
}

/** Adds our own ids of a request. It adds nothing else of the request. */
const describe = (span: Tracer.Span, request: unknown): void => {
  if (!Predicate.hasProperty(request, "reference")) return
  span.attribute("payloom.reference", String(request.reference))
  const mid: unknown = Predicate.hasProperty(request, "mid") ? request.mid : null
  if (Predicate.hasProperty(mid, "id")) span.attribute("payloom.mid", String(mid.id))
}
