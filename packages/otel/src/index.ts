/**
 * Traces and metrics of Payloom through OpenTelemetry.
 *
 * @packageDocumentation
 */

export { type OtelOptions, otel } from "./otel.ts"
export * from "./runtimeMeasurements.ts"
