import { Clock, Context, Effect, Exit, Layer, ManagedRuntime, Option, Result, Stream } from "effect"
import type { Services } from "./bindServices.ts"
import { rejectAtCallSite, walkFromCallSite } from "./callSite.ts"
import type { PayerCredentials } from "./checkout/sessions/SessionToken.ts"
import type { Consuming } from "./consumers/consume.ts"
import { Engine } from "./Engine.ts"
import type { EngineSetup } from "./EngineSetup.ts"
import type { Answer } from "./idempotency/Answer.ts"
import type { Payer } from "./operations/Checkout.ts"
import type { Consumers, Consumption } from "./operations/Consumers.ts"
import type { MerchantServices } from "./operations/Services.ts"
import type { Tenants } from "./operations/Tenants.ts"
import type { ServiceName } from "./serviceDeclarations.ts"
import { services as declared } from "./services.ts"
import type { HostTransaction } from "./storage/HostTransaction.ts"
import type { Scope } from "./storage/Scope.ts"
import type { Caller } from "./tenants/Caller.ts"
import { latestServiceVersion } from "./tenants/Tenant.ts"

/**
 * Everything that is done on behalf of one merchant in one mode, as promises. What was refused
 * rejects with its tagged error, which `isEngineError` tells from others: those that an operation
 * names, `StorageUnavailable`, `EngineClosed` once the engine is closed, and `ResourceNotFound`
 * where the merchant is nobody.
 */
export interface Merchant extends MerchantServices<"promise"> {
  /** On whose behalf, and in which mode. */
  readonly scope: Scope
}

/** A running engine. */
export interface Payloom {
  /** The operations as effects, for adapters; a program in Effect provides `Engine.layer`. */
  readonly services: Services
  /** Tenants, their settings and their API keys. */
  readonly tenants: Tenants<"promise">
  /** What happened, handed to a handler in this process: durable, and at least once. */
  readonly events: Consumers<"promise">
  /** Runs all jobs that are due and answers how many; for cron and tests. */
  readonly runDue: () => Promise<number>
  /** What may be done on behalf of a merchant: `payloom.merchant({ tenant, mode: "test" })`. */
  readonly merchant: (scope: Scope) => Merchant
  /** What a payer may do in the session that their token names. */
  readonly payer: (credentials: PayerCredentials) => Payer<"promise">
  /**
   * Finishes what is under way and lets go of the storage. From then on every call, also on a
   * handle taken before, is refused with `EngineClosed`; to close once more changes nothing.
   */
  readonly close: () => Promise<void>
}

/** What an engine is made of; the clock is the system's unless a test brings its own. */
export interface PayloomSetup<E> extends EngineSetup<E, never> {
  /** In place of the system's: for tests. */
  readonly clock?: Clock.Clock
}

type AnyOperation = (
  ...input: ReadonlyArray<unknown>
) => Effect.Effect<unknown, unknown> | Stream.Stream<unknown, unknown>

const isAnswer = (value: unknown): value is Answer<unknown> =>
  typeof value === "object" && value !== null && "replayed" in value && "body" in value

const valueOf = (result: unknown) => {
  if (Option.isOption(result)) return Option.getOrNull(result)
  return isAnswer(result) ? result.value : result
}

const promised = (operations: object, ...first: ReadonlyArray<unknown>) =>
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

const merchantOf = (services: Services, scope: Scope): Merchant => {
  const caller: Caller = { scope, serviceVersion: latestServiceVersion }
  const own = Object.entries(declared).flatMap(([name, { handle }]) => {
    const operations = services[name as ServiceName]
    if (handle === "caller") return [[name, promised(operations, caller)]]
    return handle === "scope" ? [[name, promised(operations, scope)]] : []
  })
  return { ...Object.fromEntries(own), scope } as Merchant
}

const eventsOf = ({ consumers }: Services): Consumers<"promise"> => ({
  ...(promised(consumers) as unknown as Consumers<"promise">),
  consume: (name, handle, options) => {
    const handled = (event: Parameters<typeof handle>[0]) =>
      promisedBy((context) => handle(event, context))
    return consumption(consumers.consume(name, orAbsent(handle, handled), options))
  },
  consumeInTransaction: (name, handle, options) => {
    const handled = (event: Parameters<typeof handle>[0], transaction: HostTransaction) =>
      promisedBy((context) =>
        handle(event, {
          transaction,
          get signal() {
            return context.signal
          }
        })
      )
    return consumption(consumers.consumeInTransaction(name, orAbsent(handle, handled), options))
  }
})

/** Hands on whatever was given in the place of a handler, to be refused as it is. */
const orAbsent = <H>(given: unknown, handled: H): H =>
  typeof given === "function" ? handled : (given as H)

const consumption = <E>(consuming: Effect.Effect<Consuming, E>): Promise<Consumption> =>
  Effect.runPromise(consuming)
    .then(({ stop }) => ({ stop: () => Effect.runPromise(stop) }))
    .catch(rejectAtCallSite)

/**
 * What a function does that may answer a promise; over at once where it doesn't. The signal is made
 * when it is asked for.
 */
const promisedBy = (
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
  if (!isPromised(promise)) return Exit.void
  return Effect.callback<void, unknown>((resume) => {
    promise.then(
      () => resume(Effect.void),
      (error) => resume(Effect.fail(error))
    )
    return Effect.sync(() => aborting().abort())
  })
}

const isPromised = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === "object" && value !== null && "then" in value && typeof value.then === "function"

/** What starts an engine, for those who don't write Effect. */
export const Payloom = {
  /**
   * Starts an engine, with promises for those who don't write Effect. Rejects with `SetupInvalid`
   * where there can be no engine of the setup, naming all that is wrong with it; with
   * `SecretMismatch` where the storage was used with another secret before; with
   * `StorageIncomplete` where it is a copy that was not finished; and with what the storage fails
   * with.
   *
   * @example
   * const payloom = await Payloom.make({ storage: sqlite("payloom.db"), providers, vault, secret })
   * const shop = payloom.merchant({ tenant: "tenant_…", mode: "test" })
   * const payment = await shop.payments.create(
   *   { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument: "card_…" },
   *   { idempotencyKey: "order-1" }
   * )
   */
  make: <E>(setup: PayloomSetup<E>): Promise<Payloom> => {
    const runtime = ManagedRuntime.make(onOwnClock(setup))
    // What was opened before the engine failed to start is closed again.
    const started = Effect.onError(runtime.contextEffect, () => runtime.disposeEffect)
    const running = Effect.map(started, (context): Payloom => {
      const services = Context.get(context, Engine)
      return {
        services,
        events: eventsOf(services),
        tenants: promised(services.tenants) as unknown as Tenants<"promise">,
        runDue: () => Effect.runPromise(services.background.runDue()),
        merchant: (scope) => merchantOf(services, scope),
        payer: (credentials) =>
          promised(services.payer, credentials) as unknown as Payer<"promise">,
        close: () => runtime.dispose()
      }
    })
    return Effect.runPromise(running)
  }
}

const onOwnClock = <E>(setup: PayloomSetup<E>) => {
  const engine = Engine.layer(setup)
  // Whether there is a setup at all is for the engine to say.
  const clock = (setup as Partial<PayloomSetup<E>> | undefined | null)?.clock
  return clock === undefined ? engine : Layer.provide(engine, Layer.succeed(Clock.Clock, clock))
}
