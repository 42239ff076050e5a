/** The public names of money, ids, times and input. */

export * from "./codec/WireCodec.ts"
export {
  defaultEngineOptions,
  EngineConfig,
  type EngineOptions,
  type SettledOptions
} from "./EngineOptions.ts"
export * from "./ids/Entropy.ts"
export * from "./ids/Moment.ts"
export * from "./input/decodeInput.ts"
export * from "./input/InvalidInput.ts"
export * from "./input/ResourceNotFound.ts"
export { inWireNames, nearestName, wireName } from "./input/wireNames.ts"
export { causeText, withoutSecrets } from "./logging/causeText.ts"
export type { LogEntry } from "./logging/LogEntry.ts"
export { reasonOf } from "./logging/reasonOf.ts"
export * from "./Machine.ts"
export * from "./primitives/BillingInterval.ts"
export * from "./primitives/CurrencyCode.ts"
export * from "./primitives/EmailAddress.ts"
export * from "./primitives/Metadata.ts"
export * from "./primitives/MinorAmount.ts"
export * from "./primitives/PaymentMethod.ts"
export * from "./primitives/PublicId.ts"
export * from "./primitives/StoredCredential.ts"
export { TaggedError, type TaggedErrorClass } from "./primitives/TaggedError.ts"
export * from "./primitives/Timestamp.ts"
export { EngineClosed } from "./Shutdown.ts"
export {
  continuing,
  errorTypeOf,
  type Finish,
  inSpan,
  type SpanStart,
  withParent
} from "./telemetry/inSpan.ts"
export * from "./telemetry/measurements.ts"
export { seriesOf } from "./telemetry/seriesOf.ts"
export type { GaugeReading, TelemetryAttributes, TelemetryPort } from "./telemetry/TelemetryPort.ts"
export { readTraceparent, type TraceHeaders, tracestateOf } from "./telemetry/traceparent.ts"
