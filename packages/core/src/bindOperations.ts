import { Context, Effect, Predicate, Tracer } from "effect"
import { Closing, EngineClosed } from "./Closing.ts"
import type { InvalidInput } from "./input/InvalidInput.ts"
import type { ResourceNotFound } from "./input/ResourceNotFound.ts"
import type { Scope } from "./storage/Scope.ts"
import type { Storage, StorageUnavailable } from "./storage/Storage.ts"
import { requireTenant } from "./tenants/requireTenant.ts"

type AnyOperation = (...input: never) => Effect.Effect<unknown, unknown, unknown>

/** What a set of operations needs of the engine. */
export type NeedsOf<T> = {
  [K in keyof T]: T[K] extends (...input: never) => Effect.Effect<unknown, unknown, infer R>
    ? R
    : never
}[keyof T]

/** The operations with all they need provided; `Refusal` is what each may be refused with too. */
export type Bound<T, Refusal = EngineClosed> = {
  readonly [K in keyof T]: T[K] extends (
    ...input: infer Input
  ) => Effect.Effect<infer A, infer E, infer _R>
    ? (...input: Input) => Effect.Effect<A, E | Refusal>
    : never
}

/** A fiber that carries more is an application's own, which is merged with at full cost. */
const fewServices = 4

/**
 * The engine's services, and beside them what the caller's fiber carries, such as annotations for
 * logs. Laid over instead of merged where that is little: a merge copies all services.
 */
const beside =
  <R>(services: Context.Context<R>) =>
  (carried: Context.Context<never>): Context.Context<R> => {
    const own = carried.mapUnsafe
    if (own.size > fewServices) return Context.merge(carried, services)
    let both = services
    for (const [key, service] of own) {
      if (!services.mapUnsafe.has(key)) both = Context.addUnsafe(both, key, service)
    }
    return both
  }

/** What is checked of a call before its operation runs. */
type Admission<R> = (input: ReadonlyArray<unknown>) => Effect.Effect<void, unknown, R> | null

/**
 * Provides operations with the services of the engine, once, when the engine is built: a call then
 * builds no layer. Where the embedder's layers bring a tracer, each call is a span of its own, such
 * as `Payments.create`; without one that would be a tenth of the engine's own work. Once the engine
 * is closed, all of them are refused.
 */
export const bindOperations = <T extends Record<keyof T, AnyOperation>>(
  service: string,
  operations: T
): Effect.Effect<Bound<T>, never, NeedsOf<T> | Closing> => bound(service, operations, () => null)

/**
 * The same for operations on behalf of a merchant, whose scope, or a caller with one, comes first.
 * A scope that is nobody's is refused. Tenants stay, so each is looked up once.
 */
export const bindOnBehalf = <T extends Record<keyof T, AnyOperation>>(
  service: string,
  operations: T
): Effect.Effect<Bound<T, OnBehalfRefusal>, never, NeedsOf<T> | Closing | Storage> => {
  const known = new Set<string>()
  return bound(service, operations, ([on]) => {
    const scope = scopeOf(on)
    const key = `${scope?.mode}/${scope?.tenant}`
    if (known.has(key)) return null
    return Effect.tap(requireTenant(scope as Scope), () => Effect.sync(() => known.add(key)))
  })
}

type OnBehalfRefusal = EngineClosed | InvalidInput | ResourceNotFound | StorageUnavailable

/** Whatever was given in its place. */
const scopeOf = (on: unknown): Partial<Scope> | undefined =>
  Predicate.hasProperty(on, "scope") ? (on.scope as Partial<Scope>) : (on as Partial<Scope>)

const bound = <T extends Record<keyof T, AnyOperation>, B, R>(
  service: string,
  operations: T,
  admit: Admission<R>
): Effect.Effect<B, never, NeedsOf<T> | Closing | R> =>
  Effect.map(Effect.context<NeedsOf<T> | Closing | R>(), (context) => {
    const closing = Context.get(context, Closing)
    const isTraced = Context.get(context, Tracer.Tracer) !== Tracer.nativeTracer
    const bind =
      (name: string, operation: AnyOperation) =>
      (...input: never) => {
        const call = Effect.suspend((): Effect.Effect<unknown, unknown, NeedsOf<T> | R> => {
          if (closing.isClosed) return Effect.fail(new EngineClosed())
          const running = operation(...input) as Effect.Effect<unknown, unknown, NeedsOf<T>>
          const admitting = admit(input)
          return admitting === null ? running : Effect.andThen(admitting, running)
        })
        const provided = Effect.updateContext(call, beside(context))
        return isTraced ? Effect.withSpan(provided, `${service}.${name}`) : provided
      }
    return Object.fromEntries(
      Object.entries<AnyOperation>(operations).map(([name, operation]) => [
        name,
        bind(name, operation)
      ])
    ) as B
  })
