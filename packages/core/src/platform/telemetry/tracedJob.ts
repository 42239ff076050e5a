import { Clock, Effect, type Tracer } from "effect"
import { timeOfId } from "../../kernel/ids/Moment.ts"
import {
  continuing,
  errorTypeOf,
  inSpan,
  nothingMore,
  withParent
} from "../../kernel/telemetry/inSpan.ts"
import { seriesOf } from "../../kernel/telemetry/seriesOf.ts"
import { Telemetry } from "../../kernel/telemetry/TelemetryPort.ts"
import { readTraceText } from "../../kernel/telemetry/traceparent.ts"
import type { Stored } from "../storage/Collection.ts"
import type { Job } from "../storage/Job.ts"

/**
 * Runs a job in a span of the trace that wrote the job, and measures it. `run` gets the handler to
 * use, so that a failure shows although the job is retried.
 */
export const tracedJob = <A, E, R, A2, E2, R2>(
  job: Stored<Job>,
  work: Effect.Effect<A, E, R>,
  run: (work: Effect.Effect<A, E, R>) => Effect.Effect<A2, E2, R2>
): Effect.Effect<A2, E2, R | R2> =>
  Effect.withFiber((fiber) => {
    const port = fiber.getRef(Telemetry)
    if (port === null) return run(work)
    const now = fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
    const kind = kindOf(job.row)
    const durations = seriesOf(port, "payloom.job.duration")
    seriesOf(port, "payloom.job.delay")(kind)(Math.max(now - job.row.dueAt, 0) / 1000)
    let failure: string | null = null
    // A job that a request runs itself has the request's span. Its row at hand has no trace.
    const cause =
      job.row.trace === undefined && fiber.cache.span !== undefined
        ? {}
        : continuing(readTraceText(job.row.trace ?? ""), timeOfId(job.row.id), now)
    const start = { name: `run ${kind}`, kind: "consumer", ...cause } as const
    const begin = (span: Tracer.Span | null, current: Tracer.AnySpan | null) => {
      span?.attribute("messaging.system", "payloom")
      span?.attribute("messaging.operation.name", "run")
      span?.attribute("messaging.operation.type", "process")
      span?.attribute("messaging.destination.name", kind)
      span?.attribute("payloom.subject", job.row.subject)
      span?.attribute("payloom.tenant", job.scope.tenant)
      const observed = Effect.onExitPrimitive(work, (exit) => {
        failure = errorTypeOf(exit)
        return nothingMore
      })
      return withParent(run(observed), current) as Effect.Effect<A2, E2, R | R2>
    }
    return inSpan(port, start, begin, (_, span, took) => {
      durations(kind, failure)(took)
      if (failure !== null) span?.attribute("error.type", failure)
    })
  })

/** The kind without the id of an endpoint. */
const kindOf = ({ kind }: Job): string => kind.split("/", 1)[0] ?? kind
