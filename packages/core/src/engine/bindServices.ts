import { type Clock, Context, Effect, Option, Predicate, Stream, Tracer } from "effect"
import { Ids, newRequestId } from "../kernel/ids/Moment.ts"
import { EngineClosed, Shutdown } from "../kernel/Shutdown.ts"
import { Telemetry, type TelemetryPort } from "../kernel/telemetry/TelemetryPort.ts"
import { ActingAs } from "../operators/audit/Acting.ts"
import { recordedCall } from "../operators/audit/recordedCall.ts"
import type { EngineModule } from "../platform/modules/EngineModule.ts"
import type { AnyOperation, WalkDeclaration } from "../platform/modules/ServiceDeclaration.ts"
import type { List } from "../platform/pagination/List.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage, type StorageReads } from "../platform/storage/Storage.ts"
import type { StorageCells } from "../platform/storage/StorageCells.ts"
import { requireTenant } from "../platform/tenants/requireTenant.ts"
import type { RunningBackground } from "./operations/BackgroundApi.ts"
import type { EngineServices } from "./operations/ServicesApi.ts"
import type { OperationsOf, ServiceName } from "./serviceTypes.ts"
import { storageCells, storageReads } from "./storageReads.ts"
import { tracedOperations } from "./tracedOperation.ts"

/**
 * The operations of a running engine, by service, for adapters and for programs in Effect.
 * Operations of a merchant take the merchant as their first argument and are refused with
 * `ResourceNotFound` if there is no such merchant. Every operation may fail with
 * `StorageUnavailable`, and with `EngineClosed` after the engine was closed.
 */
export interface Services extends EngineServices<"effect"> {
  /** Runs due jobs, and receives notifications of providers and of the card updater. */
  readonly background: RunningBackground
  /** Reads stored rows, for audits and tools. */
  readonly storage: StorageReads
  /** Answers questions of operators about the cells. Absent if the storage has no cells. */
  readonly cells?: StorageCells
  /** The engine's clock: the system clock unless the setup has another. */
  readonly clock: Clock.Clock
  /** The engine's telemetry, for adapters. Absent if the setup has none. */
  readonly telemetry?: TelemetryPort
  /** The services, routes and events of the engine's modules, for adapters. */
  readonly parts: EngineModule<unknown>
}

type NeedsOf<T> = {
  [K in keyof T]: T[K] extends (...input: never) => Effect.Effect<unknown, unknown, infer R>
    ? R
    : never
}[keyof T]

/** The services of the engine that the operations need. */
type Needs = {
  [Name in ServiceName]: NeedsOf<OperationsOf<EngineServices<"declared">[Name]>>
}[ServiceName]

/**
 * Provides all operations with the services of the engine when the engine is built, so a call
 * builds no layer. If there is telemetry, or a tracer of the host, each call is a span, such as
 * `payments.create`. Without them there are no spans, because spans have a cost.
 * Operations of unknown merchants are refused, and all operations after the engine was closed.
 */
export const bindServices = (
  parts: EngineModule<unknown>
): Effect.Effect<Services, never, Needs | Shutdown | Storage> =>
  Effect.map(
    Effect.all([Effect.context<Needs | Shutdown | Storage>(), Effect.clockWith(Effect.succeed)]),
    ([context, clock]) => {
      const admit = admission()
      const bind = binder(context)
      const bound = Object.entries(parts.services).map(([service, declared]) => {
        const { handle, operations, onScope = [], walks } = declared
        const isOnBehalf = handle === "caller" || handle === "scope"
        const own = Object.entries(operations).map(([name, operation]) => {
          const path = `${service}.${name}`
          const hasScope = isOnBehalf || onScope.includes(name)
          const isRecorded = hasScope || recordedOfEngine.includes(path)
          return [name, bind(path, operation, { admit: hasScope ? admit : null, isRecorded })]
        })
        return [service, withWalks(Object.fromEntries(own), walks)]
      })
      const all = Object.fromEntries(bound) as Services
      const requestId = () => Effect.provide(newRequestId(), context)
      const [port, shutdown] = [Context.get(context, Storage), Context.get(context, Shutdown)]
      const storage = storageReads(port, shutdown)
      const cells = port.cells === undefined ? {} : { cells: storageCells(port.cells, shutdown) }
      const background = { ...all.background, requestId }
      const telemetry = Context.get(context, Telemetry)
      const own = { ...all, background, storage, ...cells, clock, parts }
      return telemetry === null ? own : { ...own, telemetry }
    }
  )

/** The operations without a scope whose callers the audit log records. */
const recordedOfEngine: ReadonlyArray<string> = ["tenants.create", "consumers.replay"]

type ListOperation = (...input: ReadonlyArray<unknown>) => Effect.Effect<List<unknown>, unknown>

const withWalks = (
  operations: Readonly<Record<string, ListOperation>>,
  walks: Readonly<Record<string, WalkDeclaration>>
) => {
  const made = Object.entries(walks).flatMap(([name, { list, ids }]) => {
    const operation = operations[list]
    return operation === undefined ? [] : [[name, walkOf(operation, ids)]]
  })
  return { ...operations, ...Object.fromEntries(made) }
}

/** Reads the pages of a list one by one, each when it is needed. */
const walkOf =
  (list: ListOperation, ids: number) =>
  (...input: ReadonlyArray<unknown>): Stream.Stream<unknown, unknown> => {
    const before = input.slice(0, ids + 1)
    const query: unknown = input[ids + 1]
    return Stream.paginate(query, (asked) =>
      Effect.map(list(...before, asked), ({ data, hasMore, nextCursor }) => [
        data,
        hasMore ? Option.some({ ...Object(query), startingAfter: nextCursor }) : Option.none()
      ])
    )
  }

/** A check of a call before its operation runs, null if there is nothing to check. */
type Admission = (input: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown, Needs> | null

/** Tenants are never deleted, so each is looked up once. */
const admission = (): Admission => {
  const known = new Set<string>()
  return ([on]) => {
    const scope = scopeOf(on)
    const key = `${scope?.mode}/${scope?.tenant}`
    if (known.has(key)) return null
    return Effect.tap(requireTenant(scope as Scope), () => Effect.sync(() => known.add(key)))
  }
}

/** The scope of the first argument, which may be anything. */
const scopeOf = (on: unknown): Partial<Scope> | undefined =>
  Predicate.hasProperty(on, "scope") ? (on.scope as Partial<Scope>) : (on as Partial<Scope>)

interface Binding {
  readonly admit: Admission | null
  /** True if a call of an actor gets its entry in the audit log. */
  readonly isRecorded: boolean
}

const binder = (context: Context.Context<Needs | Shutdown | Storage>) => {
  const closing = Context.get(context, Shutdown)
  const storage = Context.get(context, Storage)
  const ids = Context.get(context, Ids)
  const port = Context.get(context, Telemetry)
  const isTraced = Context.get(context, Tracer.Tracer) !== Tracer.nativeTracer
  const traced = port === null ? null : tracedOperations(port)
  const within = contextIn(context)
  return (name: string, operation: AnyOperation, { admit, isRecorded }: Binding) => {
    const inOwnSpan = traced?.(name)
    return (...input: never) => {
      const call = Effect.withFiber((fiber): Effect.Effect<unknown, unknown, Needs> => {
        if (closing.isClosed) return Effect.fail(new EngineClosed())
        const called = operation(...input) as Effect.Effect<unknown, unknown, Needs>
        const acting = isRecorded ? fiber.getRef(ActingAs) : null
        const running =
          acting === null
            ? called
            : recordedCall(called, acting, { operation: name, input, storage, ids })
        const admitting = admit === null ? null : admit(input)
        return admitting === null ? running : Effect.andThen(admitting, running)
      })
      if (inOwnSpan !== undefined) {
        const run = (span: Tracer.AnySpan | null) =>
          Effect.updateContext(call, beside(context, within(span)))
        return inOwnSpan(run, scopeOf(input[0]), input[1])
      }
      const provided = Effect.updateContext(call, beside(context))
      return isTraced ? Effect.withSpan(provided, name) : provided
    }
  }
}

/** A fiber with more services belongs to an application and is merged at full cost. */
const fewServices = 4

/**
 * Adds the services of the caller's fiber, such as log annotations, to the engine's services. Few
 * services are added one by one, because a merge copies all services.
 */
const beside =
  <R>(engine: Context.Context<R>, own = engine) =>
  (carried: Context.Context<never>): Context.Context<R> => {
    const extra = carried.mapUnsafe
    if (extra.size > fewServices) return Context.merge(carried, own)
    let both: Context.Context<R> = own
    for (const [key, service] of extra) {
      // The services of a context that has been added to are only known after copying all of them.
      const isKnown = engine.mapUnsafe.has(key) || (own !== engine && key === Tracer.ParentSpan.key)
      if (!isKnown) both = Context.addUnsafe(both, key, service)
    }
    return both
  }

/**
 * Returns a function that adds a call's span to the engine's services. The context of the last span
 * that was not sampled is kept, because calls in traces that are not sampled share their span. A
 * fiber computes more for a new context than such a trace costs otherwise.
 */
const contextIn = <R>(engine: Context.Context<R>) => {
  let kept: { readonly span: Tracer.AnySpan; readonly context: Context.Context<R> } | null = null
  return (span: Tracer.AnySpan | null): Context.Context<R> => {
    if (span === null) return engine
    if (kept?.span === span) return kept.context
    const context = Context.add(engine, Tracer.ParentSpan, span)
    if (!span.sampled) kept = { span, context }
    return context
  }
}
