import { Context, Effect, Tracer } from "effect"

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
    ? (...input: Input) => Effect.Effect<A, E>
    : never
}

/**
 * Provides operations with the services of the engine, once, when the engine is built: a call then
 * builds no layer. Where the embedder's layers bring a tracer, each call is a span of its own, such
 * as `Payments.create`; without one that would be a tenth of the engine's own work.
 */
export const bindOperations = <T extends Record<keyof T, AnyOperation>>(
  service: string,
  operations: T
): Effect.Effect<Bound<T>, never, NeedsOf<T>> =>
  Effect.map(Effect.context<NeedsOf<T>>(), (context) => {
    const isTraced = Context.get(context, Tracer.Tracer) !== Tracer.nativeTracer
    const bind =
      (name: string, operation: AnyOperation) =>
      (...input: never) => {
        const bound = Effect.provideContext(operation(...input), context)
        return isTraced ? Effect.withSpan(bound, `${service}.${name}`) : bound
      }
    return Object.fromEntries(
      Object.entries<AnyOperation>(operations).map(([name, operation]) => [
        name,
        bind(name, operation)
      ])
    ) as Bound<T>
  })
