import { type Brand, Clock, Context, Effect, Layer, ManagedRuntime, Option } from "effect"
import type { PayerCredentials } from "./checkout/sessions/SessionToken.ts"
import {
  Background,
  Cards,
  Checkout,
  Customers,
  Engine,
  type EngineServices,
  Ledger,
  Payer,
  PaymentInstruments,
  Payments,
  Routing,
  Templates,
  Tenants
} from "./Engine.ts"
import type { EngineSetup } from "./EngineSetup.ts"
import type { Answer } from "./idempotency/Answer.ts"
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

/** Everything that is done on behalf of one merchant in one mode. */
export interface Merchant {
  readonly scope: Scope
  readonly payments: OnBehalf<Payments["Service"]>
  readonly customers: OnBehalf<Customers["Service"]>
  readonly paymentInstruments: OnBehalf<PaymentInstruments["Service"]>
  readonly checkout: OnBehalf<Checkout["Service"]>
  readonly templates: OnBehalf<Templates["Service"]>
  readonly routing: OnBehalf<Routing["Service"]>
  readonly cards: OnBehalf<Cards["Service"]>
  readonly ledger: OnBehalf<Ledger["Service"]>
}

/** The services of a running engine, for adapters and for programs in Effect. */
export interface Services {
  readonly payments: Payments["Service"]
  readonly customers: Customers["Service"]
  readonly paymentInstruments: PaymentInstruments["Service"]
  readonly checkout: Checkout["Service"]
  readonly templates: Templates["Service"]
  readonly payer: Payer["Service"]
  readonly tenants: Tenants["Service"]
  readonly routing: Routing["Service"]
  readonly cards: Cards["Service"]
  readonly ledger: Ledger["Service"]
  readonly background: Background["Service"]
}

/** A running engine. */
export interface Payloom {
  readonly services: Services
  readonly tenants: Promised<Tenants["Service"]>
  /** Runs all jobs that are due and answers how many; for cron and tests. */
  readonly runDue: () => Promise<number>
  /** What may be done on behalf of a merchant: `payloom.merchant({ tenant, mode: "test" })`. */
  readonly merchant: (scope: Scope) => Merchant
  /** What a payer may do in the session that their token names. */
  readonly payer: (credentials: PayerCredentials) => Omit<OnBehalf<Payer["Service"]>, "identify">
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

const servicesOf = (context: Context.Context<EngineServices>): Services => ({
  payments: Context.get(context, Payments),
  customers: Context.get(context, Customers),
  paymentInstruments: Context.get(context, PaymentInstruments),
  checkout: Context.get(context, Checkout),
  templates: Context.get(context, Templates),
  payer: Context.get(context, Payer),
  tenants: Context.get(context, Tenants),
  routing: Context.get(context, Routing),
  cards: Context.get(context, Cards),
  ledger: Context.get(context, Ledger),
  background: Context.get(context, Background)
})

const merchantOf = (services: Services, scope: Scope): Merchant => {
  const caller: Caller = { scope, serviceVersion: latestVersion }
  return {
    scope,
    payments: promised(services.payments, caller) as Merchant["payments"],
    customers: promised(services.customers, caller) as Merchant["customers"],
    paymentInstruments: promised(
      services.paymentInstruments,
      caller
    ) as Merchant["paymentInstruments"],
    checkout: promised(services.checkout, caller) as Merchant["checkout"],
    templates: promised(services.templates, scope) as Merchant["templates"],
    routing: promised(services.routing, scope) as Merchant["routing"],
    cards: promised(services.cards, scope) as Merchant["cards"],
    ledger: promised(services.ledger, scope) as Merchant["ledger"]
  }
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
      const services = servicesOf(context)
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
