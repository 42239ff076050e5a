import { Clock, Effect, Exit, Result, type Tracer } from "effect"
import { timeOfId } from "../../kernel/ids/Moment.ts"
import { continuing, errorTypeOf, inSpan, withParent } from "../../kernel/telemetry/inSpan.ts"
import { seriesOf } from "../../kernel/telemetry/seriesOf.ts"
import type { TelemetryPort } from "../../kernel/telemetry/TelemetryPort.ts"
import type { Handle } from "./Consumer.ts"

/**
 * Runs a consumer's handler in a span of the trace that recorded the event, and measures it. The
 * span is the current one for the handler's own code.
 */
export const tracedHandle = (name: string, handle: Handle, port: TelemetryPort): Handle => {
  const durations = seriesOf(port, "payloom.consumer.duration")
  const handled = durations(name, null)
  return (event, transaction) =>
    Effect.withFiber((fiber) => {
      const now = fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
      const start = {
        name: `process ${name}`,
        kind: "consumer",
        ...continuing(event, timeOfId(event.id), now)
      } as const
      const run = (span: Tracer.Span | null, current: Tracer.AnySpan | null) => {
        span?.attribute("messaging.system", "payloom")
        span?.attribute("messaging.operation.name", "process")
        span?.attribute("messaging.operation.type", "process")
        span?.attribute("messaging.destination.name", "events")
        span?.attribute("messaging.consumer.group.name", name)
        span?.attribute("messaging.message.id", event.id)
        span?.attribute("payloom.event.type", event.type)
        const begun = Result.try({
          try: () =>
            current === null
              ? handle(event, transaction)
              : port.runIn(current, () => handle(event, transaction)),
          catch: (defect) => defect
        })
        const handling = Result.isSuccess(begun) ? begun.success : Exit.die(begun.failure)
        return withParent(handling, current)
      }
      return inSpan(port, start, run, (exit, _, took) => {
        if (Exit.isSuccess(exit)) handled(took)
        else durations(name, errorTypeOf(exit))(took)
      })
    })
}
