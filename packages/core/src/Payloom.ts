import { type Brand, Clock, Context, Effect, Layer, ManagedRuntime, Option } from "effect"
import type { Services } from "./bindServices.ts"
import type { PayerCredentials } from "./checkout/sessions/SessionToken.ts"
import { Engine } from "./Engine.ts"
import type { EngineSetup } from "./EngineSetup.ts"
import type { Answer } from "./idempotency/Answer.ts"
import { services as declared, type ServiceName } from "./services.ts"
import type { Scope } from "./storage/Scope.ts"
import type { Caller } from "./tenants/Caller.ts"
import { serviceVersions } from "./tenants/Tenant.ts"

type Value<A> = A extends Answer<infer V> ? V : A extends Option.Option<infer V> ? V | null : A

/** Input without brands: an id or a currency code is checked when it is used, not by its type. */
export type Plain<T> =
  T extends Brand.Brand<string>
    ? string
    : T extends object
      ? { readonly [K in keyof T]: Plain<T[K]> }
      : T

type PlainInput<Input extends ReadonlyArray<unknown>> = { [K in keyof Input]: Plain<Input[K]> }

/** Operations as functions that return promises; what was refused rejects with its tagged error. */
export type Promised<T> = {
  readonly [K in keyof T]: T[K] extends (...input: infer Input) => Effect.Effect<infer A, infer _E>
    ? (...input: PlainInput<Input>) => Promise<Value<A>>
    : never
}

/** The same, already on behalf of one merchant. */
export type OnBehalf<T> = {
  readonly [K in keyof T]: T[K] extends (
    on: infer _On,
    ...input: infer Input
  ) => Effect.Effect<infer A, infer _E>
    ? (...input: PlainInput<Input>) => Promise<Value<A>>
    : never
}

type OnHandle<Handle extends string> = {
  readonly [Name in ServiceName as (typeof declared)[Name]["handle"] extends Handle
    ? Name
    : never]: OnBehalf<Services[Name]>
}

/** Everything that is done on behalf of one merchant in one mode. */
export interface Merchant extends OnHandle<"caller" | "scope"> {
  readonly scope: Scope
}

/** A running engine. */
export interface Payloom {
  readonly services: Services
  readonly tenants: Promised<Services["tenants"]>
  /** Runs all jobs that are due and answers how many; for cron and tests. */
  readonly runDue: () => Promise<number>
  /** What may be done on behalf of a merchant: `payloom.merchant({ tenant, mode: "test" })`. */
  readonly merchant: (scope: Scope) => Merchant
  /** What a payer may do in the session that their token names. */
  readonly payer: (credentials: PayerCredentials) => Omit<OnBehalf<Services["payer"]>, "identify">
  /**
   * Finishes what is under way and lets go of the storage. From then on every call, also on a
   * handle taken before, is refused with `EngineClosed`; to close once more changes nothing.
   */
  readonly close: () => Promise<void>
}

/** What an engine is made of; the clock is the system's unless a test brings its own. */
export interface PayloomSetup<E> extends EngineSetup<E, never> {
  readonly clock?: Clock.Clock
}

type AnyOperation = (...input: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown>

const latestVersion = serviceVersions[serviceVersions.length - 1] ?? serviceVersions[0]

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
      (...input: ReadonlyArray<unknown>) =>
        Effect.runPromise(Effect.map(operation(...first, ...input), valueOf))
    ])
  )

const merchantOf = (services: Services, scope: Scope): Merchant => {
  const caller: Caller = { scope, serviceVersion: latestVersion }
  const own = Object.entries(declared).flatMap(([name, { handle }]) => {
    const operations = services[name as ServiceName]
    if (handle === "caller") return [[name, promised(operations, caller)]]
    return handle === "scope" ? [[name, promised(operations, scope)]] : []
  })
  return { ...Object.fromEntries(own), scope } as Merchant
}

/**
 * Starts an engine, with promises for those who don't write Effect. Rejects with `SetupInvalid`
 * where there can be no engine of the setup, naming all that is wrong with it; with
 * `SecretMismatch` where the storage was used with another secret before; and with what the
 * storage fails with.
 *
 * @example
 * const payloom = await Payloom.make({ storage: sqlite("payloom.db"), providers, vault, secret })
 * const shop = payloom.merchant({ tenant: "tenant_…", mode: "test" })
 * const payment = await shop.payments.create(
 *   { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument: "card_…" },
 *   { idempotencyKey: "order-1" }
 * )
 */
export const Payloom = {
  make: <E>(setup: PayloomSetup<E>): Promise<Payloom> => {
    const runtime = ManagedRuntime.make(onOwnClock(setup))
    // What was opened before the engine failed to start is closed again.
    const started = Effect.onError(runtime.contextEffect, () => runtime.disposeEffect)
    const running = Effect.map(started, (context): Payloom => {
      const services = Context.get(context, Engine)
      return {
        services,
        tenants: promised(services.tenants) as Payloom["tenants"],
        runDue: () => Effect.runPromise(services.background.runDue()),
        merchant: (scope) => merchantOf(services, scope),
        payer: (credentials) =>
          promised(services.payer, credentials) as ReturnType<Payloom["payer"]>,
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
