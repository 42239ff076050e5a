import { type Effect, Exit, Predicate, type Tracer } from "effect"
import { errorTypeOf, inSpan } from "../kernel/telemetry/inSpan.ts"
import { seriesOf } from "../kernel/telemetry/seriesOf.ts"
import type { TelemetryPort } from "../kernel/telemetry/TelemetryPort.ts"
import type { Scope } from "../platform/storage/Scope.ts"

/** An id of the engine, so that no other text of a caller gets into an attribute. */
const idShape = /^[a-z]+_[0-9A-HJKMNP-TV-Z]{26}$/

/**
 * Returns a function that makes calls of operations spans and measures them. A call belongs to the
 * caller's span: of the program in Effect, or of the host's own tracing.
 */
export const tracedOperations = (port: TelemetryPort) => {
  const durations = seriesOf(port, "payloom.operation.duration")
  return (name: string) => {
    const succeeded = durations(name, null)
    const own = { name, kind: "internal", sharesUnsampled: true } as const
    return <A, E, R>(
      call: (current: Tracer.AnySpan | null) => Effect.Effect<A, E, R>,
      scope: Partial<Scope> | undefined,
      subject: unknown
    ): Effect.Effect<A, E, R> => {
      // Read when the operation is called, because then the host's context is the caller's.
      const caller = port.callerSpan()
      const start = caller === undefined ? own : { ...own, caller }
      const run = (span: Tracer.Span | null, current: Tracer.AnySpan | null) => {
        if (span !== null) {
          if (isId(scope?.tenant)) span.attribute("payloom.tenant", scope.tenant)
          if (isId(subject)) span.attribute("payloom.subject", subject)
        }
        return call(current)
      }
      return inSpan(port, start, run, (exit, span, took) => {
        if (Exit.isFailure(exit)) return durations(name, errorTypeOf(exit))(took)
        succeeded(took)
        if (span === null || isId(subject)) return
        const made = idOf(exit.value)
        if (made !== null) span.attribute("payloom.subject", made)
      })
    }
  }
}

const isId = (value: unknown): value is string => typeof value === "string" && idShape.test(value)

/** Returns the id of the resource that an operation returned. Null if it returned none. */
const idOf = (result: unknown): string | null => {
  const value: unknown = Predicate.hasProperty(result, "value") ? result.value : result
  return Predicate.hasProperty(value, "id") && isId(value.id) ? value.id : null
}
