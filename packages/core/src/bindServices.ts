import { type Clock, Context, Effect, Predicate, Tracer } from "effect"
import { Closing, EngineClosed } from "./Closing.ts"
import { newRequestId } from "./ids/Moment.ts"
import type { InvalidInput } from "./input/InvalidInput.ts"
import type { ResourceNotFound } from "./input/ResourceNotFound.ts"
import { storageReads } from "./StorageReads.ts"
import { type ServiceName, services } from "./services.ts"
import type { Scope } from "./storage/Scope.ts"
import { Storage, type StorageReads, type StorageUnavailable } from "./storage/Storage.ts"
import { requireTenant } from "./tenants/requireTenant.ts"

type AnyOperation = (...input: never) => Effect.Effect<unknown, unknown, unknown>

/** Operations with all they need provided; `Refusal` is what each may be refused with too. */
type Bound<T, Refusal> = {
  readonly [K in keyof T]: T[K] extends (
    ...input: infer Input
  ) => Effect.Effect<infer A, infer E, infer _R>
    ? (...input: Input) => Effect.Effect<A, E | Refusal>
    : never
}

type OnBehalfRefusal = EngineClosed | InvalidInput | ResourceNotFound | StorageUnavailable

type Declared = typeof services

type OnScope<D> = D extends { readonly onScope: infer T } ? Bound<T, OnBehalfRefusal> : unknown

type BoundService<D extends Declared[ServiceName]> = Bound<
  D["operations"],
  D["handle"] extends "caller" | "scope" ? OnBehalfRefusal : EngineClosed
> &
  OnScope<D>

/** The operations of a running engine, by service: for adapters and for programs in Effect. */
export type Services = {
  readonly [Name in ServiceName]: BoundService<Declared[Name]>
} & {
  readonly background: {
    /** The id of a request. Never refused: what a closed engine refuses bears an id too. */
    readonly requestId: () => Effect.Effect<string>
  }
  /** The rows as they are stored, to be read: for audits and tools. */
  readonly storage: StorageReads
  /** What the engine's time is: the system's clock unless the setup brought another. */
  readonly clock: Clock.Clock
}

type NeedsOf<T> = {
  [K in keyof T]: T[K] extends (...input: never) => Effect.Effect<unknown, unknown, infer R>
    ? R
    : never
}[keyof T]

/** What the operations need of the engine, all of them together. */
type Needs = {
  [Name in ServiceName]:
    | NeedsOf<Declared[Name]["operations"]>
    | (Declared[Name] extends { readonly onScope: infer T } ? NeedsOf<T> : never)
}[ServiceName]

/**
 * Provides all operations with the services of the engine, once, when the engine is built: a call
 * then builds no layer. Where the embedder's layers bring a tracer, each call is a span of its own,
 * such as `payments.create`; without one that would be a tenth of the engine's own work. Once the
 * engine is closed, all of them are refused.
 *
 * Those on behalf of a merchant are refused where the scope, or the caller's, is nobody's.
 */
export const bindServices: Effect.Effect<Services, never, Needs | Closing | Storage> = Effect.map(
  Effect.all([Effect.context<Needs | Closing | Storage>(), Effect.clockWith(Effect.succeed)]),
  ([context, clock]) => {
    const admit = admission()
    const bind = binder(context)
    const bound = Object.entries<ServiceDeclaration>(services).map(([name, declared]) => {
      const { handle, operations, onScope = {} } = declared
      const isOnBehalf = handle === "caller" || handle === "scope"
      const own = bind(name, operations, isOnBehalf ? admit : admitAll)
      return [name, { ...own, ...bind(name, onScope, admit) }]
    })
    const all = Object.fromEntries(bound) as Services
    const requestId = () => Effect.provide(newRequestId(), context)
    const storage = storageReads(Context.get(context, Storage), Context.get(context, Closing))
    return { ...all, background: { ...all.background, requestId }, storage, clock }
  }
)

interface ServiceDeclaration {
  readonly handle: "caller" | "scope" | "payer" | "engine"
  readonly operations: Readonly<Record<string, AnyOperation>>
  readonly onScope?: Readonly<Record<string, AnyOperation>>
}

/** What is checked of a call before its operation runs; null where there is nothing to. */
type Admission = (input: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown, Needs> | null

const admitAll: Admission = () => null

/** Tenants stay, so each is looked up once. */
const admission = (): Admission => {
  const known = new Set<string>()
  return ([on]) => {
    const scope = scopeOf(on)
    const key = `${scope?.mode}/${scope?.tenant}`
    if (known.has(key)) return null
    return Effect.tap(requireTenant(scope as Scope), () => Effect.sync(() => known.add(key)))
  }
}

/** Whatever was given in its place. */
const scopeOf = (on: unknown): Partial<Scope> | undefined =>
  Predicate.hasProperty(on, "scope") ? (on.scope as Partial<Scope>) : (on as Partial<Scope>)

const binder = (context: Context.Context<Needs | Closing>) => {
  const closing = Context.get(context, Closing)
  const isTraced = Context.get(context, Tracer.Tracer) !== Tracer.nativeTracer
  return (service: string, operations: Readonly<Record<string, AnyOperation>>, admit: Admission) =>
    Object.fromEntries(
      Object.entries(operations).map(([name, operation]) => [
        name,
        (...input: never) => {
          const call = Effect.suspend((): Effect.Effect<unknown, unknown, Needs> => {
            if (closing.isClosed) return Effect.fail(new EngineClosed())
            const running = operation(...input) as Effect.Effect<unknown, unknown, Needs>
            const admitting = admit(input)
            return admitting === null ? running : Effect.andThen(admitting, running)
          })
          const provided = Effect.updateContext(call, beside(context))
          return isTraced ? Effect.withSpan(provided, `${service}.${name}`) : provided
        }
      ])
    )
}

/** A fiber that carries more is an application's own, which is merged with at full cost. */
const fewServices = 4

/**
 * The engine's services, and beside them what the caller's fiber carries, such as annotations for
 * logs. Laid over instead of merged where that is little: a merge copies all services.
 */
const beside =
  <R>(own: Context.Context<R>) =>
  (carried: Context.Context<never>): Context.Context<R> => {
    const extra = carried.mapUnsafe
    if (extra.size > fewServices) return Context.merge(carried, own)
    let both = own
    for (const [key, service] of extra) {
      if (!own.mapUnsafe.has(key)) both = Context.addUnsafe(both, key, service)
    }
    return both
  }
