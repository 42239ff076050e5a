import { Context, Effect, Tracer } from "effect"
import { Closing, EngineClosed } from "./Closing.ts"

type AnyOperation = (...input: never) => Effect.Effect<unknown, unknown, unknown>

/** What a set of operations needs of the engine. */
export type NeedsOf<T> = {
  [K in keyof T]: T[K] extends (...input: never) => Effect.Effect<unknown, unknown, infer R>
    ? R
    : never
}[keyof T]

/** The operations with all they need provided. */
export type Bound<T> = {
  readonly [K in keyof T]: T[K] extends (
    ...input: infer Input
  ) => Effect.Effect<infer A, infer E, infer _R>
    ? (...input: Input) => Effect.Effect<A, E | EngineClosed>
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

/**
 * Provides operations with the services of the engine, once, when the engine is built: a call then
 * builds no layer. Where the embedder's layers bring a tracer, each call is a span of its own, such
 * as `Payments.create`; without one that would be a tenth of the engine's own work. Once the engine
 * is closed, all of them are refused.
 */
export const bindOperations = <T extends Record<keyof T, AnyOperation>>(
  service: string,
  operations: T
): Effect.Effect<Bound<T>, never, NeedsOf<T> | Closing> =>
  Effect.map(Effect.context<NeedsOf<T> | Closing>(), (context) => {
    const closing = Context.get(context, Closing)
    const isTraced = Context.get(context, Tracer.Tracer) !== Tracer.nativeTracer
    const bind =
      (name: string, operation: AnyOperation) =>
      (...input: never) => {
        const needing = operation(...input) as Effect.Effect<unknown, unknown, NeedsOf<T>>
        const provided = Effect.updateContext(needing, beside(context))
        const bound = Effect.suspend(() =>
          closing.isClosed ? Effect.fail(new EngineClosed()) : provided
        )
        return isTraced ? Effect.withSpan(bound, `${service}.${name}`) : bound
      }
    return Object.fromEntries(
      Object.entries<AnyOperation>(operations).map(([name, operation]) => [
        name,
        bind(name, operation)
      ])
    ) as Bound<T>
  })
