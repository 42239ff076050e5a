import { Effect, Exit, Option, Result, Stream } from "effect"
import { rejectAtCallSite, walkFromCallSite } from "../kernel/logging/callSite.ts"
import { type Acting, ActingAs } from "../operators/audit/Acting.ts"
import type { Consuming } from "../outbound/consumers/consume.ts"
import type { Answer } from "../platform/idempotency/Answer.ts"
import type { HostTransaction } from "../platform/storage/HostTransaction.ts"
import type { Services } from "./bindServices.ts"
import type { Consumers, Consumption } from "./operations/ConsumersApi.ts"
import type { Reporter } from "./operations/ReportingApi.ts"

type AnyOperation = (
  ...input: ReadonlyArray<unknown>
) => Effect.Effect<unknown, unknown> | Stream.Stream<unknown, unknown>

const isAnswer = (value: unknown): value is Answer<unknown> =>
  typeof value === "object" && value !== null && "replayed" in value && "body" in value

const valueOf = (result: unknown) => {
  if (Option.isOption(result)) return Option.getOrNull(result)
  return isAnswer(result) ? result.value : result
}

/** Turns operations into functions that return promises. `first` is passed before their input. */
export const toPromises = (operations: object, ...first: ReadonlyArray<unknown>) =>
  Object.fromEntries(
    Object.entries(operations as Record<string, AnyOperation>).map(([name, operation]) => [
      name,
      (...input: ReadonlyArray<unknown>) => {
        const called = operation(...first, ...input)
        return Stream.isStream(called)
          ? walkFromCallSite(Stream.toAsyncIterable(called))
          : Effect.runPromise(Effect.map(called, valueOf)).catch(rejectAtCallSite)
      }
    ])
  )

/** Returns the operations as an actor calls them. Iterators only read, so they stay unchanged. */
export const actingOn = (operations: object, acting: Acting | null): object =>
  acting === null
    ? operations
    : Object.fromEntries(
        Object.entries(operations as Record<string, AnyOperation>).map(([name, operation]) => [
          name,
          (...input: ReadonlyArray<unknown>) => {
            const called = operation(...input)
            return Stream.isStream(called)
              ? called
              : Effect.provideService(called, ActingAs, acting)
          }
        ])
      )

/** Consumers whose handlers may return a promise. */
export const consumersAsPromises = ({ consumers }: Services): Consumers<"promise"> => ({
  ...(toPromises(consumers) as unknown as Consumers<"promise">),
  consume: (name, handle, options) => {
    const handled = (event: Parameters<typeof handle>[0]) =>
      fromMaybePromise((context) => handle(event, context))
    return consumption(consumers.consume(name, unlessFunction(handle, handled), options))
  },
  consumeInTransaction: (name, handle, options) => {
    const handled = (event: Parameters<typeof handle>[0], transaction: HostTransaction) =>
      fromMaybePromise((context) =>
        handle(event, {
          transaction,
          get signal() {
            return context.signal
          }
        })
      )
    return consumption(
      consumers.consumeInTransaction(name, unlessFunction(handle, handled), options)
    )
  }
})

/** The program that keeps the reports, as promises. */
export const reporterAsPromises = ({ reporter }: Services): Reporter<"promise"> => ({
  ...(toPromises(reporter) as unknown as Reporter<"promise">),
  run: () => consumption(reporter.run())
})

/** Passes a value that is not a function through unchanged, so the operation refuses it. */
const unlessFunction = <H>(given: unknown, handled: H): H =>
  typeof given === "function" ? handled : (given as H)

const consumption = <E>(consuming: Effect.Effect<Consuming, E>): Promise<Consumption> =>
  Effect.runPromise(consuming)
    .then(({ stop }) => ({ stop: () => Effect.runPromise(stop) }))
    .catch(rejectAtCallSite)

/**
 * Runs a function that may return a promise. If it returns none, the effect ends at once. The abort
 * signal is created when the function first reads it.
 */
const fromMaybePromise = (
  run: (context: { readonly signal: AbortSignal }) => unknown
): Effect.Effect<void, unknown> => {
  let controller: AbortController | undefined
  const aborting = () => {
    controller ??= new AbortController()
    return controller
  }
  const context = {
    get signal() {
      return aborting().signal
    }
  }
  const answer = Result.try({ try: () => run(context), catch: (error) => error })
  if (Result.isFailure(answer)) return Exit.fail(answer.failure)
  const promise = answer.success
  if (!isPromiseLike(promise)) return Exit.void
  return Effect.callback<void, unknown>((resume) => {
    promise.then(
      () => resume(Effect.void),
      (error) => resume(Effect.fail(error))
    )
    return Effect.sync(() => aborting().abort())
  })
}

const isPromiseLike = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === "object" && value !== null && "then" in value && typeof value.then === "function"
