import { Context, Layer } from "effect"
import { bindOperations } from "./bindOperations.ts"
import { CardVault } from "./cards/CardVault.ts"
import { saveCard } from "./cards/saveCard.ts"
import { defaultEngineOptions, EngineConfig, type EngineOptions } from "./EngineOptions.ts"
import { Entropy } from "./ids/Entropy.ts"
import { Ids, newRequestId } from "./ids/Moment.ts"
import { runDue, sweepExpired, workers } from "./jobs/runJobs.ts"
import { WorkSignal } from "./jobs/WorkSignal.ts"
import { trialBalance } from "./ledger/trialBalance.ts"
import { type LogEntry, logTo } from "./logging/LogEntry.ts"
import { cancelPayment } from "./payments/cancelPayment.ts"
import { capturePayment } from "./payments/capturePayment.ts"
import { createPayment } from "./payments/createPayment.ts"
import { createRefund } from "./payments/createRefund.ts"
import { explainPayment } from "./payments/explainPayment.ts"
import { listAttempts } from "./payments/listAttempts.ts"
import { listPayments } from "./payments/listPayments.ts"
import { listRefunds } from "./payments/listRefunds.ts"
import { resolveAttempt } from "./payments/resolveAttempt.ts"
import { retrievePayment } from "./payments/retrievePayment.ts"
import { simulateRouting } from "./payments/simulateRouting.ts"
import { voidPayment } from "./payments/voidPayment.ts"
import { checkedProvider } from "./providers/checkedProvider.ts"
import type { PaymentProvider } from "./providers/PaymentProvider.ts"
import { Providers } from "./providers/Providers.ts"
import { receiveNotification } from "./providers/receiveNotification.ts"
import { Underway } from "./providers/Underway.ts"
import { Risk } from "./risk/Risk.ts"
import { createMid, listMids, routingRules, setRoutingRules, updateMid } from "./routing/mids.ts"
import { RouteHealth } from "./routing/RouteHealth.ts"
import { Secrets } from "./secrets/Secrets.ts"
import { KeyedLock } from "./storage/KeyedLock.ts"
import { type Alert, observedStorage } from "./storage/observedStorage.ts"
import type { Storage } from "./storage/Storage.ts"
import { accountSettings, updateAccount } from "./tenants/accountSettings.ts"
import { authenticate, createApiKey, revokeApiKey } from "./tenants/apiKeys.ts"
import { createTenant, findTenant } from "./tenants/createTenant.ts"

/** Payments and all that is done to them: operations 1 to 8 of the spec, and library calls. */
export class Payments extends Context.Service<Payments>()("@payloom/core/Payments", {
  make: bindOperations("Payments", {
    create: createPayment,
    list: listPayments,
    retrieve: retrievePayment,
    listAttempts,
    capture: capturePayment,
    void: voidPayment,
    refund: createRefund,
    listRefunds,
    cancel: cancelPayment,
    resolveAttempt,
    explain: explainPayment
  })
}) {
  static readonly layer = Layer.effect(Payments, Payments.make)
}

/** Tenants, their settings and their API keys. */
export class Tenants extends Context.Service<Tenants>()("@payloom/core/Tenants", {
  make: bindOperations("Tenants", {
    create: createTenant,
    find: findTenant,
    settings: accountSettings,
    updateAccount,
    createApiKey,
    revokeApiKey,
    authenticate
  })
}) {
  static readonly layer = Layer.effect(Tenants, Tenants.make)
}

/** Merchant accounts, routing rules, and what other rules would have done. */
export class Routing extends Context.Service<Routing>()("@payloom/core/Routing", {
  make: bindOperations("Routing", {
    createMid,
    updateMid,
    listMids,
    rules: routingRules,
    setRules: setRoutingRules,
    simulate: simulateRouting
  })
}) {
  static readonly layer = Layer.effect(Routing, Routing.make)
}

/** Saved cards. */
export class Cards extends Context.Service<Cards>()("@payloom/core/Cards", {
  make: bindOperations("Cards", { save: saveCard })
}) {
  static readonly layer = Layer.effect(Cards, Cards.make)
}

/** The books. */
export class Ledger extends Context.Service<Ledger>()("@payloom/core/Ledger", {
  make: bindOperations("Ledger", { trialBalance })
}) {
  static readonly layer = Layer.effect(Ledger, Ledger.make)
}

/** What happens of its own accord: due jobs, and what providers tell. */
export class Background extends Context.Service<Background>()("@payloom/core/Background", {
  make: bindOperations("Background", {
    runDue,
    sweep: sweepExpired,
    receiveNotification,
    requestId: newRequestId
  })
}) {
  static readonly layer = Layer.effect(Background, Background.make)
}

/** Everything an engine offers. */
export type EngineServices = Payments | Tenants | Routing | Cards | Ledger | Background

/** What an engine is made of. */
export interface EngineSetup<E = never, R = never> {
  /** An adapter's storage, such as `sqlite("payloom.db")`. */
  readonly storage: Layer.Layer<Storage, E, R>
  readonly providers: ReadonlyArray<PaymentProvider>
  /** Keeps card numbers. */
  readonly vault: CardVault["Service"]
  /**
   * The one master secret of the deployment, at least 32 characters and the same on all of its
   * processes: it signs cursors and keys card fingerprints.
   */
  readonly secret: string
  /** Judges risk; everything passes without one. */
  readonly risk?: Layer.Layer<Risk, never, Storage | Ids>
  /** Where all chance comes from: `Entropy.seeded("…")` replays a simulation. */
  readonly entropy?: Layer.Layer<Entropy>
  /** Runs jobs in this process, on by default; without it call `runDue` now and then. */
  readonly workers?: boolean
  /** Hears of what an operator should look at, once it is stored. */
  readonly onAlert?: (alert: Alert) => void
  /**
   * Hears what went wrong inside and why, such as a provider's adapter that threw; without it the
   * loggers of the program hear it, the console unless told otherwise.
   */
  readonly onLog?: (entry: LogEntry) => void
  readonly options?: Partial<EngineOptions>
}

const layer = <E = never, R = never>(setup: EngineSetup<E, R>) => {
  const options = { ...defaultEngineOptions, ...setup.options }
  const signal = WorkSignal.layer
  const ground = Layer.mergeAll(
    observedStorage(setup.storage, setup.onAlert ?? (() => undefined)).pipe(
      Layer.provideMerge(signal)
    ),
    Ids.layer.pipe(Layer.provideMerge(setup.entropy ?? Entropy.layer)),
    Secrets.layer(setup.secret),
    KeyedLock.layer,
    RouteHealth.layer,
    Providers.layer(setup.providers.map(checkedProvider)),
    Layer.succeed(CardVault, setup.vault),
    Layer.succeed(EngineConfig, options)
  )
  const judged = (setup.risk ?? Risk.layerAllow).pipe(Layer.provideMerge(ground))
  const running = Underway.layer(options.drainMs).pipe(Layer.provideMerge(judged))
  const services = Layer.mergeAll(
    Payments.layer,
    Tenants.layer,
    Routing.layer,
    Cards.layer,
    Ledger.layer,
    Background.layer
  )
  const withWorkers = setup.workers === false ? services : Layer.merge(services, workers)
  const engine = withWorkers.pipe(Layer.provide(running))
  return setup.onLog === undefined ? engine : Layer.provide(engine, logTo(setup.onLog))
}

/**
 * The engine for programs in Effect: the services above, as a layer, from one setup.
 *
 * @example
 * const program = Effect.gen(function* () {
 *   const payments = yield* Payments
 *   return yield* payments.retrieve(caller, "payment_…")
 * })
 * Effect.runPromise(Effect.provide(program, Engine.layer(setup)))
 */
export const Engine = { layer }
