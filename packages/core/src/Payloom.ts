import { Clock, Context, Effect, Layer, ManagedRuntime } from "effect"
import type { PayerCredentials } from "./checkout/sessions/SessionToken.ts"
import type { Services } from "./engine/bindServices.ts"
import { Engine } from "./engine/Engine.ts"
import type { PayloomSetup } from "./engine/EngineSetup.ts"
import type { OptionalModule } from "./engine/modules.ts"
import type { Payer } from "./engine/operations/CheckoutApi.ts"
import type { Consumers } from "./engine/operations/ConsumersApi.ts"
import type { ModuleConsumers, ModuleMerchant } from "./engine/operations/ModulesApi.ts"
import type { CustomerPortal } from "./engine/operations/PortalApi.ts"
import type { Reporter } from "./engine/operations/ReportingApi.ts"
import type { MerchantServices } from "./engine/operations/ServicesApi.ts"
import type { Tenants } from "./engine/operations/TenantsApi.ts"
import { actingOn, consumersAsPromises, reporterAsPromises, toPromises } from "./engine/promises.ts"
import type { ServiceName } from "./engine/serviceTypes.ts"
import type { ConsumedModuleEvents, ModuleEffects, Modules } from "./modules/ModuleServices.ts"
import type { Acting } from "./operators/audit/Acting.ts"
import type { Scope } from "./platform/storage/Scope.ts"
import type { Caller } from "./platform/tenants/Caller.ts"
import { latestServiceVersion } from "./platform/tenants/Tenant.ts"
import type { ReconcileReport, ReconcileStoreOptions } from "./restore/ReconcileReport.ts"

/**
 * The operations on behalf of one merchant in one mode, as promises. A refused call rejects with a
 * tagged error, and `isEngineError` recognizes it. Each operation names its errors. Further errors
 * are `StorageUnavailable`, `EngineClosed` after the engine was closed, and `ResourceNotFound` if
 * there is no such merchant.
 */
export interface Merchant extends MerchantServices<"promise"> {
  /** The merchant and the mode. */
  readonly scope: Scope
}

/** The services of the modules that an engine can be made without. */
interface ServiceOf {
  readonly billing: "plans" | "subscriptions"
  readonly checkout: "checkout" | "templates" | "portalSessions"
}

interface InScope {
  readonly scope: Scope
}

/** A merchant's handle with the services of modules, and without those of left-out modules. */
export type MerchantWith<Own extends Modules, Without extends OptionalModule> = [Own] extends [
  readonly []
]
  ? [Without] extends [never]
    ? Merchant
    : Omit<Merchant, ServiceOf[Without]>
  : ([Without] extends [never]
      ? ModuleMerchant<Own>
      : Omit<ModuleMerchant<Own>, ServiceOf[Without]>) &
      InScope

/** The operations as an actor calls them. */
export interface ActingPayloom<Own extends Modules = [], Without extends OptionalModule = never> {
  /** Tenants, their settings and their API keys. */
  readonly tenants: Tenants<"promise">
  /** Returns the operations of a merchant: `merchant({ tenant, mode: "test" })`. */
  readonly merchant: (scope: Scope) => MerchantWith<Own, Without>
}

/** A running engine. */
export interface Payloom<Own extends Modules = [], Without extends OptionalModule = never> {
  /** The operations as effects, for adapters. A program in Effect provides `Engine.layer`. */
  readonly services: Services & ([Own] extends [readonly []] ? unknown : ModuleEffects<Own>)
  /** Tenants, their settings and their API keys. */
  readonly tenants: Tenants<"promise">
  /** Events for handlers in this process. Each is delivered at least once, across restarts. */
  readonly events: [Own] extends [readonly []]
    ? Consumers<"promise">
    : ModuleConsumers<ConsumedModuleEvents<Own>>
  /** Keeps the rows that `merchant.reporting` reads. */
  readonly reporting: Reporter<"promise">
  /** Runs all due jobs and returns how many. For cron and tests. */
  readonly runDue: () => Promise<number>
  /** Returns the operations of a merchant: `payloom.merchant({ tenant, mode: "test" })`. */
  readonly merchant: (scope: Scope) => MerchantWith<Own, Without>
  /**
   * Returns the operations as an actor calls them. Each mutation writes one entry of the audit log
   * in its own first commit. Reads, refused requests and replayed answers write none. An actor that
   * can't be recorded is refused with `InvalidInput` by each call.
   *
   * @example
   * const acting = { actor: { type: "user", id: "ada" }, reason: "Broken in transit" }
   * await payloom.as(acting).merchant(at).payments.refund(id, {}, { idempotencyKey: "refund-1" })
   */
  readonly as: (acting: Acting) => ActingPayloom<Own, Without>
  /** Returns the operations of a payer in the session of their token. */
  readonly payer: (credentials: PayerCredentials) => Payer<"promise">
  /** Returns the operations of a customer in the portal session of their token. */
  readonly portal: (credentials: PayerCredentials) => CustomerPortal<"promise">
  /**
   * Finishes the work in flight and closes the storage. From then on every call is refused with
   * `EngineClosed`, also on handles from before. A second call of `close` changes nothing.
   */
  readonly close: () => Promise<void>
}

const merchantOf = (services: Services, scope: Scope, acting: Acting | null): Merchant => {
  const caller: Caller = { scope, serviceVersion: latestServiceVersion }
  const own = Object.entries(services.parts.services).flatMap(([name, { handle }]) => {
    const operations = actingOn(services[name as ServiceName], acting)
    if (handle === "caller") return [[name, toPromises(operations, caller)]]
    return handle === "scope" ? [[name, toPromises(operations, scope)]] : []
  })
  return { ...Object.fromEntries(own), scope } as Merchant
}

const tenantsOf = ({ tenants }: Services, acting: Acting | null) =>
  toPromises(actingOn(tenants, acting)) as unknown as Tenants<"promise">

/** Starts engines, for programs that don't use Effect. */
export const Payloom = {
  /**
   * Starts an engine whose operations return promises. Rejects with:
   *
   * - `SetupInvalid` if the setup is wrong. The error lists everything that is wrong.
   * - `SecretMismatch` if the storage was used with another secret before.
   * - `StorageIncomplete` if the storage is an unfinished copy.
   * - `StorageHeld` if the storage was restored and not reconciled yet.
   * - the storage's own error if it can't be opened.
   *
   * @example
   * const payloom = await Payloom.make({ storage: sqlite("payloom.db"), providers, vault, secret })
   * const shop = payloom.merchant({ tenant: "tenant_…", mode: "test" })
   * const payment = await shop.payments.create(
   *   { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument: "card_…" },
   *   { idempotencyKey: "order-1" }
   * )
   */
  make: <E, const Own extends Modules = [], Without extends OptionalModule = never>(
    setup: PayloomSetup<E, Own, Without>
  ): Promise<Payloom<Own, Without>> => {
    const runtime = ManagedRuntime.make(onOwnClock(setup))
    // If the start fails, everything that was opened is closed again.
    const started = Effect.onError(runtime.contextEffect, () => runtime.disposeEffect)
    const running = Effect.map(started, (context) => {
      const services = Context.get(context, Engine)
      return {
        services,
        events: consumersAsPromises(services),
        reporting: reporterAsPromises(services),
        tenants: tenantsOf(services, null),
        runDue: () => Effect.runPromise(services.background.runDue()),
        merchant: (scope: Scope) => merchantOf(services, scope, null),
        as: (acting: Acting) => ({
          tenants: tenantsOf(services, acting),
          merchant: (scope: Scope) => merchantOf(services, scope, acting)
        }),
        payer: (credentials: PayerCredentials) =>
          toPromises(services.payer, credentials) as unknown as Payer<"promise">,
        portal: (credentials: PayerCredentials) =>
          toPromises(services.portal, credentials) as unknown as CustomerPortal<"promise">,
        close: () => runtime.dispose()
      } as unknown as Payloom<Own, Without>
    })
    return Effect.runPromise(running)
  },

  /**
   * Compares a restored storage with its providers, and books what the providers have and the
   * storage lacks: outcomes of attempts in flight, charges, captures, refunds and disputes since
   * the backup. No money is moved meanwhile. If nothing is left for a person, the storage is
   * released, so that engines start on it. It may be repeated, also after it was killed.
   *
   * Rejects like `make`, except that the storage may be held.
   *
   * @example
   * const preview = await Payloom.reconcile(setup, { reportOnly: true })
   * const { isReleased, accounts } = await Payloom.reconcile(setup)
   */
  reconcile: <E, const Own extends Modules = [], Without extends OptionalModule = never>(
    setup: PayloomSetup<E, Own, Without>,
    options: ReconcileStoreOptions = {}
  ): Promise<ReconcileReport> =>
    Effect.runPromise(
      Effect.provide(
        Effect.flatMap(Engine, ({ background }) => background.reconcileWithProviders(options)),
        withClock(setup, Engine.reconciling<E, never, Own, Without>(setup))
      )
    )
}

const onOwnClock = <E, Own extends Modules, Without extends OptionalModule>(
  setup: PayloomSetup<E, Own, Without>
) => withClock(setup, Engine.layer(setup))

const withClock = <A, E>(
  setup: { readonly clock?: Clock.Clock },
  engine: Layer.Layer<A, E>
): Layer.Layer<A, E> => {
  // The engine itself reports a missing setup.
  const clock = (setup as Partial<typeof setup> | undefined | null)?.clock
  return clock === undefined ? engine : Layer.provide(engine, Layer.succeed(Clock.Clock, clock))
}
