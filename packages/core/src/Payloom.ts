import { Clock, Context, Effect, Layer, ManagedRuntime } from "effect"
import type { PayerCredentials } from "./checkout/sessions/SessionToken.ts"
import type { Services } from "./engine/bindServices.ts"
import { Engine } from "./engine/Engine.ts"
import type { PayloomSetup } from "./engine/EngineSetup.ts"
import type { Payer } from "./engine/operations/CheckoutApi.ts"
import type { Consumers } from "./engine/operations/ConsumersApi.ts"
import type { MerchantServices } from "./engine/operations/ServicesApi.ts"
import type { Tenants } from "./engine/operations/TenantsApi.ts"
import { consumersAsPromises, toPromises } from "./engine/promises.ts"
import type { ServiceName } from "./engine/serviceDeclarations.ts"
import { services as declared } from "./engine/services.ts"
import type { Scope } from "./platform/storage/Scope.ts"
import type { Caller } from "./platform/tenants/Caller.ts"
import { latestServiceVersion } from "./platform/tenants/Tenant.ts"

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

const merchantOf = (services: Services, scope: Scope): Merchant => {
  const caller: Caller = { scope, serviceVersion: latestServiceVersion }
  const own = Object.entries(declared).flatMap(([name, { handle }]) => {
    const operations = services[name as ServiceName]
    if (handle === "caller") return [[name, toPromises(operations, caller)]]
    return handle === "scope" ? [[name, toPromises(operations, scope)]] : []
  })
  return { ...Object.fromEntries(own), scope } as Merchant
}

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
        events: consumersAsPromises(services),
        tenants: toPromises(services.tenants) as unknown as Tenants<"promise">,
        runDue: () => Effect.runPromise(services.background.runDue()),
        merchant: (scope) => merchantOf(services, scope),
        payer: (credentials) =>
          toPromises(services.payer, credentials) as unknown as Payer<"promise">,
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
