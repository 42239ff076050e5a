import { Context, Effect, Tracer } from "effect"
import type { TelemetryPort } from "./TelemetryPort.ts"

/**
 * Runs code of an adapter in a span, which is then also the current one for the host's own
 * instrumentation. A span that is not sampled is passed on too, so that the instrumentation begins
 * no trace of its own.
 */
export const inAdapter = <A, E, R>(
  calling: Effect.Effect<A, E, R>,
  port: Pick<TelemetryPort, "tracer" | "adapterTracer">,
  span: Tracer.AnySpan | null
): Effect.Effect<A, E, R> => {
  if (span === null) return calling
  const { tracer, adapterTracer } = port
  return Effect.updateContext(calling, (context: Context.Context<R>): Context.Context<R> => {
    const isCurrent = Context.getOrUndefined(context, Tracer.ParentSpan) === span
    const within = isCurrent ? context : Context.add(context, Tracer.ParentSpan, span)
    return adapterTracer === tracer ? within : Context.add(within, Tracer.Tracer, adapterTracer)
  })
}
